/**
 * A range of sizes or costs, both ends included. Numbers are Go's uint64: a sum or product that does not fit is the largest
 * one. Since v1.38 the size of a list or map has the sizes of its items or values with it, and those of its keys.
 * Upstream: github.com/google/cel-go checker/cost.go SizeEstimate, CostEstimate; since v0.33 common/cost/cost.go.
 */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
  readonly key?: Range | undefined;
  readonly item?: Range | undefined;
}

export const largest = 2n ** 64n - 1n;

/** The range of nothing yet, to which others are joined. */
export const emptyRange: Range = { min: largest, max: 0n };

export const unknownSize: Range = { min: 0n, max: largest };

export function fixed(size: bigint): Range {
  return { min: size, max: size };
}

const fit = (value: bigint) => (value > largest ? largest : value);

export function sum(...ranges: readonly Range[]): Range {
  return ranges.reduce(plus, fixed(0n));
}

function plus(left: Range, right: Range): Range {
  return inside({ min: fit(left.min + right.min), max: fit(left.max + right.max) }, left, right);
}

export function product(left: Range, right: Range): Range {
  return inside({ min: fit(left.min * right.min), max: fit(left.max * right.max) }, left, right);
}

/** Multiplies by a factor in floating point, as upstream does, and rounds up. */
export function scaled({ min, max }: Range, factor: number): Range {
  const by = (value: bigint) => {
    const float = Number(value);
    if (float > 0 && factor > 0 && float > 2 ** 64 / factor) return largest;
    const result = Math.ceil(float * factor);
    return result >= 2 ** 64 ? largest : BigInt(result);
  };
  return { min: by(min), max: by(max) };
}

/**
 * Divides and rounds up; what has no limit keeps none.
 * Upstream: cel-go common/cost/helper.go scale.
 */
export function divided({ min, max }: Range, by: bigint): Range {
  const part = (value: bigint) => (value === largest ? largest : (value + by - 1n) / by);
  return { min: part(min), max: part(max) };
}

/** The smaller of two whole numbers, of which Math.min takes none. */
export function smaller(left: bigint, right: bigint): bigint {
  return right < left ? right : left;
}

export function union(left: Range, right: Range): Range {
  return inside({ min: smaller(left.min, right.min), max: -smaller(-left.max, -right.max) }, left, right);
}

/** Either of two sizes; the one that is known where the other is not. */
export function either(left: Range | undefined, right: Range | undefined): Range | undefined {
  return left === undefined || right === undefined ? (left ?? right) : union(left, right);
}

/** A size with the sizes inside of two others. */
function inside({ min, max }: Range, left: Range, right: Range): Range {
  const key = either(left.key, right.key);
  const item = either(left.item, right.item);
  return key === undefined && item === undefined ? { min, max } : { min, max, key, item };
}
