import { isMap, listAt, mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';

const dropped = ['allOf', 'oneOf', 'anyOf', 'not'];

/**
 * The schema of a custom resource as OpenAPI v2 has it, where nothing may be null or unknown.
 * Upstream: apiextensions-apiserver pkg/controller/openapi/v2/conversion.go ToStructuralOpenAPIV2.
 */
export function versionTwo(root: ValueMap): ValueMap {
  const isOpen = root.get('x-kubernetes-preserve-unknown-fields') === true;
  return isOpen ? new Map([['type', 'object']]) : converted(root);
}

function converted(given: ValueMap): ValueMap {
  const schema = new Map<string, Value>([...given].filter(([key]) => !dropped.includes(key)));
  const required = listAt(schema, 'required');
  const isOpen = schema.get('x-kubernetes-preserve-unknown-fields') === true;
  if (schema.get('nullable') === true) schema.delete('type');
  if (schema.get('nullable') === true || isOpen) {
    schema.delete('items');
    schema.delete('properties');
  }
  if (schema.get('type') === 'array' && !schema.has('items')) schema.delete('type');
  if (schema.get('type') === 'object' && isOpen) schema.delete('type');
  const properties = mapAt(schema, 'properties');
  if (properties !== undefined) {
    const nullable = (name: Value) => mapAt(properties, String(name))?.get('nullable') === true;
    if (required !== undefined)
      schema.set(
        'required',
        required.filter((name) => !nullable(name)),
      );
    // What the server adds refers to another schema.
    const isAdded = (each: ValueMap) => each.has('allOf') && !each.has('type');
    const parts = [...properties].map(([name, each]): [string, Value] => [
      name,
      isMap(each) && !isAdded(each) ? converted(each) : each,
    ]);
    schema.set('properties', new Map(parts));
  }
  for (const key of ['items', 'additionalProperties']) {
    const part = mapAt(schema, key);
    if (part !== undefined) schema.set(key, converted(part));
  }
  return schema;
}
