import { type FieldError, forbidden } from '@managed-fields/merge-engine';
import { largest, smaller } from '../../cel/cost/range.ts';

/** What one expression may cost, and all expressions of a schema. Upstream: validation.go StaticEstimatedCostLimit. */
export const mostOfOne = 10_000_000n;
const mostOfAll = 100_000_000n;

/** The product or sum that Go's uint64 holds at most. */
export function atMost(cost: bigint): bigint {
  return smaller(cost, largest);
}

/** The error about a cost above its limit. Upstream: validation.go getCostErrorMessage. */
export function tooExpensive(what: string, cost: bigint, limit: bigint, path: string): FieldError[] {
  if (cost <= limit) return [];
  const factor = Number(cost) / Number(limit);
  const shown = factor > 100 ? 'more than 100' : decimals(factor, factor < 1.5 ? 6 : 1);
  const help =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return [forbidden(path, `${what} exceeds budget by factor of ${shown}x (${help})`)];
}

/** Prints a number as Go's `%.Nf` does: of two numbers that are equally near, the even one. */
function decimals(value: number, digits: number): string {
  const exact = value.toFixed(60);
  const end = exact.indexOf('.') + 1 + digits;
  const isHalf = /^50*$/.test(exact.slice(end));
  const isEven = /[02468]\.?$/.test(exact.slice(0, end));
  return isHalf && isEven ? exact.slice(0, end) : value.toFixed(digits);
}

/** The cost of all expressions of a schema, and which of them cost most. Upstream: cel_validation.go TotalCost. */
export class TotalCost {
  private total = 0n;
  private most: (readonly [path: string, cost: bigint])[] = [];

  add(path: string, cost: bigint): void {
    this.total = atMost(this.total + cost);
    if (cost < mostOfAll / 100n) return;
    this.most = [...this.most, [path, cost] as const].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, 4);
  }

  errors(path: string): FieldError[] {
    if (this.total <= mostOfAll) return [];
    const words = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [...this.most.map(([at]) => forbidden(at, words)), ...tooExpensive(what, this.total, mostOfAll, path)];
  }
}
