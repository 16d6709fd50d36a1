/** Rows of a list, by their indices from 0; `to` is exclusive. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

/** The rows that are in both; none, at the beginning of the second, where they do not meet. */
export function within(rows: Rows, wanted: Rows): Rows {
  const from = Math.max(rows.from, wanted.from);
  const to = Math.min(rows.to, wanted.to);
  return from < to ? { from, to } : { from: wanted.from, to: wanted.from };
}

/**
 * The rows with more of those that are wanted: first those that follow, then those before, as many as weigh no more than
 * `most` together, and always one where one is missing.
 */
export function grown(rows: Rows, wanted: Rows, most: number, weightOf: (index: number) => number): Rows {
  let { from, to } = rows;
  let left = most;
  const takes = (index: number) => {
    const heavy = weightOf(index);
    const fits = left === most || heavy <= left;
    left -= heavy;
    return fits;
  };
  while (to < wanted.to && takes(to)) to++;
  while (to === wanted.to && from > wanted.from && takes(from - 1)) from--;
  return { from, to };
}
