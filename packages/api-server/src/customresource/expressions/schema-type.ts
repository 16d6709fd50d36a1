import { scalarType } from '../../cel/check/scalar-type.ts';
import { type CelType, dynType, listType, mapType, stringType, structType } from '../../cel/check/type.ts';
import { escapeName } from '../../cel/value/escape.ts';
import { emptyJsonSchema, type JsonSchema } from '../json-schema.ts';

const text: JsonSchema = { ...emptyJsonSchema, type: 'string' };

const metadata: JsonSchema = {
  ...emptyJsonSchema,
  type: 'object',
  properties: new Map([
    ['generateName', text],
    ['name', text],
  ]),
};

/**
 * Adds apiVersion, kind and the names in metadata to the schema of a resource where they are not declared.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/cel/model/schemas.go WithTypeAndObjectMeta.
 */
export function withTypeAndMetadata(schema: JsonSchema): JsonSchema {
  const given = schema.properties;
  const names = given.get('metadata');
  const declared =
    given.get('kind')?.type === 'string' &&
    given.get('apiVersion')?.type === 'string' &&
    names?.type === 'object' &&
    names.properties.get('name')?.type === 'string' &&
    names.properties.get('generateName')?.type === 'string';
  if (declared) return schema;
  const properties = new Map(given).set('kind', text).set('apiVersion', text).set('metadata', metadata);
  return { ...schema, properties };
}

/**
 * Returns the type of a schema's values in expressions; undefined where expressions cannot use them. The names of
 * object types are paths below `name`.
 * Upstream: k8s.io/apiserver pkg/cel/common/schemas.go SchemaDeclType, pkg/cel/types.go MaybeAssignTypeName.
 */
export function typeOfSchema(given: JsonSchema, isResource: boolean, name: string): CelType | undefined {
  if (given.intOrString) return dynType;
  const schema = isResource ? withTypeAndMetadata(given) : given;
  switch (schema.type) {
    case 'array': {
      const items = schema.items?.schema;
      const item = items && typeOfSchema(items, items.embeddedResource, `${name}.@idx`);
      return item && listType(item);
    }
    case 'object':
      return typeOfObject(schema, name);
    default:
      return scalarType(schema.type, schema.format);
  }
}

function typeOfObject(schema: JsonSchema, name: string): CelType | undefined {
  const additional = schema.additionalProperties?.schema;
  if (additional !== undefined) {
    const value = typeOfSchema(additional, additional.embeddedResource, `${name}.@elem`);
    return value && mapType(stringType, value);
  }
  const fields = new Map<string, CelType>();
  for (const [property, schemaOfProperty] of schema.properties) {
    const escaped = escapeName(property);
    if (escaped === undefined) continue;
    const type = typeOfSchema(schemaOfProperty, schemaOfProperty.embeddedResource, `${name}.${escaped}`);
    if (type === undefined) continue;
    fields.set(escaped, type);
    // Reserved words are also accepted as names of fields.
    if (escaped === `__${property}__`) fields.set(property, type);
  }
  return structType(name, fields);
}
