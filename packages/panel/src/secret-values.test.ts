import { formatJson, isMap, parseJson, type ValueMap } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { readObject } from './read-object.ts';
import { isSecret, nameOf, withoutSecretValues } from './secret-values.ts';
import { panelWords } from './words.ts';

function objectOf(text: string): ValueMap {
  const read = parseJson(text);
  if (read.kind !== 'value' || !isMap(read.value)) throw new Error(text);
  return read.value;
}

const secret =
  objectOf(`{"apiVersion":"v1","kind":"Secret","metadata":{"name":"db","namespace":"prod","labels":{"app":"db"},
"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"hunter2"}},"data":{"a":"hunter2","b":["hunter2",{"c":"hunter2"}],"d":null},
"stringData":"hunter2","type":"Opaque"}`);

test('nothing of a Secret stays but its names', () => {
  const shown = formatJson(withoutSecretValues(secret, '(not shown)'));
  expect(shown).not.toContain('hunter2');
  expect(JSON.parse(shown)).toMatchObject({
    metadata: { labels: { app: 'db' } },
    data: { a: '(not shown)', b: '(not shown)', d: null },
    type: 'Opaque',
  });
  expect(nameOf(secret)).toBe('Secret prod/db');
});

test('other kinds stay as they are, those that are called Secret too', () => {
  for (const kind of ['"apiVersion":"v1","kind":"ConfigMap"', '"apiVersion":"example.com/v1","kind":"Secret"']) {
    const object = objectOf(`{${kind},"data":{"a":"1"}}`);
    expect(isSecret(object)).toBe(false);
    expect(withoutSecretValues(object, '(not shown)')).toBe(object);
  }
});

test.each([
  [undefined, 'There is no object.'],
  [null, 'There is no object.'],
  ['x', 'This is no object.'],
  [[], 'This is no object.'],
  [() => 1, 'This is no object that JSON can hold.'],
  [{ a: 1n }, 'This is no object that JSON can hold.'],
  [{ a: 'x'.repeat(2_000_000) }, 'This object has 2000008 characters, and at most 2000000 are drawn here.'],
])('of %o it is said why nothing is shown', (given, message) => {
  expect(readObject(given, panelWords([]))).toEqual({ kind: 'none', message });
});
