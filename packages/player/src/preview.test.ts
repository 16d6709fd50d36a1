import { parseJson, type Value } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { preview } from './preview.ts';

function json(text: string): Value {
  const parsed = parseJson(text);
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return parsed.value;
}

test.each<readonly [json: string, shown: string]>([
  ['3', '3'],
  ['1.0', '1'],
  ['null', 'null'],
  ['"plain text"', 'plain text'],
  ['""', '""'],
  ['" padded"', '" padded"'],
  ['"two\\nlines"', '"two\\nlines"'],
  ['{"a":[1,true],"b":{}}', '{"a":[1,true],"b":{}}'],
  [`"${'a'.repeat(300)}"`, `${'a'.repeat(199)}…`],
  [`[${'{"key":"value"},'.repeat(50)}0]`, `[${'{"key":"value"},'.repeat(50)}`.slice(0, 199).concat('…')],
  [`"${'🙂'.repeat(150)}"`, `${'🙂'.repeat(99)}…`],
])('previews %.40s', (text, shown) => {
  expect(preview(json(text))).toBe(shown);
});
