import { type Cluster, catalogOf, objectsOf, type Refusal, serve } from '@managed-fields/api-server';
import {
  listAt,
  mapAt,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
import { add, mask, type ResourceList, readList, writeList, zero } from '../resource-list.ts';
import type { Quota } from './check-request.ts';
import type { Evaluator, ScopeSelector, Surroundings } from './evaluator.ts';
import { evaluatorOf } from './registry.ts';

/** A quota with the object that it was read from. */
export interface StoredQuota extends Quota {
  readonly object: ValueMap;
  /** Whether its status is what the controller of quotas would have written by now. */
  readonly assumed: boolean;
}

/**
 * The quotas of a namespace, in the order of their creation; a server has no order. Where the controllers are taken for
 * granted, a quota without limits in its status gets those of its spec, and what the objects of the namespace use.
 */
export function quotasOf(at: Surroundings): readonly StoredQuota[] {
  return objectsOf(at.cluster, 'v1', 'resourcequotas', at.namespace).map((object) => {
    const status = mapAt(object, 'status');
    const name = metadataText(object, 'name');
    const scopes = scopesOf(object);
    const hard = readList(mapAt(status, 'hard'));
    if (hard.size > 0 || at.cluster.admission?.controllers !== true) {
      return { name, scopes, hard, used: readList(mapAt(status, 'used')), object, assumed: false };
    }
    const limits = readList(mapAt(mapAt(object, 'spec'), 'hard'));
    return { name, scopes, hard: limits, used: usageOf(limits, scopes, at), object, assumed: true };
  });
}

/** Upstream: apiserver pkg/admission/plugin/resourcequota/controller.go getScopeSelectorsFromQuota. */
export function scopesOf(quota: ValueMap): readonly ScopeSelector[] {
  const spec = mapAt(quota, 'spec');
  const plain = textsOf(spec, 'scopes').map((scope) => ({ scope, operator: 'Exists', values: [] }));
  const selectors = mapsAt(mapAt(spec, 'scopeSelector'), 'matchExpressions').map((each) => ({
    scope: stringAt(each, 'scopeName') ?? '',
    operator: stringAt(each, 'operator') ?? '',
    values: textsOf(each, 'values'),
  }));
  return [...plain, ...selectors];
}

function textsOf(map: ValueMap | undefined, key: string): readonly string[] {
  return (listAt(map, key) ?? []).filter((value): value is string => typeof value === 'string');
}

/** The state after a quota was charged, or the server's refusal to write that. */
export type ChargedQuota = { readonly kind: 'written'; readonly cluster: Cluster } | Refusal;

/**
 * Writes what a quota has used as the server does: as a client of its own. A status that the controller of quotas would
 * have written is written first.
 * Upstream: apiserver pkg/admission/plugin/resourcequota/resource_access.go UpdateQuotaStatus, and
 * k8s.io/kubernetes pkg/controller/resourcequota/resource_quota_controller.go syncResourceQuota.
 */
export function writeUsed(cluster: Cluster, quota: StoredQuota, used: ResourceList, now: string): ChargedQuota {
  const { object, name, hard } = quota;
  if (!quota.assumed) return writeStatus(cluster, withUsed(object, used), 'kube-apiserver', now);
  const status = new Map<string, Value>([
    ['hard', writeList(hard)],
    ['used', writeList(quota.used)],
  ]);
  const counted = writeStatus(cluster, withEntry(object, 'status', status), 'kube-controller-manager', now);
  if (counted.kind !== 'written') return counted;
  const namespace = metadataText(object, 'namespace');
  const after = objectsOf(counted.cluster, 'v1', 'resourcequotas', namespace);
  const stored = after.find((each) => metadataText(each, 'name') === name) ?? object;
  return writeStatus(counted.cluster, withUsed(stored, used), 'kube-apiserver', now);
}

function withUsed(quota: ValueMap, used: ResourceList): ValueMap {
  return withEntry(quota, 'status', withEntry(mapAt(quota, 'status') ?? new Map(), 'used', writeList(used)));
}

function writeStatus(cluster: Cluster, quota: ValueMap, userAgent: string, now: string): ChargedQuota {
  const [namespace, name] = [metadataText(quota, 'namespace'), metadataText(quota, 'name')];
  const path = `/api/v1/namespaces/${namespace}/resourcequotas/${name}/status`;
  const body = { kind: 'value', value: quota, duplicates: [] } as const;
  const sent = { method: 'PUT', path, query: new Map(), contentType: 'application/json', userAgent, body } as const;
  const { cluster: after, response } = serve(cluster, sent, now);
  if (response.code === 200) return { kind: 'written', cluster: after };
  return { kind: 'refused', code: response.code, body: response.body };
}

/**
 * What the stored objects of a namespace use of the names that a quota limits; names that nothing measures are left out.
 * Upstream: apiserver pkg/quota/v1/resources.go CalculateUsage, generic/evaluator.go CalculateUsageStats.
 */
function usageOf(hard: ResourceList, scopes: readonly ScopeSelector[], at: Surroundings): ResourceList {
  let used: ResourceList = new Map();
  for (const { group, plural, preferredVersion, namespaced } of catalogOf(at.cluster).names()) {
    const evaluator = namespaced ? evaluatorOf(group, plural, at.minor) : undefined;
    const names = evaluator?.matching([...hard.keys()], at) ?? [];
    if (evaluator === undefined || names.length === 0) continue;
    const apiVersion = group === '' ? preferredVersion : `${group}/${preferredVersion}`;
    const objects = objectsOf(at.cluster, apiVersion, plural, at.namespace);
    used = add(used, mask(sumOf(evaluator, names, scopes, objects, at), hard.keys()));
  }
  return used;
}

function sumOf(
  evaluator: Evaluator,
  names: readonly string[],
  scopes: readonly ScopeSelector[],
  objects: readonly ValueMap[],
  at: Surroundings,
): ResourceList {
  let sum: ResourceList = new Map(names.map((name) => [name, zero]));
  for (const object of objects) {
    if (scopes.every((scope) => evaluator.matchesScope(scope, object, at))) sum = add(sum, evaluator.usage(object, at));
  }
  return sum;
}
