import { type AdmissionAttributes, type Cluster, meetsOperator } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { type ResourceList, whole } from '../resource-list.ts';

/** What is asked of the objects that a quota counts. Upstream: k8s.io/api core/v1 ScopedResourceSelectorRequirement. */
export interface ScopeSelector {
  readonly scope: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** The part of a request that an evaluator looks at. */
export type QuotaRequest = Pick<AdmissionAttributes, 'operation' | 'object' | 'old'> & {
  /** Empty for the main resource. */
  readonly subresource: string;
};

/** Where an evaluator looks for other objects, and what time it is. */
export interface Surroundings {
  readonly cluster: Cluster;
  readonly namespace: string;
  /** RFC 3339. */
  readonly now: string;
  /** The minor version of the server: 36. */
  readonly minor: number;
}

/** Measures what objects of a resource use. Upstream: apiserver pkg/quota/v1/interfaces.go Evaluator. */
export interface Evaluator {
  /** Whether a request may change what is used. */
  handles(request: QuotaRequest): boolean;
  /** Those of some names that this evaluator measures. */
  matching(names: readonly string[], at: Surroundings): readonly string[];
  matchesScope(selector: ScopeSelector, object: ValueMap, at: Surroundings): boolean;
  /** What an object lacks so that it can be measured by some names; undefined where it lacks nothing. */
  constraint(names: readonly string[], object: ValueMap, at: Surroundings): string | undefined;
  usage(object: ValueMap, at: Surroundings): ResourceList;
}

/** What most evaluators say. */
export const plainEvaluator: Pick<Evaluator, 'matchesScope' | 'constraint'> = {
  matchesScope: () => false,
  constraint: () => undefined,
};

/** The name under which objects of a resource are counted: `count/deployments.apps`. Upstream: apiserver pkg/quota/v1/generic/evaluator.go ObjectCountQuotaResourceNameFor. */
export function countName(group: string, plural: string): string {
  return group === '' ? `count/${plural}` : `count/${plural}.${group}`;
}

/** Counts objects when they are created. Upstream: apiserver pkg/quota/v1/generic/evaluator.go objectCountEvaluator. */
export function objectCount(names: readonly string[]): Evaluator {
  return {
    ...plainEvaluator,
    handles: ({ operation, subresource }) => subresource === '' && operation === 'CREATE',
    matching: (asked) => asked.filter((name) => names.includes(name)),
    usage: () => new Map(names.map((name) => [name, whole(1)])),
  };
}

/** Whether a main resource is created or updated. */
export function isWrite({ operation, subresource }: QuotaRequest): boolean {
  return subresource === '' && (operation === 'CREATE' || operation === 'UPDATE');
}

/** Whether a scope selector takes a value; an object without a value has none. */
export function selects({ operator, values }: ScopeSelector, value: string | undefined): boolean {
  return meetsOperator(operator, values, value);
}
