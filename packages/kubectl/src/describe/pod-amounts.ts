import {
  addAmounts,
  amountOf,
  compareQuantities,
  mapAt,
  type Quantity,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { mapsAt, sortedEntries, textAt } from './values.ts';

/** Amounts by the names of resources. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** The amounts that a map holds. */
function amountsAt(map: ValueMap | undefined, field: string): Amounts {
  return new Map(
    sortedEntries(mapAt(map, field)).flatMap(([name, value]) => {
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

/**
 * The quality of service class of a Pod whose status does not say it.
 * Upstream: kubectl pkg/util/qos/qos.go ComputePodQOS.
 */
export function qualityOf(spec: ValueMap | undefined): string {
  const whole = mapAt(spec, 'resources');
  const containers = [...mapsAt(spec, 'containers'), ...mapsAt(spec, 'initContainers')];
  const holders = whole === undefined ? containers.map((each) => mapAt(each, 'resources')) : [whole];
  const counted = (resources: ValueMap | undefined, field: string): Amounts =>
    new Map(
      [...amountsAt(resources, field)].filter(([name, amount]) => isCounted(name) && amount.amount.unscaled > 0n),
    );
  const requests = sumOf(holders.map((each) => counted(each, 'requests')));
  const limits = sumOf(holders.map((each) => counted(each, 'limits')));
  if (requests.size === 0) return 'BestEffort';
  const isLimited = holders.every((each) => counted(each, 'limits').size === 2);
  const isEqual = [...limits].every(([name, limit]) => {
    const asked = requests.get(name);
    return asked !== undefined && compareQuantities(asked, limit) === 0;
  });
  return isLimited && isEqual ? 'Guaranteed' : 'Burstable';
}

const isCounted = (name: string) => name === 'cpu' || name === 'memory';

/** Whether a Pod-wide amount of a resource counts. Upstream: IsSupportedPodLevelResource. */
const isPodWide = (name: string) => isCounted(name) || name.startsWith('hugepages-');

/** What counts of a Pod. */
export interface Counting {
  /**
   * `spec`: what its containers ask for. `containers`: the greatest of that and of what the status says, of each container.
   * `sums`: the greatest of the sums of these.
   */
  readonly of: 'spec' | 'containers' | 'sums';
  /** Whether what the Pod asks for as a whole comes first. */
  readonly asAWhole: boolean;
}

/**
 * What a Pod requests, or is limited to. Upstream: k8s.io/component-helpers resource/helpers.go PodRequests, PodLimits;
 * before v1.36, kubectl pkg/util/resource/resource.go PodRequestsAndLimits.
 */
export function podAmounts(pod: ValueMap, field: 'requests' | 'limits', counting: Counting): Amounts {
  const spec = mapAt(pod, 'spec');
  const found = new Map(containerAmounts(pod, field, counting.of));
  for (const [name, amount] of amountsAt(mapAt(spec, 'resources'), field)) {
    if (counting.asAWhole && isPodWide(name)) found.set(name, amount);
  }
  const isLimited = (name: string) => (found.get(name)?.amount.unscaled ?? 0n) !== 0n;
  const overhead = [...amountsAt(spec, 'overhead')].filter(([name]) => field === 'requests' || isLimited(name));
  return sumOf([found, new Map(overhead)]);
}

/** The amounts of the containers together. Upstream: helpers.go AggregateContainerRequests, AggregateContainerLimits. */
function containerAmounts(pod: ValueMap, field: 'requests' | 'limits', of: Counting['of']): Amounts {
  const [spec, status] = [mapAt(pod, 'spec'), mapAt(pod, 'status')];
  const resizing = mapsAt(status, 'conditions').find((each) => textAt(each, 'type') === 'PodResizePending');
  const cannotResize = textAt(resizing, 'reason') === 'Infeasible';
  const statuses = [...mapsAt(status, 'containerStatuses'), ...mapsAt(status, 'initContainerStatuses')];
  const asked = (container: ValueMap) => amountsAt(mapAt(container, 'resources'), field);
  /** What the status says of a container: what it has, and what it was promised, which only requests know. */
  const running = (container: ValueMap) => {
    const found = statuses.find((each) => textAt(each, 'name') === textAt(container, 'name'));
    return { resources: mapAt(found, 'resources'), allocated: field === 'requests' ? found : undefined };
  };
  const greatest = (container: ValueMap, ends: boolean): Amounts => {
    const { resources, allocated } = running(container);
    if (ends || resources === undefined) return asked(container);
    const known = [amountsAt(resources, field), amountsAt(allocated, 'allocatedResources')];
    return greatestOf(cannotResize ? known : [asked(container), ...known]);
  };
  if (of !== 'sums') return sumOfContainers(spec, of === 'spec' ? asked : greatest);
  const byDefault = (container: ValueMap) => (cannotResize ? new Map<string, Quantity>() : asked(container));
  const promised = (container: ValueMap): Amounts => {
    const { allocated } = running(container);
    return allocated?.has('allocatedResources') ? amountsAt(allocated, 'allocatedResources') : byDefault(container);
  };
  const actual = (container: ValueMap): Amounts => {
    const { resources } = running(container);
    return resources?.has(field) ? amountsAt(resources, field) : promised(container);
  };
  const sums = (cannotResize ? [actual, promised] : [asked, actual, promised]).map((each) =>
    sumOfContainers(spec, each),
  );
  return greatestOf(sums);
}

/** What containers take at the most together: those that stay, and before them one after the other those that end. */
function sumOfContainers(
  spec: ValueMap | undefined,
  amounts: (container: ValueMap, ends: boolean) => Amounts,
): Amounts {
  const containers = mapsAt(spec, 'containers').map((each) => amounts(each, false));
  let beside: Amounts = new Map();
  let first: Amounts = new Map();
  for (const container of mapsAt(spec, 'initContainers')) {
    const stays = textAt(container, 'restartPolicy') === 'Always';
    const own = amounts(container, !stays);
    if (stays) containers.push(own);
    const together = sumOf([beside, own]);
    if (stays) beside = together;
    first = greatestOf([first, together]);
  }
  return greatestOf([sumOf(containers), first]);
}
