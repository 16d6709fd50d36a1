import { expect, test } from 'vitest';
import { differingPart } from './emphasis.ts';

test.each<readonly [before: string, after: string, was: string, is: string]>([
  ['replicas: 2', 'replicas: 4', '2', '4'],
  ['image: web:1.4', 'image: web:1.4.1', '', '.1'],
  ['  - args:', '    args:', '-', ' '],
  ['a: xxx', 'a: xx', 'x', ''],
  ['same', 'same', '', ''],
  ['', 'new', '', 'new'],
  ['a: 😀', 'a: 😁', '😀', '😁'],
  ['😀 a', '😁 a', '😀', '😁'],
])('of %j and %j differ %j and %j', (before, after, was, is) => {
  const part = differingPart(before, after);
  expect(before.slice(part.before.from, part.before.to)).toBe(was);
  expect(after.slice(part.after.from, part.after.to)).toBe(is);
});
