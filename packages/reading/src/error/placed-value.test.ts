import { expect, it } from 'vitest';
import { placedValue } from './placed-value.ts';

const object = new Map([['spec', new Map([['items', [new Map([['name', 'a']])]]])]]);

it('puts a value at an index, with what is missing before it', () => {
  const placed = placedValue(object, 'spec.items[2].name', 'c');
  expect(placed?.get('spec')).toEqual(
    new Map([['items', [new Map([['name', 'a']]), new Map(), new Map([['name', 'c']])]]]),
  );
});

it.each(['spec.items[99999999999].name', 'spec.items[1001]', 'spec.items[-1].name', 'spec.items[1e9]'])(
  'makes no list up to %s',
  (path) => {
    expect(placedValue(object, path, 'c')).toBeUndefined();
  },
);
