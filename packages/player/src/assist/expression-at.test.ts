import { expect, test } from 'vitest';
import { expressionAt } from './expression-at.ts';

const policy = 'kind: ValidatingAdmissionPolicy\nspec:\n  validations:\n';

/** The expression with the caret in it, and its place. */
const cases: readonly (readonly [marked: string, found: string | undefined, style?: string])[] = [
  [`${policy}  - expression: object.|`, 'object.|', 'plain'],
  [`${policy}  - expression: |`, '|', 'plain'],
  [`${policy}  - expression: a > |\n    message: b`, 'a > |', 'plain'],
  [`${policy}  - expression: a.|b # why`, 'a.|b', 'plain'],
  [`${policy}  - expression: a &&\n      b.|\n`, 'a && b.|', 'plain'],
  [`${policy}  - expression:\n      b.|\n`, 'b.|', 'plain'],
  [`${policy}  - expression: "a.|"`, 'a.|', 'double'],
  [`${policy}  - expression: "a.|`, 'a.|', 'double'],
  [`${policy}  - expression: "\\"x\\" + a.|b"`, '"x" + a.|b', 'double'],
  [`${policy}  - expression: 'a == ''x'' + |'`, "a == 'x' + |", 'single'],
  [`${policy}  - expression: "a"|`, undefined],
  [`${policy}  - expression: "a" |`, undefined],
  [`${policy}  - expression: >\n      a &&\n      b.|c\n    message: d`, 'a && b.|c', 'block'],
  [`${policy}  - expression: >-\n      |\n    message: d`, '|', 'block'],
  [`${policy}  - message: x\n    expression: a|\n`, 'a|', 'plain'],
  [`${policy}  - expression: a\n    message: b|\n`, undefined],
  [`${policy}  - {expression: a.|, message: b}`, 'a.|', 'plain'],
  [`${policy}  - {message: b, expression: "a.|"}`, 'a.|', 'double'],
  [`${policy}  - {expression: a, message: b|}`, undefined],
  ['{"spec": {"validations": [{"expression": "a.|"}]}}', 'a.|', 'double'],
  ['{"spec": {"validations": [{"expression":"a.|"}]}}', 'a.|', 'double'],
  ['{"spec": {"validations": [{"expression": "a."|}]}}', undefined],
  ['kind: x|', undefined],
  ['|', undefined],
];

test.each(cases.map((each) => [JSON.stringify(each), each] as const))('%s', (_, [given, found, style]) => {
  const offset = caretOf(given);
  const text = given.slice(0, offset) + given.slice(offset + 1);
  const at = expressionAt(text, offset);
  const shown = at && `${at.source.slice(0, at.offset)}|${at.source.slice(at.offset)}`.replace(/\n$/, '');
  expect(shown).toBe(found);
  if (style !== undefined) expect(at?.style).toBe(style);
  if (at !== undefined) expect(at.path).toEqual(['spec', 'validations', 0, 'expression']);
});

/** The caret is the last bar: a block begins with one too. */
function caretOf(marked: string): number {
  return marked.lastIndexOf('|');
}

test('a field of a made object may have the name of such a key', () => {
  const text = `${policy}  - expression: |\n      a{\n        rule: b.\n`;
  expect(expressionAt(text, text.length - 1)?.source.trimEnd()).toBe('a{\n  rule: b.');
});

test('the range of a word is where it is written', () => {
  const text = `${policy}  - expression: "\\"é\\" + object.spec"`;
  const at = expressionAt(text, text.indexOf('spec"') + 2);
  const from = at?.source.indexOf('spec') ?? 0;
  const range = at?.rangeOf(from, from + 4);
  expect(text.slice(range?.from, range?.to)).toBe('spec');
});

test('no state of a text makes it fail', () => {
  const text = `${policy}  - expression: >-\n      a\n\n   b: "x\n  - {expression: 'a''', messageExpression: "\\u00`;
  for (let end = 0; end <= text.length; end++) {
    expect(() => expressionAt(text.slice(0, end), end)).not.toThrow();
    expect(() => expressionAt(text, end)).not.toThrow();
  }
});
