import { expect, test } from 'vitest';
import { valueFromPlain } from './json.ts';
import { wasStored } from './metadata.ts';
import { isMap } from './value.ts';

test.each<readonly [what: string, metadata: unknown, stored: boolean]>([
  ['a uid', { uid: 'a' }, true],
  ['a resourceVersion', { resourceVersion: '0' }, true],
  ['a resourceVersion that was written as a number', { resourceVersion: 0 }, true],
  ['a time of creation', { creationTimestamp: '2026-01-01T00:00:00Z' }, true],
  ['no time of creation, as kubectl prints what was never sent', { creationTimestamp: null }, false],
  ['an empty uid', { uid: '' }, false],
  ['a name alone', { name: 'a' }, false],
  ['no metadata', undefined, false],
])('whether a server has stored an object with %s', (_, metadata, stored) => {
  const object = valueFromPlain({ kind: 'A', metadata });
  expect(isMap(object) && wasStored(object)).toBe(stored);
});
