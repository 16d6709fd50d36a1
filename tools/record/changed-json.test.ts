import { expect, test } from 'vitest';
import { changedJson, type Json, type JsonChange } from './changed-json.ts';

const rows: readonly (readonly [name: string, value: Json, change: JsonChange, result: Json])[] = [
  ['a value set', { a: 1 }, { set: { '/a': 2 } }, { a: 2 }],
  ['a map made on the way', {}, { set: { '/a/b': 1 } }, { a: { b: 1 } }],
  ['an item of a list', { a: [{ b: 1 }, { b: 2 }] }, { set: { '/a/1/b': 3 } }, { a: [{ b: 1 }, { b: 3 }] }],
  ['an item taken out', { a: [1, 2, 3] }, { drop: ['/a/1'] }, { a: [1, 3] }],
  ['a key left out', { a: 1, b: 2 }, { drop: ['/a'] }, { b: 2 }],
  ['a key that is not there left out', { b: 2 }, { drop: ['/a/c'] }, { b: 2 }],
  ['signs of pointers in a key', { 'a/b': 1, 'c~d': 1 }, { set: { '/a~1b': 2, '/c~0d': 3 } }, { 'a/b': 2, 'c~d': 3 }],
  ['null, which is a value', { a: 1 }, { set: { '/a': null } }, { a: null }],
  ['what is set before what is dropped', {}, { set: { '/a': { b: 1, c: 2 } }, drop: ['/a/b'] }, { a: { c: 2 } }],
];

test.each(rows)('%s', (_name, value, change, result) => {
  const before = structuredClone(value);
  expect(changedJson(value, change)).toEqual(result);
  expect(value).toEqual(before);
});
