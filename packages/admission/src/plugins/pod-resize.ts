import { type AdmissionAttributes, type AdmissionPlugin, forbiddenBy, type Refusal } from '@managed-fields/api-server';
import { milliValue, wholeValue } from '@managed-fields/kubernetes-types/amounts';
import {
  compareQuantities,
  mapAt,
  metadataOf,
  type Quantity,
  quote,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { minorOf, withCauses } from '../attributes.ts';
import { specRequests } from '../quota/pod-resources.ts';
import { readList, zero } from '../resource-list.ts';
import { boundUpdate, nodeNamed } from './node-of-pod.ts';

/** The plugin is there since v1.36. */
const since = 36;

/** What is held against a node, and how its amounts are shown. */
const bounded: readonly (readonly [name: string, shown: (amount: Quantity) => bigint])[] = [
  ['cpu', milliValue],
  ['memory', wholeValue],
];

/**
 * Refuses to resize a Pod to more than its node has, or on a node that is not Linux.
 * Upstream: k8s.io/kubernetes plugin/pkg/admission/podresize/admission.go.
 */
export const podResize: AdmissionPlugin = {
  name: 'PodResizeValidator',
  plain: true,
  validate(attributes): Refusal | undefined {
    const minor = minorOf(attributes);
    const update = minor < since ? undefined : boundUpdate(attributes, ['resize']);
    if (update === undefined) return undefined;
    const found = nodeNamed(attributes, update.nodeName);
    if (found?.kind !== 'node') return found;
    const system = stringAt(mapAt(metadataOf(found.node), 'labels'), 'kubernetes.io/os') ?? 'linux';
    if (system !== 'linux') {
      const why = `pod resize is only supported on linux nodes, node ${quote(update.nodeName)} is ${quote(system)}`;
      return refusedFor('UnsupportedPlatform', attributes, why);
    }
    const short = shortages(update.pod, found.node, minor);
    if (short.length === 0) return undefined;
    const why = `node didn't have enough allocatable resources: ${short.join('; ')}`;
    return refusedFor('NodeCapacity', attributes, why);
  },
};

/** Upstream: validateRequestsWithinAllocatable. */
function shortages(pod: ValueMap, node: ValueMap, minor: number): readonly string[] {
  const allocatable = readList(mapAt(mapAt(node, 'status'), 'allocatable'));
  const requests = specRequests(pod, minor);
  return bounded.flatMap(([name, shown]) => {
    const [wanted, there] = [requests.get(name) ?? zero, allocatable.get(name) ?? zero];
    if (compareQuantities(wanted, there) <= 0) return [];
    return `${name}, requested: ${shown(wanted)}, allocatable: ${shown(there)}`;
  });
}

/** Upstream: resizeValidationError. */
function refusedFor(reason: string, attributes: AdmissionAttributes, why: string): Refusal {
  return withCauses(forbiddenBy(attributes, why), [new Map([['reason', reason]])]);
}
