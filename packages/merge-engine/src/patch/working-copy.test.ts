import { expect, it } from 'vitest';
import { read } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import { close, type Opened, open, openAll, openChild, removeChild, replaceChild } from './working-copy.ts';

function opened(text: string): Opened {
  const root = open(read(text));
  if (root === undefined) throw new Error('no container');
  return root;
}

it.each(['1', '"a"', 'null', 'true', '-0'])('%s is no container', (text) => {
  expect(open(read(text))).toBeUndefined();
  expect(openAll(read(text))).toBe(read(text));
});

it.each([
  ['{"a":{"b":[]}}', 'a'],
  ['{"a":{"b":[]},"c":[1]}', 'c'],
  ['[[1],2]', '0'],
  ['[[1],2]', '-2'],
])('a container in %s is opened once, at %s', (text, key) => {
  const root = opened(text);
  const child = openChild(root, key);
  expect(child).toBeDefined();
  expect(openChild(root, key)).toBe(child);
  expect(formatJson(close(root))).toBe(text);
});

it.each([
  ['{"a":1}', 'a'],
  ['{"a":1}', 'b'],
  ['[null]', '0'],
  ['[[]]', '1'],
  ['[[]]', 'a'],
])('%s stays as it is where nothing can be opened, at %s', (text, key) => {
  const root = opened(text);
  expect(openChild(root, key)).toBeUndefined();
  expect(formatJson(close(root))).toBe(text);
});

it.each([
  ['{"a":1,"b":2}', 'a', '{"b":2}'],
  ['[1,2]', '0', '[2]'],
  ['[1,2]', '-1', '[1]'],
])('of %s, what is at %s is taken out', (text, key, rest) => {
  const root = opened(text);
  expect(removeChild(root, key)).toBe(key === '-1' ? 2n : 1n);
  expect(formatJson(close(root))).toBe(rest);
});

it.each(['2', '3', '-3', 'a'])('a list of two has no place %s', (key) => {
  const root = opened('[1,2]');
  expect(removeChild(root, key)).toMatchObject({ kind: 'failed' });
  expect(replaceChild(root, key, null)).toMatchObject({ kind: 'failed' });
  expect(formatJson(close(root))).toBe('[1,2]');
});
