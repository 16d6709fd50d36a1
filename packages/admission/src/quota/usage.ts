import { catalogOf, objectsOf } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { add, mask, type ResourceList, zero } from '../resource-list.ts';
import type { Evaluator, ScopeSelector, Surroundings } from './evaluator.ts';
import { evaluatorOf } from './registry.ts';

/**
 * What the stored objects of a namespace use of the names that a quota limits; names that nothing measures are left out.
 * Upstream: apiserver pkg/quota/v1/resources.go CalculateUsage, generic/evaluator.go CalculateUsageStats.
 */
export function usageOf(hard: ResourceList, scopes: readonly ScopeSelector[], at: Surroundings): ResourceList {
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
