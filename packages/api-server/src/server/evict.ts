import {
  invalid as complain,
  entriesOf,
  isDeleting,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  stringAt,
  textAt,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { admitValidated } from './admission.ts';
import { type Answer, refuse } from './answer.ts';
import { hasChange } from './changes.ts';
import { type Cluster, catalogOf } from './cluster.ts';
import { preconditions, removeWith } from './delete.ts';
import { dryRunsIn, optionsInBody } from './delete-options.ts';
import { type Endpoint, findEndpoint } from './endpoint.ts';
import { changeObject } from './object-change.ts';
import { checkDeleteOptions, type DeleteOptions, ignoreReadErrors } from './options.ts';
import { selects } from './selector.ts';
import { badRequest, forbidden, invalid, notFound, type Refusal, success, tooManyRequests, untyped } from './status.ts';
import { objectAt, objectsOf } from './storage.ts';
import { recordedChange } from './view-change.ts';
import { withCondition } from './with-condition.ts';
import type { Work } from './work.ts';

/**
 * Evicts a Pod, where its PodDisruptionBudget lets it: marks and deletes it.
 * Upstream: k8s.io/kubernetes pkg/registry/core/pod/storage/eviction.go EvictionREST.Create.
 */
export function evict(asked: Work, eviction: ValueMap, dryRun: boolean): Answer {
  const { cluster, endpoint } = asked;
  const { name, namespace } = endpoint.route;
  if (name !== metadataText(eviction, 'name')) {
    return refuse(cluster, badRequest('name in URL does not match name in Eviction object'));
  }
  const sent = mapAt(eviction, 'deleteOptions') ?? new Map<string, Value>();
  const given = optionsInBody(sent);
  const dryRuns = dryRunsIn(sent);
  const refused = refusedOptions(name, sent, dryRuns, dryRun);
  if (refused !== undefined) return refuse(cluster, refused);
  const options = { ...given, dryRun: given.dryRun || dryRun };
  const passed = admitValidated(asked, { operation: 'CREATE', object: eviction, old: undefined, dryRun });
  if (passed.kind === 'refused') return refuse(cluster, passed);
  const work = { ...asked, cluster: passed.cluster };
  const pod = objectAt(cluster, 'v1', 'pods', namespace, name);
  if (pod === undefined) return refuse(cluster, notFound({ group: '', name: 'pods' }, name));
  const phase = textAt(mapAt(pod, 'status'), 'phase');
  if (isDeleting(pod) || ['Succeeded', 'Failed', 'Pending'].includes(phase)) {
    return markAndRemove(work, pod, options, dryRuns);
  }
  const counted = countedDown(work, pod, options.dryRun);
  if ('kind' in counted) return refuse(cluster, counted);
  const { uncountedIn } = counted;
  if (uncountedIn === undefined) return markAndRemove({ ...work, cluster: counted.cluster }, pod, options, dryRuns);
  // Of a Pod that counts for nothing in its budget, the version must be the one that was looked at.
  const answer = markAndRemove(work, pod, { ...options, resourceVersion: undefined }, dryRuns);
  const isAgain = answer.code === 409 && options.resourceVersion === undefined;
  return isAgain ? refuse(answer.cluster, inProcess(uncountedIn)) : answer;
}

/** What is wrong with the options of a delete in an Eviction. Upstream: eviction.go EvictionREST.Create, propagateDryRun. */
function refusedOptions(
  name: string,
  sent: ValueMap,
  dryRuns: readonly string[],
  dryRun: boolean,
): Refusal | undefined {
  if (sent.get(ignoreReadErrors) === true) {
    const why = 'can not be set for pod eviction, try after removing the option';
    return invalid({ group: 'policy', name: 'Eviction' }, name, [
      complain(`deleteOptions.${ignoreReadErrors}`, true, why),
    ]);
  }
  if (!dryRun || dryRuns.length === 0 || dryRuns.join(' ') === 'All') return undefined;
  return untyped(`Non-matching dry-run options in request and content: [All] and [${dryRuns.join(' ')}]`);
}

/** The cluster after a budget was asked; `uncountedIn` names it where the Pod is not ready, and it lets it go as such. */
interface Counted {
  readonly cluster: Cluster;
  readonly uncountedIn?: string;
}

/** The cluster after the budget of a Pod counted its eviction, or why it does not let the Pod go. */
function countedDown(work: Work, pod: ValueMap, dryRun: boolean): Counted | Refusal {
  const { cluster, endpoint } = work;
  const labels = mapAt(metadataOf(pod), 'labels');
  const all = objectsOf(cluster, 'policy/v1', 'poddisruptionbudgets', endpoint.route.namespace);
  const [budget, ...others] = all.filter((each) => {
    const selector = mapAt(mapAt(each, 'spec'), 'selector');
    return selector !== undefined && selects(selector, labels);
  });
  if (budget === undefined) return { cluster };
  if (others.length > 0) {
    return untyped('This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.');
  }
  const status = mapAt(budget, 'status') ?? new Map<string, Value>();
  const [healthy, desired] = [numberAt(status, 'currentHealthy'), numberAt(status, 'desiredHealthy')];
  const always = stringAt(mapAt(budget, 'spec'), 'unhealthyPodEvictionPolicy') === 'AlwaysAllow';
  if (!isReady(pod) && (always || (healthy >= desired && desired > 0n))) {
    return { cluster, uncountedIn: metadataText(budget, 'name') };
  }
  return checkAndDecrement(work, budget, status, dryRun);
}

/** Upstream: eviction.go checkAndDecrement. */
function checkAndDecrement(
  work: Work,
  budget: ValueMap,
  status: ValueMap,
  dryRun: boolean,
): { readonly cluster: Cluster } | Refusal {
  const { cluster, endpoint } = work;
  const name = metadataText(budget, 'name');
  const left = numberAt(status, 'disruptionsAllowed');
  const disrupted = mapAt(status, 'disruptedPods') ?? new Map<string, Value>();
  if (numberAt(status, 'observedGeneration') < numberAt(metadataOf(budget), 'generation')) {
    return inProcess(name);
  }
  const refused = (why: string, told: string) =>
    forbidden(
      { group: 'policy', name: 'poddisruptionbudget' },
      name,
      why,
      hasChange('tellsBudget', endpoint) ? [{ reason: 'DisruptionBudget', message: `${noneNow(name)}: ${told}` }] : [],
    );
  if (left < 0n) return refused('pdb disruptions allowed is negative', 'pdb disruptions allowed is negative');
  if (disrupted.size > 2000) {
    return refused(
      'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
      'too many pending evictions not confirmed by PDB controller',
    );
  }
  if (left === 0n) return tooMany(whyNone(name, status, hasChange('tellsCondition', endpoint)), 0n);
  if (dryRun) return { cluster };
  const counted = new Map(status);
  counted.set('disruptionsAllowed', left - 1n);
  counted.set('disruptedPods', new Map(disrupted).set(endpoint.route.name, work.now));
  if (left === 1n) counted.set('conditions', withNoneLeft(status, work.now));
  const place = { ...endpoint.route, group: 'policy', version: 'v1', plural: 'poddisruptionbudgets', name };
  return written(work, { ...place, subresource: 'status' }, true, (live) => withEntry(live, 'status', counted));
}

/**
 * The conditions of a budget that lets no further Pod go; the time stays where it let none go before.
 * Upstream: k8s.io/component-helpers apps/poddisruptionbudget/helpers.go UpdateDisruptionAllowedCondition.
 */
function withNoneLeft(status: ValueMap, now: string): Value {
  const conditions = listAt(status, 'conditions') ?? [];
  const before = conditions.filter(isMap).find((each) => each.get('type') === 'DisruptionAllowed');
  const made = new Map<string, Value>([
    ['type', 'DisruptionAllowed'],
    ['status', 'False'],
    ['observedGeneration', numberAt(status, 'observedGeneration')],
    ['lastTransitionTime', (before?.get('status') === 'False' ? before.get('lastTransitionTime') : undefined) ?? now],
    ['reason', 'InsufficientPods'],
    ['message', ''],
  ]);
  return before === undefined ? [...conditions, made] : conditions.map((each) => (each === before ? made : each));
}

function whyNone(name: string, status: ValueMap, tellsCondition: boolean): string {
  const conditions = (listAt(status, 'conditions') ?? []).filter(isMap);
  const condition = conditions.find((each) => each.get('type') === 'DisruptionAllowed');
  const [reason, message] = [textAt(condition, 'reason'), textAt(condition, 'message')];
  const isTold = tellsCondition && condition?.get('status') === 'False' && message !== '';
  const none = noneNow(name);
  if (isTold && reason === 'SyncFailed') return `${none} because it failed sync: ${message}`;
  const [healthy, desired] = [numberAt(status, 'currentHealthy'), numberAt(status, 'desiredHealthy')];
  if (healthy <= desired || !tellsCondition)
    return `The disruption budget ${name} needs ${desired} healthy pods and has ${healthy} currently`;
  return isTold ? `${none} (${reason}): ${message}` : none;
}

function noneNow(name: string): string {
  return `The disruption budget ${name} does not allow evicting pods currently`;
}

/** Upstream: eviction.go createTooManyRequestsError. */
function inProcess(name: string): Refusal {
  return tooMany(`The disruption budget ${name} is still being processed by the server.`, 10n);
}

function tooMany(message: string, seconds: bigint): Refusal {
  const why = "Cannot evict pod as it would violate the pod's disruption budget.";
  return tooManyRequests(why, { reason: 'DisruptionBudget', message }, seconds);
}

/**
 * Marks a Pod, where its preconditions are met, and deletes it, both past admission. Other options of the delete are looked at
 * once it is marked.
 * Upstream: eviction.go addConditionAndDeletePod.
 */
function markAndRemove(asked: Work, pod: ValueMap, options: DeleteOptions, dryRuns: readonly string[]): Answer {
  const work: Work = { ...asked, pastAdmission: true };
  const pods = { ...work.endpoint.route, plural: 'pods', subresource: '' };
  let { cluster } = work;
  const endpoint = endpointOf(cluster, pods);
  let wanted = options;
  if (!options.dryRun) {
    const { uid, resourceVersion } = options;
    const named = { ...options, uid: uid || undefined, resourceVersion: resourceVersion || undefined };
    const unmet = preconditions({ ...work, endpoint }, named, pod);
    if (unmet !== undefined) return refuse(cluster, unmet);
    const words = { reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' };
    const marked = written(work, { ...pods, subresource: 'status' }, false, (live) =>
      withCondition(live, { type: 'DisruptionTarget', ...words }, work.now),
    );
    if ('kind' in marked) return refuse(cluster, marked);
    cluster = marked.cluster;
    // The mark changed the version that was asked for.
    wanted = { ...options, resourceVersion: undefined };
  }
  const refused = checkDeleteOptions(wanted, dryRuns, cluster.builtin);
  if (refused !== undefined) return refuse(cluster, refused);
  const removed = removeWith({ ...work, cluster, endpoint }, wanted);
  if (removed.code >= 400) return removed;
  const told =
    hasChange('tellsPod', endpoint) && isMap(removed.body) ? metadataText(removed.body, 'resourceVersion') : '';
  return { cluster: removed.cluster, code: 201, body: success(201, told) };
}

/**
 * Writes a changed status, as the server does to itself: as a client of its own, or, where `owned` is false, past the
 * handlers, so that nobody owns what it changes.
 */
function written(
  work: Work,
  route: Endpoint['route'],
  owned: boolean,
  change: (live: ValueMap) => ValueMap,
): { readonly cluster: Cluster } | Refusal {
  const endpoint = endpointOf(work.cluster, route);
  const manager = 'kube-apiserver';
  const rules = { dryRun: false, mayCreate: false, uid: '' };
  const answer = changeObject({ ...work, endpoint }, rules, { operation: 'Update', manager }, (live) =>
    owned
      ? recordedChange(endpoint, live, change(live), entriesOf(live), manager, work.now)
      : { kind: 'object', object: change(live), trace: undefined },
  );
  return answer.code < 400 ? { cluster: answer.cluster } : { kind: 'refused', code: answer.code, body: answer.body };
}

function endpointOf(cluster: Cluster, route: Endpoint['route']): Endpoint {
  const endpoint = findEndpoint(catalogOf(cluster), route);
  if (endpoint === undefined) throw new Error(`a server without ${route.plural}`);
  return endpoint;
}

function isReady(pod: ValueMap): boolean {
  const conditions = listAt(mapAt(pod, 'status'), 'conditions') ?? [];
  return conditions.some((each) => isMap(each) && each.get('type') === 'Ready' && each.get('status') === 'True');
}

function numberAt(map: ValueMap, key: string): bigint {
  const value = map.get(key);
  return typeof value === 'bigint' ? value : 0n;
}
