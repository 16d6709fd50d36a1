/** Where the lines of a text begin, in UTF-16 code units; always at least one line. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The index of the line that holds an offset. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The columns that a text takes in a monospaced font: wide characters of East Asian scripts take two. */
export function columns(text: string): number {
  if (!maybeWide.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}

/** What may be wide, or takes two code units, begins here; most texts have none of it. */
const maybeWide = /[\u1100-\uffff]/;

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]/u;

/**
 * How much of a line is drawn at most: UTF-16 code units, segments (what follows them has no tokens and tints), boxes,
 * and hints.
 */
export const lineLimits = { length: 5000, segments: 200, boxes: 20, hints: 10 } as const;

/** The columns that a class can say of where a box begins and how wide it is; more are drawn as many. */
export const boxColumns = 120;

/** Where a range ends that has at most `length` code units, without a half of a character. */
export function cutAt(text: string, from: number, to: number, length: number): number {
  if (to - from <= length) return to;
  const end = from + length;
  return /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end;
}

/** The classes of an annotated text: they make room for its lanes of bars, and for line numbers of four or more digits. */
export function codeClass({ lanes, count }: { readonly lanes: number; readonly count: number }): string {
  const digits = String(count).length;
  return `mf-code mf-lanes-${lanes}${digits > 3 ? ` mf-digits-${Math.min(digits, 5)}` : ''}`;
}
