import { expect, test } from 'vitest';
import { sameSchema } from './cluster-data.ts';

const list = { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a', 'b'] };

test.each([
  ['prose', { ...list, description: 'A list.' }, true],
  ['the order of keys', Object.fromEntries(Object.entries(list).toReversed()), true],
  ['the kinds of a schema that every group has', { ...list, 'x-kubernetes-group-version-kind': [1, 2] }, true],
  ['a kind', { ...list, 'x-kubernetes-group-version-kind': [1] }, false],
  ['the list type', { ...list, 'x-kubernetes-list-type': 'atomic' }, false],
  ['the keys', { ...list, 'x-kubernetes-list-map-keys': ['a'] }, false],
  ['a key that is another', { ...list, 'x-kubernetes-list-map-keys': ['a', 'c'] }, false],
  ['a default', { ...list, default: [] }, false],
  ['a property that is called description', { ...list, description: { type: 'string' } }, false],
  ['a text', 'x', false],
  ['nothing', undefined, false],
])('in %s', (_, other, same) => {
  expect(sameSchema(list, other)).toBe(same);
  expect(sameSchema(other, list)).toBe(same);
});
