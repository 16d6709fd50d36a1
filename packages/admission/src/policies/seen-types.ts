import { type AdmissionAttributes, catalogOf, isCustom, type ResourceVersion } from '@managed-fields/api-server';
import { stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { Atom } from '@managed-fields/merge-engine/typed';
import { hasChange } from './changes.ts';

/** The types of the variables of expressions that the server keeps in structures of Go. */
export interface SeenTypes {
  readonly object?: Atom | undefined;
  readonly params?: Atom | undefined;
  readonly namespace?: Atom | undefined;
  readonly request?: Atom | undefined;
}

/**
 * The types of what expressions see on a server: none before v1.37. A mutation sees the JSON of its object, as long as no
 * condition has been asked about the object (`asked`).
 * Upstream: apiserver v0.37 pkg/admission/plugin/cel/activation.go newActivation, pkg/admission/conversion.go CELValue.
 */
export function seenTypes(
  { cluster }: AdmissionAttributes,
  kind: ResourceVersion,
  params: ValueMap | undefined,
  asked = true,
): SeenTypes {
  if (!hasChange('typedValues', cluster)) return {};
  const catalog = catalogOf(cluster);
  const own = (version: ResourceVersion | undefined) =>
    version === undefined || isCustom(version) ? undefined : version.type;
  const named = params && catalog.findKind(stringAt(params, 'apiVersion') ?? '', stringAt(params, 'kind') ?? '');
  return {
    object: asked ? own(kind) : undefined,
    params: own(named),
    namespace: own(catalog.findKind('v1', 'Namespace')),
    request,
  };
}

const scalar: Atom = { name: '', scalar: 'string' };
const texts: Atom = { name: '', list: { element: scalar, relationship: 'atomic', keys: [] } };

function struct(name: string, fields: Readonly<Record<string, Atom>>): Atom {
  const all = Object.entries(fields).map(([field, type]) => [field, { name: field, type }] as const);
  return { name, map: { fields: new Map(all), element: undefined, relationship: 'separable' } };
}

const kind = struct('v1.GroupVersionKind', { kind: scalar });
const resource = struct('v1.GroupVersionResource', { resource: scalar });

/** The request; its options are seen as JSON. Upstream: k8s.io/api admission/v1 AdmissionRequest. */
const request = struct('v1.AdmissionRequest', {
  ...{ kind, requestKind: kind, resource, requestResource: resource },
  userInfo: struct('v1.UserInfo', { groups: texts }),
});
