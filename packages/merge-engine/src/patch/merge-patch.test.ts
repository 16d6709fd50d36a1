import { describe, expect, it } from 'vitest';
import { read } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import { isMap, type Value } from '../value/value.ts';
import { applyMergePatch, twoWayMergePatch } from './merge-patch.ts';

/** Document, patch, and the patched document or (after `!`) the complaint. */
const cases: readonly (readonly [name: string, document: string, patch: string, expected: string])[] = [
  ['nothing', '{"a":1}', '{}', '{"a":1}'],
  ['set and remove', '{"a":1,"b":2}', '{"a":null,"c":3}', '{"b":2,"c":3}'],
  ['remove what is not there', '{}', '{"a":null}', '{}'],
  ['deep', '{"a":{"b":1,"c":2}}', '{"a":{"b":null,"d":3}}', '{"a":{"c":2,"d":3}}'],
  ['a list is replaced', '{"a":[1,2]}', '{"a":[3]}', '{"a":[3]}'],
  ['nulls in a new object go', '{}', '{"a":{"b":null,"c":{"d":null}}}', '{"a":{"c":{}}}'],
  ['nulls in a new object stand in lists', '{}', '{"a":[null,{"b":null}]}', '{"a":[null,{}]}'],
  ['nulls in a list that replaces a scalar', '{"a":1}', '{"a":[{"b":null}]}', '{"a":[{}]}'],
  ['nulls in a list that replaces an object stay', '{"a":{"x":1}}', '{"a":[{"b":null}]}', '{"a":[{"b":null}]}'],
  ['an object replaces a scalar', '{"a":1}', '{"a":{"b":null,"c":1}}', '{"a":{"c":1}}'],
  ['an object replaces null', '{"a":null}', '{"a":{"b":null,"c":1}}', '{"a":{"c":1}}'],
  ['a scalar replaces an object', '{"a":{"b":1}}', '{"a":2}', '{"a":2}'],
  ['a list for a patch', '{"a":1}', '[1,{"b":null}]', '[1,{}]'],
  ['null for a patch', '{"a":1}', 'null', '!Invalid JSON Patch'],
  ['a scalar for a patch', '{"a":1}', '"x"', '!Invalid JSON Patch'],
  ['odd keys', '{"__proto__":{"a":1}}', '{"__proto__":{"b":2}}', '{"__proto__":{"a":1,"b":2}}'],
];

describe('applyMergePatch', () => {
  it.each(cases)('%s', (_name, document, patch, expected) => {
    const before = read(document);
    if (!isMap(before)) throw new Error('a document is an object');
    const patched = applyMergePatch(before, read(patch));
    expect(patched.kind).toBe(expected.startsWith('!') ? 'bad-patch' : 'patched');
    expect(patched.kind === 'bad-patch' ? `!${patched.message}` : formatJson(patched.value)).toBe(expected);
    expect(formatJson(before)).toBe(formatJson(read(document)));
  });
});

it.each<[number: Value, through: Value]>([
  [1, 1n],
  [1.5, 1.5],
  [9007199254740993n, 9007199254740992n],
  [2n ** 63n - 1n, 2 ** 63],
  [2 ** 62, 2n ** 62n],
  [-(2n ** 63n), -(2n ** 63n)],
  [-(2 ** 64), -(2 ** 64)],
])('a patch that is made holds %s as %s, having gone through a float', (number, through) => {
  const wrapped = (value: Value) => new Map<string, Value>([['a', [new Map([['b', value]])]]]);
  expect(twoWayMergePatch(new Map(), wrapped(number))).toEqual(wrapped(through));
});
