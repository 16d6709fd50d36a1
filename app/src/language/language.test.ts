import { describe, expect, test } from 'vitest';
import { english } from './english/index.ts';
import { languageFor } from './language.ts';

test.each([
  [[], 'en'],
  [['en-GB', 'uk'], 'en'],
  [['fr', 'de-AT'], 'en'],
  [['fr', 'uk-UA', 'en'], 'uk'],
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

  test('tells items of one key from an atomic whole', () => {
    const view = { path: '.x', range: undefined, key: undefined, value: undefined, leaf: true, preview: '' };
    const item = { ...view, state: 'owned', owners: [0], whole: true } as const;
    const shown = { text: '', managers: [], fields: [], managedFields: undefined };
    const hints = [item, { ...item, repeated: true } as const].map((each) =>
      english.field.hintSentence('atomic', each, shown),
    );
    expect(hints).toEqual(['atomic: owned as a whole', 'one of several of this key: owned together']);
  });
});
