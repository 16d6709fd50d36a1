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
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
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

/** What counts of a Pod beside what its containers ask for. */
export interface Counting {
  /** Whether what its status says of its containers counts as well. */
  readonly asItRuns: boolean;
  /** Whether what the Pod asks for as a whole comes first. */
  readonly asAWhole: boolean;
}

/**
 * What a Pod requests, or is limited to. Upstream: k8s.io/component-helpers resource/helpers.go PodRequests, PodLimits;
 * before v1.36, kubectl pkg/util/resource/resource.go PodRequestsAndLimits.
 */
export function podAmounts(pod: ValueMap, field: 'requests' | 'limits', { asItRuns, asAWhole }: Counting): Amounts {
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
    if (asAWhole && isPodWide(name)) found.set(name, amount);
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
