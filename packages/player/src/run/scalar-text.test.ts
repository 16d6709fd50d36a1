import { isMap, type Value } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import { expect, test } from 'vitest';
import { scalarText } from './scalar-text.ts';

/** Texts of a map whose `a` is a scalar. */
test.each([
  'a: plain text',
  "a: 'it''s'",
  'a: "x\\ty \\u00e9 \\U0001F600 \\"q\\" \\\\"',
  'a: |\n  one\n    two\n\n  three\n',
  'a: >\n  one\n  two\n\n  three\n    four\n  five\n',
  'a: >-\n  one\n  two\n',
  'a: |+\n  one\n\n\nb: 1\n',
  'a: plain\n  over\n\n  lines\n',
  'a: "quoted\n  over\n\n  lines \\\n   more"\n',
  "a: 'quoted\n  over'\n",
  '{"a": "json \\n \\/ x"}',
  'list:\n- a: >\n    😀 é\n    x\n',
])('%j is read as by the reader', (text) => {
  const [document] = readDocuments(text);
  const path = text.startsWith('list') ? ['list', 0, 'a'] : ['a'];
  const range = document?.locate(path)?.value;
  if (range === undefined) throw new Error('no such scalar');
  let value: Value | undefined = document?.value;
  for (const step of path) {
    value = isMap(value) ? value.get(String(step)) : Array.isArray(value) ? value[Number(step)] : undefined;
  }
  const { content, offsets } = scalarText(text, range);
  expect(content.trimEnd()).toBe(String(value).trimEnd());
  expect(offsets).toHaveLength(content.length + 1);
  // What is no fold and no escape stands where it is said to stand.
  for (const [index, character] of [...content].entries()) {
    if (/[a-z]/.test(character) && !text.includes('\\')) {
      const at = offsets[[...content].slice(0, index).join('').length] ?? -1;
      expect(text[at]).toBe(character);
    }
  }
});

test('what is unfinished is read as far as it goes', () => {
  const read = (text: string, from: number) => scalarText(text, { from, to: text.length });
  expect(read('a: "x\\u00', 3).content).toBe('x\u0000');
  expect(read('a: >', 3)).toEqual({ content: '', offsets: [4] });
  expect(read('a: ', 3)).toEqual({ content: '', offsets: [3] });
});
