import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './pattern.ts';

interface Case {
  readonly pattern: string;
  /** What Go's regexp.Compile said. */
  readonly error?: string;
  /** Those of the texts in which Go found a match. */
  readonly matches?: readonly string[];
}

const file = readFileSync(new URL('./patterns.cases.json', import.meta.url), 'utf8');
const { texts, patterns }: { texts: readonly string[]; patterns: readonly Case[] } = JSON.parse(file);

describe('patterns mean what they mean to Go', () => {
  it.each(patterns.map((one) => [one.pattern, one] as const))('%j', (_title, { pattern, error, matches }) => {
    const compiled = compilePattern(pattern);
    if (compiled.kind === 'error') expect(compiled.message).toBe(error);
    else expect(texts.filter((text) => compiled.test(text))).toEqual(matches);
  });
});

interface GroupCase {
  readonly pattern: string;
  readonly text: string;
  /** What Go's regexp.FindAllStringSubmatchIndex answered, in bytes of UTF-8; -1 for a group that took no part. */
  readonly matches: readonly (readonly number[])[];
}

const groups: readonly GroupCase[] = JSON.parse(readFileSync(new URL('./groups.cases.json', import.meta.url), 'utf8'));

it('groups match what they match in Go', () => {
  expect(groups.length).toBeGreaterThan(1000);
  const differing = groups.filter(({ pattern, text, matches }) => {
    const compiled = compilePattern(pattern);
    if (compiled.kind === 'error') return true;
    const bytes = (offset: number) => Buffer.byteLength(text.slice(0, offset));
    const found = compiled.findEach(text).map((match) => {
      const ends = [match, ...match.groups].flatMap((each) =>
        each === undefined ? [-1, -1] : [bytes(each.from), bytes(each.to)],
      );
      return ends;
    });
    // Groups at the end that took no part are not counted here.
    const width = Math.max(0, ...matches.map((each) => each.length));
    const padded = found.map((each) => [...each, ...Array<number>(width - each.length).fill(-1)]);
    return JSON.stringify(padded) !== JSON.stringify(matches);
  });
  expect(differing.map(({ pattern, text }) => [pattern, text])).toEqual([]);
});

describe('time grows with the text', () => {
  it.each(['^(a+)+$', '(a|aa)*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(x+x+)+y'])('%s', (pattern) => {
    const compiled = compilePattern(pattern);
    // A matcher that tries one way after the other would not come back from this.
    expect(compiled.kind === 'pattern' && compiled.test(`${'a'.repeat(3000)}!`)).toBe(false);
  });
});
