import {
  childPath,
  compareStrings,
  type FieldError,
  fieldErrorText,
  forbidden,
  indexPath,
  invalid,
  keyPath,
  pathText,
  required,
} from '@managed-fields/merge-engine';
import { compilePattern } from '../../pattern/pattern.ts';
import type { JsonSchema } from '../json-schema.ts';

/** The place of a schema: the root, the items of a list, or a property. */
type Level = 'root' | 'item' | 'field';

/**
 * Validates that a schema is structural: every field and item is declared outside of allOf, anyOf, oneOf and not, which
 * only add conditions. Errors are sorted by their text, as the server does.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/validation.go ValidateStructural, complete.go.
 */
export function structuralErrors(schema: JsonSchema, path: string): FieldError[] {
  const errors = [...invariantErrors(schema, 'root', path), ...completenessErrors(schema, schema, path, path)];
  return errors
    .map((error) => ({ error, text: fieldErrorText(error) }))
    .sort((a, b) => compareStrings(a.text, b.text))
    .map(({ error }) => error);
}

/**
 * Returns the error about a keyword that structural schemas do not have; undefined where there is none.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/convert.go NewStructural.
 */
export function structuralProblem(schema: JsonSchema): string | undefined {
  const { unsupported } = schema;
  const refused: readonly (readonly [string, boolean])[] = [
    ['id', unsupported.id !== ''],
    ['schema', unsupported.schema !== ''],
    ['$ref', (unsupported.ref ?? '') !== ''],
    ['patternProperties', unsupported.patternProperties.size > 0],
    ['dependencies', (unsupported.dependencies?.size ?? 0) > 0],
    ['additionalItems', unsupported.additionalItems !== undefined],
    ['definitions', unsupported.definitions.size > 0],
  ];
  for (const [keyword, present] of refused) if (present) return `OpenAPIV3Schema '${keyword}' is not supported`;
  for (const inner of [schema.not, ...schema.allOf, ...schema.anyOf, ...schema.oneOf]) {
    const problem = inner && structuralProblem(inner);
    if (problem !== undefined) return problem;
  }
  if (schema.preserveUnknownFields === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (schema.items !== undefined && schema.items.list.length > 0) {
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  }
  for (const inner of [schema.items?.schema, ...schema.properties.values(), schema.additionalProperties?.schema]) {
    const problem = inner && structuralProblem(inner);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function invariantErrors(schema: JsonSchema, level: Level, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const items = schema.items?.schema;
  if (schema.type === 'array' && items === undefined) {
    errors.push(required(childPath(path, 'items'), 'must be specified'));
  }
  if (items !== undefined) errors.push(...invariantErrors(items, 'item', childPath(path, 'items')));
  for (const [name, property] of schema.properties) {
    errors.push(...invariantErrors(property, 'field', keyPath(childPath(path, 'properties'), name)));
  }
  const additional = childPath(path, 'additionalProperties');
  if (schema.additionalProperties !== undefined) {
    if (level === 'root') errors.push(forbidden(additional, 'must not be used at the root'));
    const inner = schema.additionalProperties.schema;
    if (inner !== undefined) errors.push(...invariantErrors(inner, 'field', additional));
  }
  if (schema.intOrString && schema.preserveUnknownFields === true) {
    const at = childPath(path, 'x-kubernetes-preserve-unknown-fields');
    errors.push(invalid(at, true, 'must be false if x-kubernetes-int-or-string is true'));
  }
  if (schema.intOrString && schema.embeddedResource) {
    const at = childPath(path, 'x-kubernetes-embedded-resource');
    errors.push(invalid(at, true, 'must be false if x-kubernetes-int-or-string is true'));
  }
  const skip: Skips = { anyOf: isIntOrString(schema.anyOf), firstAllOf: isIntOrString(schema.allOf[0]?.anyOf ?? []) };
  errors.push(...conditionErrors(schema, skip, path));
  errors.push(...typeErrors(schema, level, path), ...resourceErrors(schema, level, path));
  return errors;
}

/** The conditions that spell int-or-string, which may name types. */
interface Skips {
  readonly anyOf?: boolean;
  readonly firstAllOf?: boolean;
}

const noSkips: Skips = {};

function isIntOrString(schemas: readonly JsonSchema[]): boolean {
  const [first, second] = schemas;
  return schemas.length === 2 && isOnlyType(first, 'integer') && isOnlyType(second, 'string');
}

function isOnlyType(schema: JsonSchema | undefined, type: string): boolean {
  return schema !== undefined && schema.type === type && isEmptyBut(schema, ['type']);
}

/** Whether a schema has no other keywords than these. */
function isEmptyBut(schema: JsonSchema, keywords: readonly (keyof JsonSchema)[]): boolean {
  return Object.entries(schema).every(([keyword, value]) => {
    if (keywords.some((each) => each === keyword)) return true;
    if (keyword === 'unsupported') return true;
    if (keyword === 'annotations') return !schema.annotations.externalDocs && schema.annotations.example === undefined;
    if (Array.isArray(value)) return value.length === 0;
    return value instanceof Map ? value.size === 0 : value === undefined || value === '' || value === false;
  });
}

function typeErrors(schema: JsonSchema, level: Level, path: string): FieldError[] {
  const at = childPath(path, 'type');
  const errors: FieldError[] = [];
  if (schema.embeddedResource && schema.type !== 'object') {
    const words = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(schema.type === '' ? required(at, words) : invalid(at, schema.type, words));
  } else if (schema.type === '' && !schema.intOrString && schema.preserveUnknownFields !== true) {
    errors.push(required(at, emptyTypeWords[level]));
  }
  if (level === 'root' && schema.type !== '' && schema.type !== 'object') {
    errors.push(invalid(at, schema.type, 'must be object at the root'));
  }
  return errors;
}

const emptyTypeWords: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/** Validates a schema that describes a whole resource. */
function resourceErrors(schema: JsonSchema, level: Level, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const properties = childPath(path, 'properties');
  if (schema.embeddedResource && schema.additionalProperties !== undefined) {
    const words = 'must not be used if x-kubernetes-embedded-resource is set';
    errors.push(forbidden(childPath(path, 'additionalProperties'), words));
  }
  const isResource = level === 'root' || schema.embeddedResource;
  for (const name of ['kind', 'apiVersion']) {
    const property = schema.properties.get(name);
    if (property === undefined || !isResource || property.type === 'string') continue;
    errors.push(invalid(childPath(keyPath(properties, name), 'type'), property.type, 'must be string'));
  }
  const metadata = schema.properties.get('metadata');
  const metadataPath = keyPath(properties, 'metadata');
  if (metadata !== undefined && isResource && metadata.type !== 'object') {
    errors.push(invalid(childPath(metadataPath, 'type'), metadata.type, 'must be object'));
  }
  if (metadata !== undefined && level === 'root' && !onlyRestrictsNames(metadata)) {
    const words = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(forbidden(metadataPath, words));
  }
  if (schema.embeddedResource && schema.preserveUnknownFields !== true && schema.properties.size === 0) {
    const words =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(required(properties, words));
  }
  return errors;
}

function onlyRestrictsNames(metadata: JsonSchema): boolean {
  const names = [...metadata.properties.keys()];
  const known = names.every((name) => name === 'name' || name === 'generateName');
  return known && isEmptyBut(metadata, ['type', 'default', 'properties']);
}

/** Validates the schemas in allOf, anyOf, oneOf and not, and the pattern. */
function conditionErrors(schema: JsonSchema, skip: Skips, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (!skip.anyOf) {
    schema.anyOf.forEach((inner, i) => {
      errors.push(...nestedErrors(inner, noSkips, indexPath(childPath(path, 'anyOf'), i)));
    });
  }
  schema.allOf.forEach((inner, i) => {
    const skips = { anyOf: skip.firstAllOf === true && i === 0 };
    errors.push(...nestedErrors(inner, skips, indexPath(childPath(path, 'allOf'), i)));
  });
  schema.oneOf.forEach((inner, i) => {
    errors.push(...nestedErrors(inner, noSkips, indexPath(childPath(path, 'oneOf'), i)));
  });
  if (schema.not !== undefined) errors.push(...nestedErrors(schema.not, noSkips, childPath(path, 'not')));
  const pattern = schema.pattern === '' ? undefined : compilePattern(schema.pattern);
  if (pattern?.kind === 'error') {
    const words = `must be a valid regular expression, but isn't: ${pattern.message}`;
    errors.push(invalid(childPath(path, 'pattern'), schema.pattern, words));
  }
  return errors;
}

/** Validates a schema below a condition, which may only add conditions. */
function nestedErrors(schema: JsonSchema, skip: Skips, path: string): FieldError[] {
  const errors = conditionErrors(schema, skip, path);
  const items = schema.items?.schema;
  if (items !== undefined) errors.push(...nestedErrors(items, noSkips, childPath(path, 'items')));
  for (const [name, property] of schema.properties) {
    errors.push(...nestedErrors(property, noSkips, keyPath(childPath(path, 'properties'), name)));
  }
  const { additionalProperties: additional } = schema;
  const forbiddenKeywords: readonly (readonly [string, boolean, string])[] = [
    ['type', schema.type !== '', 'must be empty to be structural'],
    [
      'additionalProperties',
      additional !== undefined && (additional.schema !== undefined || additional.allows),
      'must be undefined to be structural',
    ],
    ['default', schema.default !== undefined, 'must be undefined to be structural'],
    ['title', schema.title !== '', 'must be empty to be structural'],
    ['description', schema.description !== '', 'must be empty to be structural'],
    ['nullable', schema.nullable, 'must be false to be structural'],
    ['x-kubernetes-preserve-unknown-fields', schema.preserveUnknownFields === true, 'must be false to be structural'],
    ['x-kubernetes-embedded-resource', schema.embeddedResource, 'must be false to be structural'],
    ['x-kubernetes-int-or-string', schema.intOrString, 'must be false to be structural'],
    ['x-kubernetes-list-map-keys', schema.listMapKeys.length > 0, 'must be empty to be structural'],
    ['x-kubernetes-list-type', schema.listType !== undefined, 'must be undefined to be structural'],
    ['x-kubernetes-map-type', schema.mapType !== undefined, 'must be undefined to be structural'],
    ['x-kubernetes-validations', schema.validations.length > 0, 'must be empty to be structural'],
  ];
  for (const [keyword, present, words] of forbiddenKeywords) {
    if (present) errors.push(forbidden(childPath(path, keyword), words));
  }
  if (schema.properties.has('metadata')) {
    const at = keyPath(childPath(path, 'properties'), 'metadata');
    errors.push(forbidden(at, 'must not be specified in a nested context'));
  }
  return errors;
}

/** Checks that the schema itself declares every field that a condition names. */
function completenessErrors(conditions: JsonSchema, schema: JsonSchema, at: string, from: string): FieldError[] {
  const errors: FieldError[] = [];
  const nested = (inner: JsonSchema, path: string) => errors.push(...nestedCompleteness(inner, schema, at, path));
  if (conditions.not !== undefined) nested(conditions.not, childPath(from, 'not'));
  for (const [keyword, inner] of [
    ['allOf', conditions.allOf],
    ['anyOf', conditions.anyOf],
    ['oneOf', conditions.oneOf],
  ] as const) {
    inner.forEach((each, i) => {
      nested(each, indexPath(childPath(from, keyword), i));
    });
  }
  return errors;
}

function nestedCompleteness(
  condition: JsonSchema,
  schema: JsonSchema | undefined,
  at: string,
  from: string,
): FieldError[] {
  if (schema === undefined) return [required(at, `because it is defined in ${pathText(from)}`)];
  const errors = completenessErrors(condition, schema, at, from);
  const items = condition.items?.schema;
  if (items !== undefined) {
    errors.push(...nestedCompleteness(items, schema.items?.schema, childPath(at, 'items'), childPath(from, 'items')));
  }
  for (const [name, property] of condition.properties) {
    const own = keyPath(childPath(at, 'properties'), name);
    const other = keyPath(childPath(from, 'properties'), name);
    errors.push(...nestedCompleteness(property, schema.properties.get(name), own, other));
  }
  return errors;
}
