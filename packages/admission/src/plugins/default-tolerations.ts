import type { AdmissionPlugin } from '@managed-fields/api-server';
import { stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { isFor, mapsAt, specOf, withSpec } from '../attributes.ts';

const taints = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/**
 * Lets a Pod stay for five minutes on a node that is not ready or not reachable, unless it says so itself.
 * Upstream: plugin/pkg/admission/defaulttolerationseconds/admission.go.
 */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  plain: false,
  admit(attributes) {
    const { object } = attributes;
    if (object === undefined || !isFor(attributes, '', 'pods')) return undefined;
    const tolerations = mapsAt(specOf(object), 'tolerations');
    const missing = taints.filter((taint) => !tolerations.some((each) => isAbout(each, taint)));
    return { kind: 'admitted', object: withSpec(object, 'tolerations', [...tolerations, ...missing.map(toleration)]) };
  },
};

/** Whether a toleration says something of a taint with the effect NoExecute; an empty key or effect means all. */
function isAbout(each: ValueMap, taint: string): boolean {
  const [key, effect] = [stringAt(each, 'key') ?? '', stringAt(each, 'effect') ?? ''];
  return (key === taint || key === '') && (effect === 'NoExecute' || effect === '');
}

function toleration(key: string): ValueMap {
  return new Map<string, Value>([
    ['key', key],
    ['operator', 'Exists'],
    ['effect', 'NoExecute'],
    ['tolerationSeconds', 300n],
  ]);
}
