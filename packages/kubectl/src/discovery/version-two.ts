import { listAt, mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { withParts } from './schema-parts.ts';

const dropped = ['allOf', 'oneOf', 'anyOf', 'not', 'nullable', 'default'];

/**
 * A schema of a definition as OpenAPI v2 has it, where nothing may be null or unknown.
 * Upstream: apiextensions-apiserver pkg/controller/openapi/v2/conversion.go ToStructuralOpenAPIV2.
 */
export function versionTwo(given: ValueMap): ValueMap {
  const schema = new Map<string, Value>([...given].filter(([key]) => !dropped.includes(key)));
  const isOpen = schema.get('x-kubernetes-preserve-unknown-fields') === true;
  const isNullable = isNull(given);
  if (isNullable || isOpen) {
    schema.delete('items');
    schema.delete('properties');
  }
  const type = schema.get('type');
  if (isNullable || (type === 'array' ? !schema.has('items') : type === 'object' && isOpen)) schema.delete('type');
  const properties = mapAt(schema, 'properties');
  const isOptional = (name: Value) => isNull(mapAt(properties, String(name)));
  const required = isNull(mapAt(schema, 'additionalProperties')) ? [] : (listAt(schema, 'required') ?? []);
  const left = required.filter((name) => !isOptional(name));
  schema.delete('required');
  if (left.length > 0) schema.set('required', left);
  return withParts(schema, versionTwo);
}

function isNull(schema: ValueMap | undefined): boolean {
  return schema?.get('nullable') === true;
}
