/**
 * A range of sizes or costs, both ends included. Numbers are Go's uint64: a sum or product that does not fit is the largest
 * one.
 * Upstream: github.com/google/cel-go checker/cost.go SizeEstimate, CostEstimate.
 */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

export const largest = 2n ** 64n - 1n;

export const unknownSize: Range = { min: 0n, max: largest };

export function fixed(size: bigint): Range {
  return { min: size, max: size };
}

const fit = (value: bigint) => (value > largest ? largest : value);

export function sum(...ranges: readonly Range[]): Range {
  let [min, max] = [0n, 0n];
  for (const range of ranges) [min, max] = [fit(min + range.min), fit(max + range.max)];
  return { min, max };
}

export function product(left: Range, right: Range): Range {
  return { min: fit(left.min * right.min), max: fit(left.max * right.max) };
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

/** The smaller of two whole numbers, of which Math.min takes none. */
export function smaller(left: bigint, right: bigint): bigint {
  return right < left ? right : left;
}

export function union(left: Range, right: Range): Range {
  return { min: smaller(left.min, right.min), max: -smaller(-left.max, -right.max) };
}
