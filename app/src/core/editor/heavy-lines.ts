import { visibleText } from '@managed-fields/foreign-text';
import { lineLimits, lineStarts } from '@managed-fields/rendering';

/** What an editor draws of a screen of lines without a pause: lines, and letters in all of them. */
const screen = { lines: 60, length: 12_000 } as const;

/**
 * Whether a screen of a text can hold lines so long that an editor which draws each as a whole would stop: it has to wrap
 * them, and then draws what is seen. A character that is shown by its number counts as that.
 */
export function hasHeavyLines(text: string): boolean {
  const starts = lineStarts(text);
  const drawn: number[] = [];
  let sum = 0;
  for (const [line, from] of starts.entries()) {
    const to = Math.min((starts[line + 1] ?? text.length + 1) - 1, from + lineLimits.length);
    const length = visibleText(text.slice(from, to)).length;
    drawn.push(length);
    sum += length - (drawn[line - screen.lines] ?? 0);
    if (sum > screen.length) return true;
  }
  return false;
}
