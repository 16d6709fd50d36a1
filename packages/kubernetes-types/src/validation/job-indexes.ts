/** The number of indexes that a text names; a fault where the text cannot be read. */
export interface Indexes {
  readonly count: number;
  readonly fault?: string;
}

/**
 * Reads the indexes of a Job's Pods from a text such as `0-2,5`. They must rise and stay below the completions.
 * Upstream: k8s.io/kubernetes pkg/apis/batch/validation/validation.go validateIndexesFormat.
 */
export function indexesIn(value: string, completions: number): Indexes {
  if (value === '') return { count: 0 };
  let count = 0;
  let last: number | undefined;
  for (const part of value.split(',')) {
    const read = interval(part, completions);
    if (typeof read === 'string') return { count: 0, fault: read };
    const [first, end] = read;
    if (last !== undefined && last >= first) return { count: 0, fault: unordered(last, first) };
    count += end - first + 1;
    last = end;
  }
  return { count };
}

function unordered(previous: number, current: number): string {
  return `non-increasing order, previous: ${previous}, current: ${current}`;
}

/** Both ends of an interval, or why there is none. */
function interval(part: string, completions: number): readonly [number, number] | string {
  const limits = part.split('-');
  if (limits.length > 2) {
    return `the fragment ${JSON.stringify(part)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  }
  for (const limit of limits) {
    if (!/^[+-]?[0-9]+$/.test(limit)) return `cannot convert string to integer for index: ${JSON.stringify(limit)}`;
    if (Number(limit) >= completions) return `too large index: ${JSON.stringify(limit)}`;
  }
  const [first = 0, end = first] = limits.map(Number);
  return limits.length > 1 && first >= end ? unordered(first, end) : [first, end];
}
