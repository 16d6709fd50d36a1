import {
  childPath,
  type FieldError,
  forbidden,
  invalid,
  keyPath,
  notSupported,
  required,
} from '@managed-fields/merge-engine';
import type { JsonSchema } from '../json-schema.ts';
import { itemsDump } from '../schema-dump.ts';

/**
 * Validates the list and map markers of one level of a schema. Upstream: k8s.io/apiextensions-apiserver
 * pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionOpenAPISchema,
 * validateMapListKeysMapSet.
 */
export function markerErrors(schema: JsonSchema, path: string): FieldError[] {
  return [
    ...mapTypeErrors(schema, path),
    ...listTypeErrors(schema, path),
    ...listKeyErrors(schema, path),
    ...mapListErrors(schema, path),
    ...itemErrors(schema, path),
  ];
}

const listMarker = 'x-kubernetes-list-type';
const mapMarker = 'x-kubernetes-map-type';
const keysMarker = 'x-kubernetes-list-map-keys';

function mapTypeErrors({ mapType, type }: JsonSchema, path: string): FieldError[] {
  if (mapType === undefined) return [];
  const errors = wrongTypeErrors(type, 'object', `must be object if ${mapMarker} is specified`, path);
  if (mapType !== 'atomic' && mapType !== 'granular') {
    errors.push(notSupported(childPath(path, mapMarker), mapType, ['atomic', 'granular']));
  }
  return errors;
}

function wrongTypeErrors(type: string, expected: string, words: string, path: string): FieldError[] {
  if (type === expected) return [];
  const at = childPath(path, 'type');
  return [type === '' ? required(at, words) : invalid(at, type, words)];
}

function listTypeErrors(schema: JsonSchema, path: string): FieldError[] {
  const { listType } = schema;
  if (listType === undefined) return [];
  const errors = wrongTypeErrors(schema.type, 'array', `must be array if ${listMarker} is specified`, path);
  const items = schema.items?.schema;
  if (errors.length === 0 && listType === 'set' && items !== undefined) errors.push(...setItemErrors(items, path));
  if (!['atomic', 'set', 'map'].includes(listType)) {
    errors.push(notSupported(childPath(path, listMarker), listType, ['atomic', 'set', 'map']));
  }
  return errors;
}

/** Validates the items of a set, which must be scalars or atomic. */
function setItemErrors(items: JsonSchema, path: string): FieldError[] {
  const at = childPath(path, 'items');
  const words = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  // The server prints the list type in both errors.
  const shown = items.listType ?? null;
  if (items.type === 'array' && items.listType !== undefined && items.listType !== 'atomic') {
    return [invalid(childPath(at, listMarker), shown, words)];
  }
  if (items.type === 'object' && items.mapType !== 'atomic') {
    return [invalid(childPath(at, mapMarker), shown, words)];
  }
  return [];
}

function listKeyErrors({ listMapKeys, listType }: JsonSchema, path: string): FieldError[] {
  if (listMapKeys.length === 0 || listType === 'map') return [];
  const at = childPath(path, listMarker);
  const words = `must be map if ${keysMarker} is non-empty`;
  return [listType === undefined ? required(at, words) : invalid(at, listType, words)];
}

function mapListErrors(schema: JsonSchema, path: string): FieldError[] {
  if (schema.listType !== 'map') return [];
  const errors: FieldError[] = [];
  const at = childPath(path, 'items');
  if (schema.listMapKeys.length === 0) {
    errors.push(required(childPath(path, keysMarker), `must not be empty if ${listMarker} is map`));
  }
  if (schema.items === undefined) {
    return [...errors, required(at, `must have a schema if ${listMarker} is map`)];
  }
  const items = schema.items.schema;
  if (items === undefined) {
    const shown = { raw: itemsDump(schema.items) };
    return [...errors, invalid(at, shown, `must only have a single schema if ${listMarker} is map`)];
  }
  if (items.type !== 'object') {
    const words = `must be object if parent array's ${listMarker} is map`;
    return [...errors, invalid(childPath(at, 'type'), items.type, words)];
  }
  return [...errors, ...keyErrors(schema, items, path)];
}

function keyErrors(schema: JsonSchema, items: JsonSchema, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const keysPath = childPath(path, keysMarker);
  for (const key of schema.listMapKeys) {
    const property = items.properties.get(key);
    if (property === undefined) {
      errors.push(invalid(keysPath, schema.listMapKeys, 'entries must all be names of item properties'));
    } else if (property.type === 'array' || property.type === 'object') {
      const at = childPath(keyPath(childPath(childPath(path, 'items'), 'properties'), key), 'type');
      errors.push(invalid(at, items.type, `must be a scalar type if parent array's ${listMarker} is map`));
    }
    if (seen.has(key)) errors.push(invalid(keysPath, schema.listMapKeys, 'must not contain duplicate entries'));
    seen.add(key);
  }
  return errors;
}

/** Validates that items of sets and map lists are not nullable, and that keys are always present. */
function itemErrors({ listType, listMapKeys, items: given }: JsonSchema, path: string): FieldError[] {
  const items = given?.schema;
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return [];
  const errors: FieldError[] = [];
  const at = childPath(path, 'items');
  if (items.nullable) {
    errors.push(forbidden(childPath(at, 'nullable'), `cannot be nullable when ${listMarker} is ${listType}`));
  }
  for (const key of listType === 'map' ? listMapKeys : []) {
    const property = items.properties.get(key);
    if (property === undefined) continue;
    const propertyPath = keyPath(childPath(at, 'properties'), key);
    const reason = `this property is in ${keysMarker}, so it`;
    if (!items.required.includes(key) && property.default === undefined) {
      errors.push(
        required(childPath(propertyPath, 'default'), `${reason} must have a default or be a required property`),
      );
    }
    if (property.nullable) errors.push(forbidden(childPath(propertyPath, 'nullable'), `${reason} cannot be nullable`));
  }
  return errors;
}
