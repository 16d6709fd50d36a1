/** A stretch of a text, end exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Where two lines differ: what is left of each without what they begin and end with alike. */
export function differingPart(before: string, after: string): { readonly before: Stretch; readonly after: Stretch } {
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shortest - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  // Half a character is none.
  if (isLow(before, head) || isLow(after, head)) head--;
  if (tail > 0 && (isLow(before, before.length - tail) || isLow(after, after.length - tail))) tail--;
  return { before: { from: head, to: before.length - tail }, after: { from: head, to: after.length - tail } };
}

function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
