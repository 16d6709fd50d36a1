import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sameLines } from './same-lines.ts';

const { cases }: { readonly cases: readonly (readonly [before: string, after: string, printed: string])[] } =
  JSON.parse(readFileSync(new URL('same-lines.cases.json', import.meta.url), 'utf8'));

/** Both texts as `diff` prints them whole: the lines with ` `, `-` or `+` before them. */
function printed(before: string, after: string): string {
  let [text, x, y] = ['', 0, 0];
  for (const [toX, toY] of [...sameLines([...before], [...after]), [before.length, after.length] as const]) {
    for (; x < toX; x++) text += `-${before[x]}`;
    for (; y < toY; y++) text += `+${after[y]}`;
    if (x < before.length && y < after.length) text += ` ${before[x]}`;
    [x, y] = [x + 1, y + 1];
  }
  return text;
}

describe('the lines that two texts share', () => {
  test.each(cases)('are those of diff: %s, %s', (before, after, said) => {
    expect(printed(before, after)).toBe(said);
  });

  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}`);

  test.each<readonly [what: string, other: readonly string[], least: number]>([
    ['none of long texts without one', lines.map((line) => `another ${line}`), 0],
    ['all but the changed ones of long texts', lines.map((line, at) => (at % 10 === 0 ? `${line}x` : line)), 18_000],
    ['some of a long text turned round', lines.toReversed(), 1],
    ['many of a long text whose lines were swapped', lines.map((_, at) => lines[at ^ 1] ?? ''), 10_000],
  ])('are %s', (_, other, least) => {
    const same = sameLines(lines, other);
    expect(same.length).toBeGreaterThanOrEqual(least);
    for (const [index, [before, after]] of same.entries()) {
      expect(lines[before] === other[after]).toBe(true);
      const [lastBefore, lastAfter] = same[index - 1] ?? [-1, -1];
      expect(lastBefore < before && lastAfter < after).toBe(true);
    }
  });
});
