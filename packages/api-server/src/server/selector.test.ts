import { expect, it } from 'vitest';
import { readSelector } from './label-selector.ts';
import { matchesLabels } from './selector.ts';

const labels = new Map([
  ['a', 'b'],
  ['n', '5'],
  ['empty', ''],
]);

/** Selectors, and whether they take the labels above; undefined where upstream's labels.Parse refuses them. */
const selected: readonly (readonly [selector: string, taken: boolean | undefined])[] = [
  ['', true],
  ['a', true],
  ['!a', false],
  ['! z', true],
  ['z', false],
  ['a b', undefined],
  ['a!', undefined],
  ['a=b', true],
  ['a==b', true],
  ['a!=b', false],
  ['z!=b', true],
  ['empty=', true],
  ['a = b , n = 5', true],
  ['a in (x, b)', true],
  ['a notin (x,b)', false],
  ['z notin (x)', true],
  ['z in (x)', false],
  ['n>4', true],
  ['n > 5', false],
  ['n<6', true],
  ['n<5', false],
  ['a>1', false],
  ['z<1', false],
];

it.each(selected)('%s', (selector, taken) => {
  const read = readSelector(selector);
  expect(read && matchesLabels(read, labels)).toBe(taken);
});
