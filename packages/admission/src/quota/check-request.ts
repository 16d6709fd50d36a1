import {
  compareQuantities,
  compareStrings,
  metadataText,
  type Quantity,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { add, growth, mask, nonZero, printList, type ResourceList, zero } from '../resource-list.ts';
import type { Evaluator, QuotaRequest, ScopeSelector, Surroundings } from './evaluator.ts';

/** What of a quota decides. */
export interface Quota {
  readonly name: string;
  readonly scopes: readonly ScopeSelector[];
  /** The limits in force: those of its status. */
  readonly hard: ResourceList;
  readonly used: ResourceList;
}

/** What a request comes to: what the quotas that it changes have used then, or why it is forbidden. */
export type Checked =
  | { readonly kind: 'charged'; readonly used: ReadonlyMap<Quota, ResourceList> }
  | { readonly kind: 'forbidden'; readonly why: string };

/**
 * Checks a request against the quotas of its namespace. All have to match before any is charged.
 * Upstream: apiserver pkg/admission/plugin/resourcequota/controller.go CheckRequest.
 */
export function checkRequest(
  quotas: readonly Quota[],
  evaluator: Evaluator,
  request: QuotaRequest & { readonly object: ValueMap },
  at: Surroundings,
): Checked {
  const { object, old } = request;
  const concerned = quotas.filter((quota) => matches(quota, evaluator, object, at));
  for (const quota of concerned) {
    const why = unmet(quota, evaluator, object, at);
    if (why !== undefined) return { kind: 'forbidden', why };
  }
  const usage = evaluator.usage(object, at);
  const negative = [...usage].filter(([, amount]) => compareQuantities(amount, zero) < 0);
  if (negative.length > 0) {
    const why = `quota usage is negative for resource(s): ${printNames(negative.map(([name]) => name))}`;
    return { kind: 'forbidden', why };
  }
  // An update of what is not stored yet counts as a whole.
  const before = old === undefined || metadataText(old, 'resourceVersion') === '' ? undefined : old;
  const more = before === undefined ? usage : growth(usage, evaluator.usage(before, at));
  const used = new Map<Quota, ResourceList>();
  for (const quota of concerned) {
    const counted = before !== undefined && matches(quota, evaluator, before, at);
    const requested = mask(nonZero(counted ? more : usage), quota.hard.keys());
    const sum = add(quota.used, requested);
    const exceeded = [...requested.keys()].filter((name) => isOver(sum.get(name), quota.hard.get(name)));
    if (exceeded.length > 0 && request.subresource !== 'status') {
      const [asked, had, limit] = [requested, quota.used, quota.hard].map((list) => printList(mask(list, exceeded)));
      const why = `exceeded quota: ${quota.name}, requested: ${asked}, used: ${had}, limited: ${limit}`;
      return { kind: 'forbidden', why };
    }
    if (requested.size > 0) used.set(quota, sum);
  }
  return { kind: 'charged', used };
}

function isOver(sum: Quantity | undefined, limit: Quantity | undefined): boolean {
  return sum !== undefined && limit !== undefined && compareQuantities(sum, limit) > 0;
}

/** Whether a quota limits something of an object. Upstream: apiserver pkg/quota/v1/generic/evaluator.go Matches. */
function matches(quota: Quota, evaluator: Evaluator, object: ValueMap, at: Surroundings): boolean {
  if (evaluator.matching([...quota.hard.keys()], at).length === 0) return false;
  return quota.scopes.every((scope) => evaluator.matchesScope(scope, object, at));
}

/** Why an object cannot be counted by a quota. Upstream: controller.go CheckRequest, hasUsageStats. */
function unmet(quota: Quota, evaluator: Evaluator, object: ValueMap, at: Surroundings): string | undefined {
  const names = evaluator.matching([...quota.hard.keys()], at);
  const lacking = evaluator.constraint(names, object, at);
  if (lacking !== undefined) return `failed quota: ${quota.name}: ${lacking}`;
  if (names.every((name) => quota.used.has(name))) return undefined;
  return `status unknown for quota: ${quota.name}, resources: ${printNames(names)}`;
}

function printNames(names: readonly string[]): string {
  return [...names].sort(compareStrings).join(',');
}
