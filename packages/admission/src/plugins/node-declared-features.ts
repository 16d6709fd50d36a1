import { type AdmissionPlugin, forbiddenBy, type Refusal } from '@managed-fields/api-server';
import { equals, listAt, mapAt, quote, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt, minorOf, specOf } from '../attributes.ts';
import { boundUpdate, nodeNamed } from './node-of-pod.ts';

/** The feature NodeDeclaredFeatures is on by default since v1.36. */
const since = 36;

/**
 * What a change of a Pod needs of its node, in the order of names. What else a node may declare is not asked of changes,
 * or its feature is off by default. Upstream: k8s.io/component-helpers nodedeclaredfeatures/features.
 */
const features: readonly { readonly name: string; isNeeded(before: ValueMap, after: ValueMap): boolean }[] = [
  {
    name: 'InPlacePodLevelResourcesVerticalScaling',
    isNeeded: (before, after) => differ(mapAt(before, 'resources'), mapAt(after, 'resources')),
  },
  {
    name: 'InPlacePodVerticalScalingInitContainers',
    isNeeded: (before, after) => {
      const changed = mapsAt(after, 'initContainers');
      return mapsAt(before, 'initContainers').some(
        (container, index) =>
          stringAt(container, 'restartPolicy') !== 'Always' &&
          differ(mapAt(container, 'resources'), mapAt(changed[index], 'resources')),
      );
    },
  },
];

function differ(a: ValueMap | undefined, b: ValueMap | undefined): boolean {
  return !equals(a ?? new Map(), b ?? new Map());
}

/**
 * Refuses changes of a Pod that its node does not declare to be able to make.
 * Upstream: k8s.io/kubernetes plugin/pkg/admission/nodedeclaredfeatures/admission.go.
 */
export const nodeDeclaredFeatures: AdmissionPlugin = {
  name: 'NodeDeclaredFeatureValidator',
  plain: true,
  validate(attributes): Refusal | undefined {
    const update = minorOf(attributes) < since ? undefined : boundUpdate(attributes, ['', 'resize']);
    if (update === undefined) return undefined;
    const needed = features.filter(({ isNeeded }) => isNeeded(specOf(update.old), specOf(update.pod)));
    if (needed.length === 0) return undefined;
    const found = nodeNamed(attributes, update.nodeName);
    if (found?.kind !== 'node') return found;
    const declared = listAt(mapAt(found.node, 'status'), 'declaredFeatures') ?? [];
    const missing = needed.filter(({ name }) => !declared.includes(name)).map(({ name }) => name);
    if (missing.length === 0) return undefined;
    const where = `which are not available on node ${quote(update.nodeName)}`;
    return forbiddenBy(attributes, `pod update requires features ${missing.join(', ')} ${where}`);
  },
};
