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

describe('time grows with the text', () => {
  it.each(['^(a+)+$', '(a|aa)*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(x+x+)+y'])('%s', (pattern) => {
    const compiled = compilePattern(pattern);
    // A matcher that tries one way after the other would not come back from this.
    expect(compiled.kind === 'pattern' && compiled.test(`${'a'.repeat(3000)}!`)).toBe(false);
  });
});
