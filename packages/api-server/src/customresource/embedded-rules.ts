import {
  childPath,
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
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { dns1035Label, pathSegment, pathSegmentPrefix } from '../catalog/names.ts';
import { objectMetaErrors } from '../catalog/object-meta-rules.ts';
import type { JsonSchema } from './json-schema.ts';
import { readObjectMeta } from './object-meta.ts';

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
  if (value === undefined) return [];
  if (typeof value !== 'string') return [invalid(path, value, 'must be a string')];
  if (value === '') return [invalid(path, value, 'must not be empty')];
  if (value.split('/').length <= 2) return [];
  return [invalid(path, value, `unexpected GroupVersion string: ${value}`)];
}

function kindErrors(value: Value | undefined, path: string): FieldError[] {
  if (value === undefined) return [];
  if (typeof value !== 'string') return [invalid(path, value, 'must be a string')];
  if (value === '') return [invalid(path, value, 'must not be empty')];
  const complaints = dns1035Label(value.toLowerCase());
  if (complaints.length === 0) return [];
  return [invalid(path, value, `may have mixed case, but should otherwise match: ${complaints.join(',')}`)];
}

function metadataErrors(value: Value, path: string): FieldError[] {
  const reading = readObjectMeta(value);
  if (reading.kind === 'error') return [invalid(path, value, reading.message)];
  const name = stringAt(reading.metadata, 'name') ?? 'fakename';
  const namespaced = (stringAt(reading.metadata, 'namespace') ?? '') !== '';
  const named = new Map(reading.metadata).set('name', name);
  const rules = {
    namespaced,
    name: (text: string, prefix: boolean) => (prefix ? pathSegmentPrefix(text) : pathSegment(text)),
  };
  return objectMetaErrors(named, rules, path);
}
