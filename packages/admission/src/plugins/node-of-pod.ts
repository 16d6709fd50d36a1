import { type AdmissionAttributes, forbiddenBy, objectAt, type Refusal } from '@managed-fields/api-server';
import { metadataOf, quote, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { isFor, specOf } from '../attributes.ts';

/** An update that changes the spec of a Pod which has its node. */
export interface BoundUpdate {
  readonly pod: ValueMap;
  readonly old: ValueMap;
  readonly nodeName: string;
}

/** The update of a Pod on a node, where it is sent to one of these subresources; undefined where nothing is asked of the node. */
export function boundUpdate(attributes: AdmissionAttributes, subresources: readonly string[]): BoundUpdate | undefined {
  const { object: pod, old } = attributes;
  if (pod === undefined || old === undefined) return undefined;
  if (!subresources.some((subresource) => isFor(attributes, '', 'pods', subresource))) return undefined;
  const nodeName = stringAt(specOf(pod), 'nodeName') ?? '';
  const isSameSpec = metadataOf(pod).get('generation') === metadataOf(old).get('generation');
  return nodeName === '' || isSameSpec ? undefined : { pod, old, nodeName };
}

/** A node by its name. One that nobody created here is taken to be there where controllers are taken for granted. */
export function nodeNamed(
  attributes: AdmissionAttributes,
  name: string,
): { readonly kind: 'node'; readonly node: ValueMap } | Refusal | undefined {
  const node = objectAt(attributes.cluster, 'v1', 'nodes', '', name);
  if (node !== undefined) return { kind: 'node', node };
  if (attributes.cluster.admission?.controllers === true) return undefined;
  return forbiddenBy(attributes, `node ${quote(name)} not found`);
}
