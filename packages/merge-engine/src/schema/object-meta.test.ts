import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseJson } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { isList, isMap, mapAt, stringAt, type Value, type ValueMap } from '../value/value.ts';
import { objectMetaDefinition, objectMetaName } from './object-meta.ts';

/** The definitions that the server publishes, as built-in kinds are made of them. */
function published(): ValueMap {
  const file = new URL('../../../kubernetes-types/src/data/v1.36/definitions.json', import.meta.url);
  const parsed = parseJson(readFileSync(file, 'utf8'));
  const definitions = parsed.kind === 'value' && isMap(parsed.value) ? mapAt(parsed.value, 'definitions') : undefined;
  if (definitions === undefined) throw new Error('there are no definitions');
  return definitions;
}

/** Keys that do not change who owns what, and that compiled types of custom resources lack. */
const leftOut = ['required', 'x-kubernetes-patch-strategy', 'x-kubernetes-patch-merge-key'];

/** A part of a definition with what it refers to in place. */
function inPlace(part: Value, definitions: ValueMap): Value {
  if (isList(part)) return part.map((item) => inPlace(item, definitions));
  if (!isMap(part)) return part;
  const all = part.get('allOf');
  const only = isList(all) ? all[0] : undefined;
  const name = isMap(only) ? stringAt(only, '$ref')?.replace('#/components/schemas/', '') : undefined;
  if (name !== undefined) return inPlace(definitions.get(name) ?? null, definitions);
  const kept = [...part].filter(([key, value]) => !leftOut.includes(key) && value !== 'int64');
  return new Map(kept.map(([key, value]) => [key, inPlace(value, definitions)]));
}

it('has the fields that the server publishes', () => {
  const definitions = published();
  expect(formatJson(objectMetaDefinition, { sortKeys: true, indent: 2 })).toBe(
    formatJson(inPlace(definitions.get(objectMetaName) ?? null, definitions), { sortKeys: true, indent: 2 }),
  );
});
