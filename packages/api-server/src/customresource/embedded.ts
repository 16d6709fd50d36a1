import {
  childPath,
  compareStrings,
  type ErrorPath,
  type FieldError,
  indexPath,
  invalid,
  isList,
  isMap,
  keyPath,
  required,
  sortedKeys,
  stringAt,
  textAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { dns1035Label, pathSegment, pathSegmentPrefix } from '../catalog/names.ts';
import { declaredLast, objectMetaErrors } from '../catalog/object-meta-rules.ts';
import { anywhere, type JsonSchema } from './json-schema.ts';
import { readObjectMeta, repairObjectMeta } from './object-meta.ts';
import { mapEntries, mapList } from './pruning.ts';

/** A value with decoded embedded resources, or the first error. */
export type Coerced =
  | { readonly kind: 'coerced'; readonly value: Value; readonly unknown: readonly string[] }
  | { readonly kind: 'error'; readonly error: FieldError };

/**
 * Decodes apiVersion, kind and metadata of every embedded resource (x-kubernetes-embedded-resource). With `drop`,
 * fields that cannot be decoded are dropped, as the server does when it reads from storage; without, they are an error.
 * `path` is the place of the value, absent for a whole resource. `unknown` are the sorted paths of metadata fields that
 * ObjectMeta does not have.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/objectmeta/algorithm.go CoerceWithOptions.
 */
export function coerceEmbedded(value: Value, schema: JsonSchema, drop: boolean, path?: string): Coerced {
  const state: State = { drop, unknown: [], error: undefined };
  const coerced = coerce(value, schema, path, state);
  if (state.error !== undefined) return { kind: 'error', error: state.error };
  return { kind: 'coerced', value: coerced, unknown: state.unknown.sort(compareStrings) };
}

interface State {
  readonly drop: boolean;
  readonly unknown: string[];
  error: FieldError | undefined;
}

function coerce(value: Value, schema: JsonSchema | undefined, path: ErrorPath, state: State): Value {
  if (schema === undefined) return value;
  if (isMap(value)) return coerceMap(value, schema, path, state);
  if (!isList(value)) return value;
  return mapList(value, (item, index) => coerce(item, schema.items?.schema, indexPath(path, index), state));
}

function coerceMap(map: ValueMap, schema: JsonSchema, path: ErrorPath, state: State): ValueMap {
  const own = schema.embeddedResource ? coerceResource(map, path, state) : map;
  return mapEntries(own, (key, value) => {
    const property = schema.properties.get(key);
    if (property !== undefined) return coerce(value, property, childPath(path, key), state);
    if (schema.additionalProperties === undefined) return value;
    return coerce(value, schema.additionalProperties.schema, keyPath(path, key), state);
  });
}

function coerceResource(map: ValueMap, path: ErrorPath, state: State): ValueMap {
  return mapEntries(map, (key, value) => {
    if (key === 'metadata') return coerceMetadata(value, childPath(path, key), state);
    if ((key !== 'apiVersion' && key !== 'kind') || typeof value === 'string') return value;
    if (state.drop) return undefined;
    state.error ??= invalid(childPath(path, key), value, 'must be a string');
    return value;
  });
}

function coerceMetadata(value: Value, path: string, state: State): Value {
  if (state.drop) return repairObjectMeta(value) ?? value;
  const reading = readObjectMeta(value);
  if (reading.kind === 'error') {
    state.error ??= invalid(path, value, reading.message);
    return value;
  }
  state.unknown.push(...reading.unknown.map((unknown) => `${path}.${unknown}`));
  return reading.metadata;
}

/** Whether a schema has an embedded resource anywhere. */
export const hasEmbedded = anywhere(({ embeddedResource }) => embeddedResource);

/**
 * Validates apiVersion, kind and metadata of embedded resources.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/objectmeta/validation.go Validate.
 */
export function embeddedErrors(value: Value, schema: JsonSchema | undefined, path: ErrorPath): FieldError[] {
  if (schema === undefined) return [];
  if (isList(value)) {
    return value.flatMap((item, index) => embeddedErrors(item, schema.items?.schema, indexPath(path, index)));
  }
  if (!isMap(value)) return [];
  const errors = schema.embeddedResource ? resourceErrors(value, path) : [];
  for (const key of sortedKeys(value)) {
    const entry = value.get(key) ?? null;
    const property = schema.properties.get(key);
    if (property !== undefined) errors.push(...embeddedErrors(entry, property, childPath(path, key)));
    else if (schema.additionalProperties !== undefined) {
      errors.push(...embeddedErrors(entry, schema.additionalProperties.schema, keyPath(path, key)));
    }
  }
  return errors;
}

function resourceErrors(resource: ValueMap, path: ErrorPath): FieldError[] {
  const errors: FieldError[] = [];
  for (const key of ['apiVersion', 'kind']) if (!resource.has(key)) errors.push(required(childPath(path, key)));
  errors.push(...apiVersionErrors(resource.get('apiVersion'), childPath(path, 'apiVersion')));
  errors.push(...kindErrors(resource.get('kind'), childPath(path, 'kind')));
  const metadata = resource.get('metadata');
  if (metadata !== undefined) errors.push(...metadataErrors(metadata, childPath(path, 'metadata')));
  return errors;
}

function apiVersionErrors(value: Value | undefined, path: string): FieldError[] {
  if (typeof value !== 'string') return [];
  if (value === '') return [invalid(path, value, 'must not be empty')];
  if (value.split('/').length <= 2) return [];
  return [invalid(path, value, `unexpected GroupVersion string: ${value}`)];
}

function kindErrors(value: Value | undefined, path: string): FieldError[] {
  if (typeof value !== 'string') return [];
  if (value === '') return [invalid(path, value, 'must not be empty')];
  const complaints = dns1035Label(value.toLowerCase());
  if (complaints.length === 0) return [];
  return [invalid(path, value, `may have mixed case, but should otherwise match: ${complaints.join(',')}`)];
}

function metadataErrors(value: Value, path: string): FieldError[] {
  const reading = readObjectMeta(value);
  if (reading.kind === 'error') return [invalid(path, value, reading.message)];
  const name = stringAt(reading.metadata, 'name') ?? 'fakename';
  const namespaced = textAt(reading.metadata, 'namespace') !== '';
  const named = new Map(reading.metadata).set('name', name);
  const rules = {
    namespaced,
    name: (text: string, prefix: boolean) => (prefix ? pathSegmentPrefix(text) : pathSegment(text)),
  };
  return declaredLast(objectMetaErrors(named, rules, path));
}
