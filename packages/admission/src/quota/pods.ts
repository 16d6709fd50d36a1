import { qualifiedName } from '@managed-fields/api-server';
import { signOf } from '@managed-fields/kubernetes-types/amounts';
import {
  compareStrings,
  listAt,
  mapAt,
  metadataOf,
  parseTime,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
import { containersOf } from '../pod-containers.ts';
import { add, type ResourceList, readList, whole } from '../resource-list.ts';
import { countName, type Evaluator, type ScopeSelector, type Surroundings, selects } from './evaluator.ts';
import { hasPodLevelResources, podLimits, podRequests } from './pod-resources.ts';

const counted = countName('', 'pods');
const measured: ReadonlySet<string> = new Set([
  counted,
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
]);
/** What each container has to name where a quota has it. Upstream: pods.go validationSet. */
const demanded: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
]);
const requestsPrefix = 'requests.';
const classPrefix = 'deviceclass.resource.kubernetes.io/';

/** Measures Pods. Upstream: k8s.io/kubernetes pkg/quota/v1/evaluator/core/pods.go podEvaluator. */
export const podEvaluator: Evaluator = {
  handles({ operation, subresource, object, old }) {
    if (subresource === 'resize') return operation === 'UPDATE';
    if (subresource !== '') return false;
    return operation === 'CREATE' || (operation === 'UPDATE' && hasDeadline(object) !== hasDeadline(old));
  },
  matching: (names, { minor }) =>
    names.filter((name) => measured.has(name) || isHugePages(name) || isExtendedForQuota(name, minor)),
  matchesScope: podMatchesScope,
  constraint,
  usage: podUsage,
};

function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-') || name.startsWith('requests.hugepages-');
}

/** Whether a resource is one of Kubernetes itself. Upstream: pkg/apis/core/v1/helper/helpers.go IsNativeResource. */
function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Whether device classes count as extended resources of their own name: pods.go since v1.35. */
function namesClasses(minor: number): boolean {
  return minor >= 35;
}

/** Whether a name of a quota limits an extended resource. Upstream: pods.go isExtendedResourceNameForQuota. */
export function isExtendedForQuota(name: string, minor: number): boolean {
  if (!name.startsWith(requestsPrefix)) return false;
  return !isNative(name) || (namesClasses(minor) && name.startsWith(`${requestsPrefix}${classPrefix}`));
}

/** Whether a container requests an extended resource by a name. Upstream: pkg/scheduler/util/utils.go IsDRAExtendedResourceName. */
function isExtended(name: string, minor: number): boolean {
  if (namesClasses(minor) && name.startsWith(classPrefix)) return true;
  if (isNative(name) || name.startsWith(requestsPrefix)) return false;
  return qualifiedName(`${requestsPrefix}${name}`).length === 0;
}

/** The names under which the amounts of a container or a Pod are counted. Upstream: podComputeUsageHelper. */
function countedAs(requests: ResourceList, limits: ResourceList, minor: number): ResourceList {
  const result = new Map([['pods', whole(1)]]);
  for (const [name, amount] of requests) {
    const basic = name === 'cpu' || name === 'memory' || name === 'ephemeral-storage';
    const plain = basic || name.startsWith('hugepages-');
    if (plain) result.set(name, amount);
    if (plain || isExtended(name, minor)) result.set(`${requestsPrefix}${name}`, amount);
  }
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) {
    const limit = limits.get(name);
    if (limit !== undefined) result.set(`limits.${name}`, limit);
  }
  return result;
}

/** What a Pod uses; one that has ended is merely counted. Upstream: pods.go PodUsageFunc. */
export function podUsage(pod: ValueMap, { minor, now }: Surroundings): ResourceList {
  const count = new Map([[counted, whole(1)]]);
  if (hasEnded(pod, now)) return count;
  return add(count, countedAs(podRequests(pod, minor), podLimits(pod, minor), minor));
}

