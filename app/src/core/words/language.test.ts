import { staticWords } from '@managed-fields/rendering';
import { loadMessages } from '@managed-fields/words/load';
import * as englishMessages from '@managed-fields/words/messages/en';
import { describe, expect, test } from 'vitest';
import { english as englishPage } from './english.ts';
import { later as englishLater } from './english-later.ts';
import { type LanguageCode, languageFor, languageName, languages } from './language.ts';
import { loadDictionary } from './other-language.ts';

/** All that is said in a language: by the page, by frames, by static views and by surveys. */
async function saidIn(code: LanguageCode) {
  const messages = code === 'en' ? englishMessages : await loadMessages(code);
  const { words, later } = code === 'en' ? { words: englishPage, later: englishLater } : await loadDictionary(code);
  const { embed, guard, framed, findings, report } = messages;
  const { staticView } = staticWords(messages);
  return { ...words, ...later, embed, guard, framed, findings, report, staticView };
}

const english = await saidIn('en');
const others = languages.filter((code) => code !== 'en');

test('each language has the name that it gives itself', () => {
  expect(languages.map(languageName)).toEqual(expect.arrayContaining(['English', 'Українська', '简体中文']));
});

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

/** Where the words are the same in every language: names, commands, keys and forms of data. */
const sameEverywhere =
  /^\.(?:page\.(?:title|titleShort|version|sameAnswers)|managers\.meanings\..*|step\.(?:userAgent|userUid|validations\..*|objectFields\..*)|steps\.(?:forced|kindNames\.crd)|wire\.forms\..*|schema\.\w+Hint|bring\.errorPlaceholder|help\.terms\.(?:managedFields|apply|update|force|lastApplied|prune|beforeFirstApply|ancientChanges|resourceVersion|userAgent|cel|featureGate|rbac|webhook)\.term|command\.originalIs|result\.(?:lastApplied|viewNames\.entries)|survey\.(?:columns\.managedFieldsBytes|totalColumns\.bytes)|share\.(?:wayNames\.(?:markdown|frame)|fileForms\..*)|embed\.viewNames\.managedfields)$/;

/** English words that stand in no name, command or form of data. */
const englishWords = /\b(?:the|is|are|was|of|and|or|with|nobody|owns|this|that|it)\b/i;

/** The texts of a function that makes sentences, without what is put into them. */
function textsIn(sentence: unknown): string {
  const literals = String(sentence).match(/`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g) ?? [];
  // What has no space is a code.
  const sentences = literals.filter((literal) => literal.includes(' '));
  return sentences.map((literal) => literal.replace(/\$\{[^}]*\}/g, '…')).join(' ');
}

test.each(languages)('%s says everything, in plain text', async (code) => {
  const told = new Map(leaves(await saidIn(code)));
  const paths = leaves(english).map(([path]) => path);
  expect([...told.keys()].sort()).toEqual(paths.sort());
  for (const [path, word] of told) {
    if (typeof word === 'function') continue;
    expect(word, path).toEqual(expect.stringMatching(/\S/));
    expect(word, path).not.toMatch(/[<>]|\s$|^\s/);
  }
});

test.each(others)('%s leaves nothing in English but what is the same everywhere', async (code) => {
  const source = new Map(leaves(english));
  for (const [path, word] of leaves(await saidIn(code))) {
    if (typeof word === 'function') expect(textsIn(word), path).not.toMatch(englishWords);
    else if (!sameEverywhere.test(path)) expect(word, path).not.toBe(source.get(path));
  }
});

describe('English', () => {
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
