import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { amountOf, compareAmounts } from './amount.ts';

/** Fields that hold amounts by name, or one amount. */
const amountMaps = new Set([
  'limits',
  'requests',
  'capacity',
  'allocatable',
  'allocatedResources',
  'hard',
  'used',
  'overhead',
  'min',
  'max',
  'default',
  'defaultRequest',
  'maxLimitRequestRatio',
]);
/** Fields that hold a map and not a struct, so that empty and nil are equal. */
const maps = new Set([
  ...amountMaps,
  'allocatedResourceStatuses',
  'annotations',
  'binaryData',
  'data',
  'labels',
  'matchLabels',
  'nodeSelector',
  'options',
  'parameters',
  'podFixed',
  'volumeAttributes',
]);
const amounts = new Set(['sizeLimit', 'divisor', 'averageValue']);

/**
 * Whether two encoded values mean the same: nil equals empty lists and maps, and amounts of the same size are equal.
 * Upstream: k8s.io/apimachinery pkg/api/equality/semantic.go, third_party/forked/golang/reflect/deep_equal.go.
 */
export function sameMeaning(a: Value | undefined, b: Value | undefined): boolean {
  return same(a, b, '');
}

/** Whether two objects have the same meaning at a path of fields. */
export function sameAt(a: ValueMap, b: ValueMap, ...path: readonly string[]): boolean {
  let x: Value | undefined = a;
  let y: Value | undefined = b;
  for (const field of path) {
    x = isMap(x) ? x.get(field) : undefined;
    y = isMap(y) ? y.get(field) : undefined;
  }
  return same(x, y, path.at(-1) ?? '');
}

function same(a: Value | undefined, b: Value | undefined, field: string): boolean {
  if (a === b) return true;
  if (isNil(a, field) || isNil(b, field)) return isNil(a, field) && isNil(b, field);
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => same(item, b[i], ''));
  if (isMap(a)) return isMap(b) && sameEntries(a, b, field);
  if (amounts.has(field)) return sameAmount(a, b);
  // A float is no integer, be it whole; only free JSON holds both.
  return false;
}

function isNil(value: Value | undefined, field: string): value is null | undefined {
  if (isMap(value)) return value.size === 0 && maps.has(field);
  return value === undefined || value === null || (isList(value) && value.length === 0);
}

function sameEntries(a: ValueMap, b: ValueMap, field: string): boolean {
  const entry = amountMaps.has(field) ? sameAmount : undefined;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (!(entry?.(value, other) ?? same(value, other, key))) return false;
  }
  for (const [key, value] of b) if (!a.has(key) && !isNil(value, key)) return false;
  return true;
}

function sameAmount(a: Value | undefined, b: Value | undefined): boolean {
  const x = amountOf(a);
  const y = amountOf(b);
  if (x === undefined || y === undefined) return same(a, b, '');
  return compareAmounts(x, y) === 0;
}
