import { type Value, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { jsonPathOf } from './find.ts';

const wide = valueFromPlain({ items: Array.from({ length: 400 }, (_, index) => ({ index, list: [1, 2, 3] })) });

function run(text: string, data: Value = wide) {
  const read = jsonPathOf(text, { allowMissingKeys: true });
  return read.kind === 'error' ? read : read.path.print(data);
}

/** Templates that multiply what they find. */
it.each([
  '{range .items[*]}{range $..list}{range $..list}{.}{end}{end}{end}',
  `{.items[${'*,'.repeat(4000)}*]}`,
  `{${'..list..x'.repeat(2)}}${'{..list}'.repeat(2000)}`,
])('%#', (text) => {
  expect(['too-much', 'text']).toContain(run(text).kind);
});

it('stops where nobody could read what comes', () => {
  expect(run(`{.items[${'*,'.repeat(4000)}*]}`)).toEqual({ kind: 'too-much' });
});

it('refuses filters that stand too deep in each other', () => {
  const deep = `{${'[?(@.a'.repeat(5000)}${')]'.repeat(5000)}}`;
  expect(run(deep).kind).toBe('error');
});

it('takes names of every object for names of fields', () => {
  expect(run('{.__proto__}{.constructor}{.toString}', new Map())).toEqual({ kind: 'text', text: '' });
});

it('reads a long template in time', () => {
  expect(run('{.x}y'.repeat(50_000), new Map())).toMatchObject({ kind: 'text' });
});

it('goes through what is deep', () => {
  let deep: Value = 'end';
  for (let at = 0; at < 5000; at++) deep = new Map([['a', deep]]);
  expect(run('{..b}', deep)).toEqual({ kind: 'text', text: '' });
});
