import {
  childPath,
  duplicate,
  type ErrorPath,
  type FieldError,
  formatJson,
  indexPath,
  invalid,
  isList,
  isMap,
  keyPath,
  sortedKeys,
  type Value,
  type ValueList,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { JsonSchema } from './json-schema.ts';

/**
 * Finds duplicates in sets and duplicate keys in map lists; of several equal ones, the second is reported.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/listtype/validation.go ValidateListSetsAndMaps.
 */
export function listErrors(object: ValueMap, schema: JsonSchema, path?: ErrorPath): FieldError[] {
  const keys = sortedKeys(object);
  const additional = schema.additionalProperties?.schema;
  const errors: FieldError[] = [];
  if (additional !== undefined) {
    for (const key of keys) errors.push(...valueErrors(object.get(key) ?? null, additional, keyPath(path, key)));
  }
  for (const key of keys) {
    const property = schema.properties.get(key);
    if (property !== undefined) errors.push(...valueErrors(object.get(key) ?? null, property, childPath(path, key)));
  }
  return errors;
}

function valueErrors(value: Value, schema: JsonSchema, path: string): FieldError[] {
  if (isMap(value)) return listErrors(value, schema, path);
  if (!isList(value)) return [];
  const items = schema.items?.schema;
  return [
    ...(schema.listType === 'set' ? setErrors(value, path) : []),
    ...(schema.listType === 'map' ? mapListErrors(value, schema, path) : []),
    ...(items === undefined ? [] : value.flatMap((item, i) => valueErrors(item, items, indexPath(path, i)))),
  ];
}

function setErrors(list: ValueList, path: string): FieldError[] {
  return secondPlaces(list.map(identityOf)).map((i) => duplicate(indexPath(path, i), list[i] ?? null));
}

function mapListErrors(list: ValueList, schema: JsonSchema, path: string): FieldError[] {
  const stranger = list.findIndex((item) => item !== null && !isMap(item));
  if (stranger >= 0) {
    const words = 'must be an object for an array of list-type map';
    return [invalid(indexPath(path, stranger), list[stranger] ?? null, words)];
  }
  const keys = list.map((item) => keyOf(item, schema.listMapKeys));
  return secondPlaces(keys.map((key) => keyIdentity(key, schema.listMapKeys))).map((i) =>
    duplicate(indexPath(path, i), keys[i] ?? null),
  );
}

/** Returns the keys of an item that it has. */
function keyOf(item: Value, keys: readonly string[]): ValueMap {
  const found = new Map<string, Value>();
  for (const key of keys) {
    const value = isMap(item) ? item.get(key) : undefined;
    if (value !== undefined) found.set(key, value);
  }
  return found;
}

/** Returns the identity of an item's keys: a single key is compared as a scalar, several as a map. */
function keyIdentity(found: ValueMap, [first, second]: readonly string[]): string {
  const single = first !== undefined && second === undefined ? found.get(first) : undefined;
  return single === undefined ? identityOf(found) : identityOf(single);
}

/** Returns the indexes at which an identity occurs for the second time. */
function secondPlaces(identities: readonly string[]): number[] {
  const counts = new Map<string, number>();
  const places: number[] = [];
  identities.forEach((identity, i) => {
    const count = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, count);
    if (count === 2) places.push(i);
  });
  return places;
}

/**
 * Returns the identity of a value. Scalars differ by their type too, an integer from a float; lists and maps are
 * compared as JSON.
 */
function identityOf(value: Value): string {
  const type = typeof value === 'object' ? '' : typeof value;
  return `${type} ${formatJson(value, { sortKeys: true })}`;
}
