import { stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt, specOf } from './attributes.ts';
import { add, greatest, type ResourceList } from './resource-list.ts';

/** The containers of a list of the Pod's spec. */
export function containersOf(pod: ValueMap, list: 'containers' | 'initContainers'): readonly ValueMap[] {
  return mapsAt(specOf(pod), list);
}

/** Whether an init container goes on running beside the others. */
export function isSidecar(container: ValueMap): boolean {
  return stringAt(container, 'restartPolicy') === 'Always';
}

/**
 * Adds up the amounts of all containers: those that run side by side, or the most that is needed until they run.
 * Upstream: helpers.go AggregateContainerRequests, AggregateContainerLimits.
 */
export function sumOfContainers(pod: ValueMap, amountsOf: (container: ValueMap) => ResourceList): ResourceList {
  let sum: ResourceList = new Map();
  for (const container of containersOf(pod, 'containers')) sum = add(sum, amountsOf(container));
  let sidecars: ResourceList = new Map();
  let starting: ResourceList = new Map();
  for (const container of containersOf(pod, 'initContainers')) {
    const amounts = amountsOf(container);
    const together = add(amounts, sidecars);
    if (isSidecar(container)) {
      sum = add(sum, amounts);
      sidecars = add(sidecars, amounts);
    }
    starting = greatest(starting, isSidecar(container) ? sidecars : together);
  }
  return greatest(sum, starting);
}