/** Upstream: pods.go QuotaV1Pod. */
function hasEnded(pod: ValueMap, now: string): boolean {
  const phase = stringAt(mapAt(pod, 'status'), 'phase');
  if (phase === 'Failed' || phase === 'Succeeded') return true;
  const grace = metadataOf(pod).get('deletionGracePeriodSeconds');
  const deleted = parseTime(stringAt(metadataOf(pod), 'deletionTimestamp') ?? '');
  if (typeof grace !== 'bigint' || deleted === undefined) return false;
  return (parseTime(now) ?? 0) > deleted + Number(grace);
}

/** Words what containers do not name though a quota has it. Upstream: pods.go Constraints. */
function constraint(names: readonly string[], pod: ValueMap, { minor }: Surroundings): string | undefined {
  if (hasPodLevelResources(pod, minor)) return undefined;
  const missing = new Map<string, string[]>();
  for (const container of [...containersOf(pod, 'containers'), ...containersOf(pod, 'initContainers')]) {
    const resources = mapAt(container, 'resources');
    const named = countedAs(readList(mapAt(resources, 'requests')), readList(mapAt(resources, 'limits')), minor);
    for (const name of names) {
      if (!demanded.has(name) || named.has(name)) continue;
      missing.set(name, [...(missing.get(name) ?? []), stringAt(container, 'name') ?? '']);
    }
  }
  if (missing.size === 0) return undefined;
  const parts = [...missing]
    .sort(([a], [b]) => compareStrings(a, b))
    .map(([name, containers]) => `${name} for: ${[...new Set(containers)].sort(compareStrings).join(',')}`);
  return `must specify ${parts.join('; ')}`;
}

/** Upstream: pods.go podMatchesScopeFunc. */
function podMatchesScope(selector: ScopeSelector, pod: ValueMap, { minor }: Surroundings): boolean {
  switch (selector.scope) {
    case 'Terminating':
      return hasDeadline(pod);
    case 'NotTerminating':
      return !hasDeadline(pod);
    case 'BestEffort':
      return isBestEffort(pod, minor);
    case 'NotBestEffort':
      return !isBestEffort(pod, minor);
    case 'PriorityClass':
      return selects(selector, stringAt(mapAt(pod, 'spec'), 'priorityClassName') || undefined);
    case 'CrossNamespacePodAffinity':
      return looksAcrossNamespaces(pod);
    default:
      return false;
  }
}

/** Upstream: pods.go IsTerminating. */
function hasDeadline(pod: ValueMap | undefined): boolean {
  const seconds = mapAt(pod, 'spec')?.get('activeDeadlineSeconds');
  return typeof seconds === 'bigint' && seconds >= 0n;
}

/** Upstream: pkg/apis/core/v1/helper/qos/qos.go GetPodQOS. */
function isBestEffort(pod: ValueMap, minor: number): boolean {
  const stated = stringAt(mapAt(pod, 'status'), 'qosClass') ?? '';
  if (stated !== '') return stated === 'BestEffort';
  const own = minor >= 34 ? mapAt(mapAt(pod, 'spec'), 'resources') : undefined;
  const containers = [...containersOf(pod, 'containers'), ...containersOf(pod, 'initContainers')];
  const holders = own === undefined ? containers.map((each) => mapAt(each, 'resources')) : [own];
  return !holders.some((holder) => ['requests', 'limits'].some((which) => hasCompute(mapAt(holder, which))));
}

function hasCompute(amounts: ValueMap | undefined): boolean {
  const list = readList(amounts);
  return ['cpu', 'memory'].some((name) => {
    const amount = list.get(name);
    return amount !== undefined && signOf(amount) > 0;
  });
}

/** Upstream: pods.go usesCrossNamespacePodAffinity. */
function looksAcrossNamespaces(pod: ValueMap): boolean {
  const affinity = mapAt(mapAt(pod, 'spec'), 'affinity');
  return ['podAffinity', 'podAntiAffinity'].some((key) => {
    const rules = mapAt(affinity, key);
    const required = mapsAt(rules, 'requiredDuringSchedulingIgnoredDuringExecution');
    const preferred = mapsAt(rules, 'preferredDuringSchedulingIgnoredDuringExecution');
    const terms = [...required, ...preferred.map((each) => mapAt(each, 'podAffinityTerm'))];
    return terms.some(
      (term) => (listAt(term, 'namespaces') ?? []).length > 0 || term?.has('namespaceSelector') === true,
    );
  });
}
