import { compareQuantities, isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
import { containersOf, isSidecar, sumOfContainers } from '../pod-containers.ts';
import { add, greatest, type ResourceList, readList, zero } from '../resource-list.ts';

/** Which of the amounts of a Pod are meant. */
type Which = 'requests' | 'limits';

/** How a release counts what a Pod has been given, beside what it asks for. */
interface Counting {
  /** Whether resources of the whole Pod count. Upstream: the gate PodLevelResources. */
  readonly podLevel: boolean;
  /** Whether the sums of what was asked, given and used are compared, rather than the amounts of each container. */
  readonly sumsCompared: boolean;
}

function countingIn(minor: number): Counting {
  return { podLevel: minor >= 34, sumsCompared: minor >= 37 };
}

/**
 * What a Pod requests altogether.
 * Upstream: k8s.io/component-helpers resource/helpers.go PodRequests, as pkg/quota/v1/evaluator/core/pods.go calls it.
 */
export function podRequests(pod: ValueMap, minor: number): ResourceList {
  return add(withPodLevel(pod, 'requests', minor), overheadOf(pod));
}

/** What a Pod requests altogether by its spec, whatever it has been given. Upstream: helpers.go PodRequests without options. */
export function specRequests(pod: ValueMap, minor: number): ResourceList {
  const containers = sumOfContainers(pod, (each) => askedBy(each, 'requests'));
  const own = countingIn(minor).podLevel ? podLevel(pod, 'requests') : [];
  return add(new Map([...containers, ...own]), overheadOf(pod));
}

/** The limits of a Pod altogether. Overhead adds to those that there are. Upstream: helpers.go PodLimits. */
export function podLimits(pod: ValueMap, minor: number): ResourceList {
  const limits = withPodLevel(pod, 'limits', minor);
  const limited = [...overheadOf(pod)].filter(([name]) => compareQuantities(limits.get(name) ?? zero, zero) !== 0);
  return add(limits, new Map(limited));
}

/** Whether a Pod has resources of its own. Upstream: helpers.go IsPodLevelResourcesSet. */
export function hasPodLevelResources(pod: ValueMap, minor: number): boolean {
  if (!countingIn(minor).podLevel) return false;
  return podLevel(pod, 'requests').size > 0 || podLevel(pod, 'limits').size > 0;
}

function withPodLevel(pod: ValueMap, which: Which, minor: number): ResourceList {
  const counting = countingIn(minor);
  const containers = counting.sumsCompared
    ? comparedSums(pod, which)
    : sumOfContainers(pod, (each) => effective(pod, each, which));
  return counting.podLevel ? new Map([...containers, ...podLevel(pod, which)]) : containers;
}

/** The resources of the whole Pod that may be set. Upstream: helpers.go IsSupportedPodLevelResource. */
function podLevel(pod: ValueMap, which: Which): ResourceList {
  const all = readList(mapAt(mapAt(mapAt(pod, 'spec'), 'resources'), which));
  return new Map([...all].filter(([name]) => name === 'cpu' || name === 'memory' || name.startsWith('hugepages-')));
}

function overheadOf(pod: ValueMap): ResourceList {
  return readList(mapAt(mapAt(pod, 'spec'), 'overhead'));
}

/**
 * What a container counts for: what it asks for, or what it still has where that is more.
 * Upstream: helpers.go of v1.36 determineEffectiveRequests, determineEffectiveLimits.
 */
function effective(pod: ValueMap, container: ValueMap, which: Which): ResourceList {
  const asked = askedBy(container, which);
  const status = isInit(pod, container) && !isSidecar(container) ? undefined : statusOf(pod, container);
  const resources = mapAt(status, 'resources');
  if (resources === undefined) return asked;
  const given = which === 'requests' ? readList(mapAt(status, 'allocatedResources')) : new Map();
  const used = readList(mapAt(resources, which));
  return isResizeInfeasible(pod) ? greatest(used, given) : greatest(asked, used, given);
}

/** The same as one comparison of sums. Upstream: helpers.go of v1.37 AggregateContainerRequests, AggregateContainerLimits. */
function comparedSums(pod: ValueMap, which: Which): ResourceList {
  const infeasible = isResizeInfeasible(pod);
  const otherwise = (container: ValueMap): ResourceList => (infeasible ? new Map() : askedBy(container, which));
  const given = (container: ValueMap) => {
    const amounts = mapAt(statusOf(pod, container), 'allocatedResources');
    return amounts === undefined ? otherwise(container) : readList(amounts);
  };
  const used = (container: ValueMap) => {
    const amounts = mapAt(mapAt(statusOf(pod, container), 'resources'), which);
    if (amounts !== undefined) return readList(amounts);
    return which === 'requests' ? given(container) : otherwise(container);
  };
  const sums =
    which === 'requests' ? [sumOfContainers(pod, used), sumOfContainers(pod, given)] : [sumOfContainers(pod, used)];
  return infeasible
    ? greatest(...sums)
    : greatest(
        sumOfContainers(pod, (each) => askedBy(each, which)),
        ...sums,
      );
}

function askedBy(container: ValueMap, which: Which): ResourceList {
  return readList(mapAt(mapAt(container, 'resources'), which));
}

function isInit(pod: ValueMap, container: ValueMap): boolean {
  return containersOf(pod, 'initContainers').includes(container);
}

function statusOf(pod: ValueMap, container: ValueMap): ValueMap | undefined {
  const status = mapAt(pod, 'status');
  const all = ['containerStatuses', 'initContainerStatuses'].flatMap((key) => listAt(status, key) ?? []);
  return all.filter(isMap).find((each) => stringAt(each, 'name') === stringAt(container, 'name'));
}

/** Upstream: helpers.go IsPodResizeInfeasible. */
function isResizeInfeasible(pod: ValueMap): boolean {
  const conditions = mapsAt(mapAt(pod, 'status'), 'conditions');
  const pending = conditions.find((condition) => stringAt(condition, 'type') === 'PodResizePending');
  return stringAt(pending, 'reason') === 'Infeasible';
}
