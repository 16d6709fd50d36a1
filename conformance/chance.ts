/** A repeatable source of chance: the same seed gives the same choices. */
export interface Chance {
  /** A whole number from 0 up to, not including, `below`. */
  integer(below: number): number;
  /** True once in `outOf` times. */
  once(outOf: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/** Chance from a seed, by the mulberry32 recurrence: 32 bits of state are plenty for test data. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const integer = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
  return {
    integer,
    once: (outOf) => integer(outOf) === 0,
    pick: (from) => from[integer(from.length)] ?? from[0],
  };
}
