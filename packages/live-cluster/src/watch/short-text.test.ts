import { expect, test } from 'vitest';
import { detached, longestPath, shortOwner, shortPath } from './short-text.ts';

test('a long path is cut, and stays another one than a path that begins alike', () => {
  const long = `.data.${'a'.repeat(5_000)}`;
  expect(shortPath('.spec.replicas')).toBe('.spec.replicas');
  expect(shortPath(long).length).toBeLessThanOrEqual(longestPath);
  expect(shortPath(`${long}1`)).not.toBe(shortPath(`${long}2`));
  expect(shortPath(`${long}1`)).toBe(shortPath(`${long}1`));
});

test('an owner is cut to the names that a server lets pass', () => {
  const name = 'm'.repeat(1_000);
  const owner = { manager: name, operation: 'Update', subresource: name, apiVersion: name } as const;
  const { manager, subresource, apiVersion } = shortOwner(owner);
  expect([manager.length, subresource.length, apiVersion.length]).toEqual([128, 128, 256]);
});

test('a copy is the same data', () => {
  const data = { text: 'a', list: [1, null], undefined: undefined };
  expect(detached(data)).toEqual(data);
  expect(detached(data)).not.toBe(data);
});
