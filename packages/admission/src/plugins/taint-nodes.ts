import type { AdmissionPlugin } from '@managed-fields/api-server';
import { stringAt } from '@managed-fields/merge-engine';
import { mapsAt, newObject, specOf, withSpec } from '../attributes.ts';

const taint = new Map([
  ['key', 'node.kubernetes.io/not-ready'],
  ['effect', 'NoSchedule'],
]);

/** Marks a new node as not ready. Upstream: plugin/pkg/admission/nodetaint/admission.go. */
export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  plain: true,
  admit(attributes) {
    const object = newObject(attributes, '', 'nodes');
    if (object === undefined) return undefined;
    const taints = mapsAt(specOf(object), 'taints');
    const isThere = taints.some(
      (each) => stringAt(each, 'key') === taint.get('key') && stringAt(each, 'effect') === taint.get('effect'),
    );
    return isThere ? undefined : { kind: 'admitted', object: withSpec(object, 'taints', [...taints, taint]) };
  },
};
