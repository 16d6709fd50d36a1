/**
 * How much of a line is drawn at most: UTF-16 code units, segments (what follows them has no tokens and tints), boxes,
 * and hints.
 */
export const lineLimits = { length: 5000, segments: 200, boxes: 20, hints: 10 } as const;

/** Where a range ends that has at most `length` code units, without a half of a character. */
export function cutAt(text: string, from: number, to: number, length: number): number {
  if (to - from <= length) return to;
  const end = from + length;
  return /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end;
}
