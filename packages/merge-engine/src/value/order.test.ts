import { expect, it } from 'vitest';
import { read } from './json-in-tests.ts';
import { compare, compareStrings, equals, identical } from './order.ts';

/** Two values, and how upstream's value.Compare orders them. */
const cases: readonly (readonly [a: string, b: string, order: number])[] = [
  ['[1,2]', '[1,3]', -1],
  ['[1,2]', '[1]', 1],
  ['[2]', '[1,1]', 1],
  ['[]', '[]', 0],
  ['{"a":1}', '{"a":1,"b":2}', -1],
  ['{"a":2}', '{"a":1,"b":2}', 1],
  ['{"b":1}', '{"a":1,"b":2}', 1],
  ['{"a":1,"b":2}', '{"a":1}', 1],
  ['{"a":1,"b":2}', '{"a":1,"b":3}', -1],
  ['{"a":1}', '{"a":1}', 0],
  ['1', '"a"', -1],
  ['"a"', 'true', -1],
  ['true', '[]', -1],
  ['[]', '{}', -1],
  ['{}', 'null', -1],
  ['null', 'null', 0],
  ['false', 'true', -1],
  ['1', '1.5', -1],
  ['2', '1.5', 1],
  ['1', '1.0', 0],
  ['"a"', '"b"', -1],
];

it.each(cases)('%s and %s: %i', (a, b, order) => {
  expect(Math.sign(compare(read(a), read(b)))).toBe(order);
  expect(Math.sign(compare(read(b), read(a)))).toBe(0 - order);
});

/** Two values, whether they are equal, and whether they are of the same types as well. */
it.each<[a: string, b: string, equal: boolean, same: boolean]>([
  ['1', '1.0', true, false],
  ['1', '1', true, true],
  ['1.5', '1.5', true, true],
  ['1', '2', false, false],
  ['1', '1.5', false, false],
  ['1.5', '2.5', false, false],
  ['1', '"1"', false, false],
  ['null', 'null', true, true],
  ['null', '{}', false, false],
  ['[]', '{}', false, false],
  ['{}', '[]', false, false],
  ['[]', '[]', true, true],
  ['[1]', '[1,2]', false, false],
  ['[1,2]', '[1]', false, false],
  ['[1,2]', '[1,3]', false, false],
  ['[1,[2]]', '[1,[2.0]]', true, false],
  ['{"a":1}', '{"a":1}', true, true],
  ['{"a":1}', '{"a":1.0}', true, false],
  ['{"a":1,"b":2}', '{"b":2,"a":1}', true, true],
  ['{"a":1}', '{"b":1}', false, false],
  ['{"a":1}', '{"a":1,"b":2}', false, false],
  ['{"a":null}', '{"b":null}', false, false],
  ['{"a":[1]}', '{"a":[1]}', true, true],
])('%s and %s', (a, b, equal, same) => {
  for (const [x, y] of [[a, b] as const, [b, a] as const]) {
    expect(equals(read(x), read(y))).toBe(equal);
    expect(identical(read(x), read(y))).toBe(same);
  }
});

it('nothing is identical with no value but with nothing', () => {
  for (const text of ['null', '1', '[]', '{}']) {
    expect(identical(undefined, read(text))).toBe(false);
    expect(identical(read(text), undefined)).toBe(false);
  }
  expect(identical(undefined, undefined)).toBe(true);
});

it.each([
  ['a', 'a', 0],
  ['', 'a', -1],
  ['a', 'ab', -1],
  ['a', 'b', -1],
  ['\ud7ff', '\ue000', -1],
  ['\ue000', '\u{10000}', -1],
  ['\uffff', '\u{10000}', -1],
  ['\ud7ff', '\u{10ffff}', -1],
])('%j and %j stand in the order of their bytes', (a, b, order) => {
  expect(Math.sign(compareStrings(a, b))).toBe(order);
  expect(Math.sign(compareStrings(b, a))).toBe(0 - order);
});
