import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readLanguages } from '../generate/catalogue.ts';
import { generated } from '../generate/code.ts';
import { differingFiles, generatedFolder, messagesFolder } from '../generate/files.ts';
import { argumentsOf, readMessage } from '../generate/message.ts';
import { pseudoMessage } from '../generate/pseudo.ts';
import { formsOf } from './forms.ts';
import { longer } from './longer.ts';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** Writes catalogues of one feature into a folder of their own. */
function catalogues(languages: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'messages-'));
  made.push(folder);
  for (const [code, texts] of Object.entries(languages)) {
    mkdirSync(join(folder, code));
    writeFileSync(join(folder, code, 'language.json'), JSON.stringify({ name: code }));
    writeFileSync(join(folder, code, 'step.json'), JSON.stringify(texts));
  }
  return folder;
}

test('every language says the same messages with the same arguments', () => {
  expect(readLanguages(messagesFolder).problems).toEqual([]);
});

test('the generated code is that of the messages; `pnpm words` writes it', () => {
  const { languages } = readLanguages(messagesFolder);
  expect(differingFiles(generatedFolder, generated(languages))).toEqual([]);
});

test.each([
  ['missing', { open: 'Open' }, {}, 'uk/step.json: open is missing.'],
  ['superfluous', {}, { open: 'Відкрити' }, 'uk/step.json: open is superfluous: en does not have it.'],
  ['in a group', { a: { open: 'Open' } }, { a: {} }, 'uk/step.json: a.open is missing.'],
  ['no group', { a: { open: 'Open' } }, { a: 'Відкрити' }, 'uk/step.json: a is a message, and in en a group.'],
  ['without an argument', { of: 'of {name}' }, { of: 'чого' }, 'uk/step.json: of does not use {name}.'],
  [
    'with another argument',
    { of: 'of {name}' },
    { of: '{name} {kind}' },
    'uk/step.json: of uses {kind}, which en does not have.',
  ],
  [
    'with another kind of argument',
    { of: 'of {count}' },
    { of: '{count, plural, one {#} other {##}}' },
    'uk/step.json: of takes {count} as number, and en as string | number.',
  ],
  [
    'with other codes',
    { of: '{a, select, x {X} other {}}' },
    { of: '{a, select, y {Y} other {}}' },
    "uk/step.json: of takes {a} as 'y', and en as 'x'.",
  ],
  ['neither', { open: 'Open' }, { open: 3 }, 'uk/step.json: open is neither a message nor a group of messages.'],
])('what is %s is said', (_, en, uk, problem) => {
  expect(readLanguages(catalogues({ en, uk })).problems).toContain(problem);
});

test('what cannot be read is said', () => {
  const [problem] = readLanguages(catalogues({ en: { open: 'Open {' } })).problems;
  expect(problem).toMatch(/^en\/step\.json: open cannot be read: /);
});

test('a file that a language lacks is said', () => {
  const folder = catalogues({ en: { open: 'Open' }, uk: { open: 'Відкрити' } });
  rmSync(join(folder, 'uk', 'step.json'));
  expect(readLanguages(folder).problems).toEqual(['uk/step.json is missing.']);
});

test.each([
  ['{count, plural, one {# field} other {# fields}}', { count: 'number' }],
  ['{count, number} of {all}', { all: 'string | number', count: 'number' }],
  ['{count, plural, other {{count}}} times', { count: 'number' }],
  ['{forced, select, true {force} other {}}', { forced: 'boolean' }],
  ['{kind, select, a {A} b {B} other {}}', { kind: "'a' | 'b'" }],
  ['{kind, select, a {A} other {{kind}}}', { kind: 'string' }],
  ['{end, select, none {open} other {to {end}}}', { end: 'string | number | undefined' }],
])('%s takes its arguments', (text, types) => {
  expect(Object.fromEntries(argumentsOf(readMessage(text)))).toEqual(types);
});

test.each([
  ['{when, date}', 'a message holds arguments, numbers, plurals and selects alone'],
  ['{place, selectordinal, one {#st} other {#th}}', '{place} is a plural of numbers like 1, 2, 3, without an offset'],
  ['{new}', '{new} is no name of an argument'],
  ['{a, plural, other {#}}{a, select, x {} other {}}', "{a} is used as number and as 'x'"],
])('%s is refused', (text, sentence) => {
  expect(() => argumentsOf(readMessage(text))).toThrow(sentence);
});

test('numbers choose by the rules of the language', () => {
  const forms = { '=0': 'ні', one: 'поле', few: 'поля', many: 'полів', other: 'поля' };
  const said = [0, 1, 2, 5, 11, 21, 22, 25, 100].map((count) => formsOf('uk').plural(count, forms));
  expect(said).toEqual(['ні', 'поле', 'поля', 'полів', 'полів', 'поле', 'поля', 'полів', 'полів']);
});

test.each([
  ['helm', true, true, ' helm '],
  ['其他人', true, true, '其他人'],
  ['其他人和 helm', true, true, '其他人和 helm '],
  ['helm（Apply）', true, true, ' helm（Apply）'],
  ['helm', false, true, 'helm '],
])('inside of Chinese, %s is set off where it is not Chinese', (name, before, after, told) => {
  expect(formsOf('zh-CN').spaced(name, before, after)).toBe(told);
});

test.each([
  ['Open', 'Ópéññ'],
  ['Show what changed', 'Šhóww wháttt çháñgédddd'],
  ['42 %', '42 %'],
])('%s is longer by a third as %s', (text, told) => {
  expect(longer(text)).toBe(told);
});

test.each([
  [
    '{count, plural, one {# field} other {# fields}}',
    '{count, plural, one {{count, number} fíéľddd} other {{count, number} fíéľdššš}}',
  ],
  ['{forced, select, true {force} other {}} {name}', '{forced, select, true {fóřçééé} other {}} {name}'],
  ["it''s '{'x'}'", "ítt''š '{'xx'}'"],
])('%s keeps what it takes in the pseudo-language', (text, told) => {
  expect(pseudoMessage(text)).toBe(told);
  expect([...argumentsOf(readMessage(told))]).toEqual([...argumentsOf(readMessage(text))]);
});
