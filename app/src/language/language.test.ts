import { describe, expect, test } from 'vitest';
import { english } from './english/index.ts';
import { languageFor } from './language.ts';

test.each([
  [[], 'en'],
  [['en-GB', 'uk'], 'en'],
  [['fr', 'de-AT'], 'en'],
] as const)('for %j the page speaks %s', (wanted, code) => {
  expect(languageFor(wanted)).toBe(code);
});

/** Every word of a dictionary by its path; functions stand for themselves. */
function leaves(words: object, path = ''): readonly (readonly [path: string, word: unknown])[] {
  return Object.entries(words).flatMap(([key, word]) =>
    typeof word === 'object' && word !== null ? leaves(word, `${path}.${key}`) : [[`${path}.${key}`, word] as const],
  );
}

describe('English', () => {
  test('says something everywhere, in plain text', () => {
    for (const [path, word] of leaves(english)) {
      if (typeof word === 'function') continue;
      expect(word, path).toEqual(expect.stringMatching(/\S/));
      expect(word, path).not.toMatch(/[<>]|\s$|^\s/);
    }
  });
});
