import { expect, it } from 'vitest';
import { fieldSetFromV1 } from '../fieldpath/fields-v1.ts';
import { emptySet, type FieldSet } from '../fieldpath/set.ts';
import type { MergeLibrary } from '../schema/library.ts';
import { typeFromStructuralSchema } from '../schema/structural.ts';
import { read } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import { isMap } from '../value/value.ts';
import { compareTyped, isSame } from './compare.ts';
import { toFieldSet } from './field-set.ts';
import { mergeTyped } from './merge.ts';
import { reconcileFieldSet } from './reconcile.ts';
import { extractItems, removeItems } from './remove.ts';
import { asTyped, type TypedValue } from './typed.ts';

const definition = read(`{"type":"object","properties":{
  "s":{"type":"string"},
  "m":{"type":"object","additionalProperties":{"type":"string"}},
  "o":{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"string"}},"s":{"type":"string"}}},
  "a":{"type":"object","additionalProperties":{"type":"string"},"x-kubernetes-map-type":"atomic"},
  "l":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"},
  "k":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["n"],
    "items":{"type":"object","properties":{"n":{"type":"string"},"l":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"}}}}}}`);
const type = typeFromStructuralSchema(isMap(definition) ? definition : undefined);

const text = '{"s":"x","m":{"a":"1","b":"2"},"l":["p","q"],"k":[{"n":"1","l":["p"]},{"n":"2"}]}';
const live: TypedValue = { value: read(text), type };

function fields(wire: string): FieldSet {
  const found = fieldSetFromV1(read(wire));
  if (found.kind === 'error') throw new Error(found.message);
  return found.set;
}

it('is the value itself with its type where it has nothing against it', () => {
  expect(asTyped(live.value, type, { allowDuplicates: false })).toEqual({ kind: 'typed', typed: live });
  const errors = [{ path: '.s', message: 'expected string, got &value.valueUnstructured{Value:1}' }];
  expect(asTyped(read('{"s":1}'), type, { allowDuplicates: false })).toEqual({ kind: 'invalid', errors });
});

it.each([
  '{}',
  '{"s":"x"}',
  '{"m":{"b":"2"}}',
  '{"l":["p"]}',
  '{"k":[{"n":"2"}]}',
  '{"k":[{"n":"1","l":["p"]}],"l":["p","q"]}',
])('is the same object where a configuration %s says nothing new', (config) => {
  const merged = mergeTyped(live, { value: read(config), type });
  if (merged.kind !== 'merged') throw new Error(merged.kind);
  expect(merged.typed.value).toBe(live.value);
});

it('shares what a configuration does not touch, and what it replaces as a whole', () => {
  const config = { value: read('{"s":"y","l":["q","p"]}'), type };
  const merged = mergeTyped(live, config);
  if (merged.kind !== 'merged' || !isMap(merged.typed.value) || !isMap(live.value) || !isMap(config.value)) {
    throw new Error(merged.kind);
  }
  for (const key of ['m', 'k']) expect(merged.typed.value.get(key)).toBe(live.value.get(key));
  expect(merged.typed.value.get('l')).toBe(config.value.get('l'));
});

it.each([
  '{}',
  '{"f:other":{}}',
  '{"f:m":{"f:c":{}}}',
  '{"f:l":{"v:\\"r\\"":{}}}',
  '{"f:k":{"k:{\\"n\\":\\"1\\"}":{"f:l":{"v:\\"r\\"":{}}}}}',
])('is the same object without fields %s that it does not have', (wire) => {
  expect(removeItems(live, fields(wire))).toBe(live);
});

it('shares what nothing was taken out of', () => {
  const { value } = removeItems(live, fields('{"f:m":{"f:a":{}},"f:k":{"k:{\\"n\\":\\"2\\"}":{}}}'));
  if (!isMap(value) || !isMap(live.value)) throw new Error('no map');
  expect(value.get('l')).toBe(live.value.get('l'));
  expect(formatJson(value)).toBe('{"s":"x","m":{"b":"2"},"l":["p","q"],"k":[{"n":"1","l":["p"]}]}');
});

it('differs in nothing from itself, and from what equals it', () => {
  for (const value of [live.value, read(text)]) {
    const compared = compareTyped(live, { value, type });
    if (compared.kind !== 'compared') throw new Error(compared.kind);
    const nothing = { removed: emptySet, modified: emptySet, added: emptySet };
    expect(compared).toEqual({ kind: 'compared', comparison: nothing });
    expect(isSame(compared.comparison)).toBe(true);
  }
});

it.each(['{}', '{"f:s":{},"f:m":{".":{},"f:a":{}}}', '{"f:a":{}}', '{"f:other":{"f:x":{}}}'])(
  'has the same fields %s where its type is as it was',
  (wire) => {
    const set = fields(wire);
    const reconciled = reconcileFieldSet(set, type);
    expect(reconciled.kind).toBe('reconciled');
    if (reconciled.kind === 'reconciled') expect(reconciled.set).toBe(set);
  },
);

it('is asked for its fields once', () => {
  const first = toFieldSet(live);
  expect(first.kind).toBe('set');
  expect(toFieldSet(live)).toBe(first);
});

it('keeps what was emptied in the one release that does so', () => {
  const value = read('{"o":{"m":{"a":"1"},"s":"x"},"l":["p"],"k":[{"n":"1","l":["p"]}],"m":{}}');
  const items = fields(
    '{"f:o":{"f:m":{"f:a":{}}},"f:l":{"v:\\"p\\"":{}},"f:k":{"k:{\\"n\\":\\"1\\"}":{"f:l":{"v:\\"p\\"":{}}}},"f:m":{"f:b":{}}}',
  );
  const removed = (library?: MergeLibrary) => formatJson(removeItems({ value, type }, items, library).value);
  expect(removed('v6.3.2')).toBe('{"o":{"m":{},"s":"x"},"l":[],"k":[{"n":"1","l":[]}],"m":{}}');
  expect(removed()).toBe('{"o":{"m":null,"s":"x"},"l":null,"k":[{"n":"1","l":null}],"m":null}');
});

it('is extracted without its keys, unless they are asked for', () => {
  const items = fields('{"f:k":{"k:{\\"n\\":\\"1\\"}":{"f:l":{"v:\\"p\\"":{}}}}}');
  const extracted = (...options: { readonly appendKeyFields: boolean }[]) =>
    formatJson(extractItems(live, items, ...options).value);
  expect(extracted()).toBe('{"k":[{"l":["p"]}]}');
  expect(extracted({ appendKeyFields: true })).toBe('{"k":[{"n":"1","l":["p"]}]}');
});
