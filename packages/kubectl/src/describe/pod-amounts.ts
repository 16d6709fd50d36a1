import {
  addAmounts,
  amountOf,
  compareQuantities,
  mapAt,
  type Quantity,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { mapsAt, textAt } from './values.ts';

/** Amounts by the names of resources. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** The amounts that a map holds. */
function amountsAt(map: ValueMap | undefined, field: string): Amounts {
  return new Map(
    [...(mapAt(map, field) ?? [])].flatMap(([name, value]) => {
      const amount = amountOf(value);
      return amount === undefined ? [] : [[name, amount] as const];
    }),
  );
}

/** Sums of each resource. */
export function sumOf(lists: readonly Amounts[]): Amounts {
  const sum = new Map<string, Quantity>();
  for (const [name, amount] of lists.flatMap((list) => [...list])) {
    const before = sum.get(name);
    sum.set(name, before === undefined ? amount : addAmounts(before, amount));
  }
  return sum;
}

/** The greater amount of each resource. */
function greatestOf(lists: readonly Amounts[]): Amounts {
  const most = new Map<string, Quantity>();
  for (const [name, amount] of lists.flatMap((list) => [...list])) {
    const before = most.get(name);
    if (before === undefined || compareQuantities(amount, before) > 0) most.set(name, amount);
  }
  return most;
}

/** Whether a Pod-wide amount of a resource counts. Upstream: IsSupportedPodLevelResource. */
const isPodWide = (name: string) => name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

/**
 * What a Pod requests, or is limited to. `asItRuns`: what its status says of its containers counts as well.
 * Upstream: k8s.io/component-helpers resource/helpers.go PodRequests, PodLimits.
 */
export function podAmounts(pod: ValueMap, field: 'requests' | 'limits', asItRuns: boolean): Amounts {
  const [spec, status] = [mapAt(pod, 'spec'), mapAt(pod, 'status')];
  const resizing = mapsAt(status, 'conditions').find((each) => textAt(each, 'type') === 'PodResizePending');
  const cannotResize = textAt(resizing, 'reason') === 'Infeasible';
  const amounts = (container: ValueMap, statuses: string): Amounts => {
    const asked = amountsAt(mapAt(container, 'resources'), field);
    if (!asItRuns) return asked;
    const name = textAt(container, 'name');
    const running = mapsAt(status, statuses).find((each) => textAt(each, 'name') === name);
    const resources = mapAt(running, 'resources');
    if (resources === undefined) return asked;
    const actual = amountsAt(resources, field);
    const allocated = field === 'requests' ? amountsAt(running, 'allocatedResources') : new Map<string, Quantity>();
    return greatestOf(cannotResize ? [actual, allocated] : [asked, actual, allocated]);
  };
  const containers = mapsAt(spec, 'containers').map((each) => amounts(each, 'containerStatuses'));
  let beside: Amounts = new Map();
  let first: Amounts = new Map();
  for (const container of mapsAt(spec, 'initContainers')) {
    const stays = textAt(container, 'restartPolicy') === 'Always';
    const own = stays ? amounts(container, 'initContainerStatuses') : amountsAt(mapAt(container, 'resources'), field);
    if (stays) {
      containers.push(own);
      beside = sumOf([beside, own]);
    }
    first = greatestOf([first, stays ? beside : sumOf([own, beside])]);
  }
  const found = new Map(greatestOf([sumOf(containers), first]));
  for (const [name, amount] of amountsAt(mapAt(spec, 'resources'), field)) {
    if (isPodWide(name)) found.set(name, amount);
  }
  const overhead = amountsAt(spec, 'overhead');
  for (const [name, amount] of overhead) {
    const before = found.get(name);
    if (before !== undefined && (field === 'requests' || before.amount.unscaled !== 0n)) {
      found.set(name, addAmounts(before, amount));
    } else if (before === undefined && field === 'requests') found.set(name, amount);
  }
  return found;
}
