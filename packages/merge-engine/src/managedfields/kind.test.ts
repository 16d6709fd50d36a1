import { expect, it } from 'vitest';
import { valueFromPlain } from '../value/json.ts';
import { isMap, type ValueMap } from '../value/value.ts';
import { describe, describeKind } from './kind.ts';

function object(plain: object): ValueMap {
  const value = valueFromPlain(plain);
  if (!isMap(value)) throw new Error('not an object');
  return value;
}

it.each([
  ['apps/v1', 'apps/v1, Kind=Deployment'],
  ['v1', '/v1, Kind=Deployment'],
  ['', '/, Kind=Deployment'],
  // A text with two slashes is no API version.
  ['a/b/c', '/, Kind='],
])('tells the kind of an object at %s', (apiVersion, text) => {
  expect(describeKind(object({ apiVersion, kind: 'Deployment' }))).toBe(text);
});

it('tells an object by namespace, name and kind', () => {
  expect(describe(object({ apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'n', name: 'p' } }))).toBe(
    'n/p; /v1, Kind=Pod',
  );
  expect(describe(new Map())).toBe('/; /, Kind=');
});
