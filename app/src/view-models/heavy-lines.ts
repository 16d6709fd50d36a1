import { lineLimits, lineStarts } from '@managed-fields/rendering';

/** What an editor draws of a screen of lines without a pause: lines, and UTF-16 code units in all of them. */
const screen = { lines: 60, length: 12_000 } as const;

/**
 * Whether a screen of a text can hold lines so long that an editor which draws each as a whole would stop: it has to wrap
 * them, and then draws what is seen.
 */
export function hasHeavyLines(text: string): boolean {
  const starts = lineStarts(text);
  if (text.length <= screen.length) return false;
  const drawn = starts.map((from, line) =>
    Math.min((starts[line + 1] ?? text.length + 1) - 1 - from, lineLimits.length),
  );
  let sum = 0;
  for (const [line, length] of drawn.entries()) {
    sum += length - (drawn[line - screen.lines] ?? 0);
    if (sum > screen.length) return true;
  }
  return false;
}
