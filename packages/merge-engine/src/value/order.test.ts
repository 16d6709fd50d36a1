import { expect, it } from 'vitest';
import { read } from './json-in-tests.ts';
import { compare } from './order.ts';

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
