import {
  childPath,
  type FieldError,
  forbidden,
  indexPath,
  invalid,
  keyPath,
  notSupported,
  required,
} from '@managed-fields/merge-engine';
import type { JsonSchema, ValidationRule } from '../json-schema.ts';
import { typeAndMetadata } from '../pruning.ts';
import { findSchema } from '../schema-path.ts';
import { markerErrors } from './markers.ts';
import { structuralProblem } from './structural.ts';

/** The place of the walk, and what is allowed there. */
interface Place {
  readonly isRoot: boolean;
  /** The reason why defaults are forbidden here; undefined where they are allowed. */
  readonly noDefaults: string | undefined;
  /** Whether the place is inside apiVersion, kind or metadata of a resource. */
  readonly insideMetadata: boolean;
}

/**
 * Validates the keywords and markers of a schema at all levels; properties in the order of their names. Of rules in
 * x-kubernetes-validations only the form is checked here.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionOpenAPISchema.
 */
export function schemaErrors(schema: JsonSchema, path: string): FieldError[] {
  return levelErrors(schema, path, { isRoot: true, noDefaults: undefined, insideMetadata: false });
}

function levelErrors(schema: JsonSchema, path: string, place: Place): FieldError[] {
  return [
    ...keywordErrors(schema, path, place),
    ...additionalErrors(schema, path, place),
    ...propertyErrors(schema, path, place),
    ...conditionErrors(schema, path, place),
    ...itemsErrors(schema, path, place),
    ...(schema.preserveUnknownFields === false
      ? [invalid(childPath(path, 'x-kubernetes-preserve-unknown-fields'), false, 'must be true or undefined')]
      : []),
    ...markerErrors(schema, path),
    ...schema.validations.flatMap((rule, i) =>
      ruleErrors(rule, schema, indexPath(childPath(path, 'x-kubernetes-validations'), i)),
    ),
  ];
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Upstream: validation.go specStandardValidatorV3.validate. */
function keywordErrors(schema: JsonSchema, path: string, place: Place): FieldError[] {
  const errors: FieldError[] = [];
  const { unsupported } = schema;
  if (schema.type !== '' && !types.includes(schema.type)) {
    errors.push(notSupported(childPath(path, 'type'), schema.type, types));
  }
  if (schema.default !== undefined && place.noDefaults !== undefined) {
    errors.push(forbidden(childPath(path, 'default'), `must not be set ${place.noDefaults}`));
  }
  const refused: readonly (readonly [string, boolean])[] = [
    ['id', unsupported.id !== ''],
    ['additionalItems', unsupported.additionalItems !== undefined],
    ['patternProperties', unsupported.patternProperties.size > 0],
    ['definitions', unsupported.definitions.size > 0],
    ['dependencies', unsupported.dependencies !== undefined],
    ['$ref', unsupported.ref !== undefined],
  ];
  for (const [keyword, present] of refused) {
    if (present) errors.push(forbidden(childPath(path, keyword), `${keyword} is not supported`));
  }
  if (schema.type === 'null') {
    errors.push(forbidden(childPath(path, 'type'), 'type cannot be set to null, use nullable as an alternative'));
  }
  if (schema.items !== undefined && schema.items.list.length > 0) {
    errors.push(forbidden(childPath(path, 'items'), 'items must be a schema object and not an array'));
  }
  if (place.insideMetadata && schema.embeddedResource) {
    const at = childPath(path, 'x-kubernetes-embedded-resource');
    errors.push(forbidden(at, 'must not be used inside of resource meta'));
  }
  if (schema.uniqueItems) {
    const words = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbidden(childPath(path, 'uniqueItems'), words));
  }
  return errors;
}

function inner(schema: JsonSchema | undefined, path: string, place: Place): FieldError[] {
  return schema === undefined ? [] : levelErrors(schema, path, { ...place, isRoot: false });
}

function additionalErrors(schema: JsonSchema, path: string, place: Place): FieldError[] {
  const { additionalProperties: additional } = schema;
  if (additional === undefined) return [];
  const at = childPath(path, 'additionalProperties');
  const excluded = schema.properties.size > 0 && (!additional.allows || additional.schema !== undefined);
  const within = place.insideMetadata
    ? { ...place, noDefaults: 'inside additionalProperties applying to object metadata' }
    : place;
  return [
    ...(excluded ? [forbidden(at, 'additionalProperties and properties are mutual exclusive')] : []),
    ...inner(additional.schema, at, within),
  ];
}

function propertyErrors(schema: JsonSchema, path: string, place: Place): FieldError[] {
  return [...schema.properties].flatMap(([name, property]) => {
    const isMetadata = (place.isRoot || schema.embeddedResource) && typeAndMetadata.has(name);
    const within = {
      ...place,
      insideMetadata: place.insideMetadata || isMetadata,
      noDefaults: isMetadata && place.isRoot ? `in top-level ${name}` : place.noDefaults,
    };
    return inner(property, keyPath(childPath(path, 'properties'), name), within);
  });
}

function conditionErrors(schema: JsonSchema, path: string, place: Place): FieldError[] {
  const listed = (keyword: string, schemas: readonly JsonSchema[]) =>
    schemas.flatMap((each, i) => inner(each, indexPath(childPath(path, keyword), i), place));
  const { definitions } = schema.unsupported;
  return [
    ...inner(schema.not, childPath(path, 'not'), place),
    ...listed('allOf', schema.allOf),
    ...listed('oneOf', schema.oneOf),
    ...listed('anyOf', schema.anyOf),
    ...[...definitions].flatMap(([name, each]) => inner(each, keyPath(childPath(path, 'definitions'), name), place)),
  ];
}

function itemsErrors(schema: JsonSchema, path: string, place: Place): FieldError[] {
  const at = childPath(path, 'items');
  const dependencies = [...(schema.unsupported.dependencies ?? [])];
  return [
    ...inner(schema.items?.schema, at, place),
    ...(schema.items?.list ?? []).flatMap((each, i) => inner(each, indexPath(at, i), place)),
    ...dependencies.flatMap(([name, each]) => inner(each, keyPath(childPath(path, 'dependencies'), name), place)),
  ];
}

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

function ruleErrors(rule: ValidationRule, schema: JsonSchema, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const expression = rule.rule.trim();
  const message = rule.message.trim();
  const at = childPath(path, 'message');
  if (expression === '') errors.push(required(childPath(path, 'rule'), 'rule is not specified'));
  else if (rule.message !== '' && message === '') {
    errors.push(invalid(at, rule.message, 'must be non-empty if specified'));
  } else if (hasLineBreaks(message)) errors.push(invalid(at, rule.message, 'must not contain line breaks'));
  else if (hasLineBreaks(expression) && message === '') {
    errors.push(required(at, 'message must be specified if rule contains line breaks'));
  }
  if (rule.messageExpression !== '' && rule.messageExpression.trim() === '') {
    errors.push(required(childPath(path, 'messageExpression'), 'messageExpression must be non-empty if specified'));
  }
  if (rule.reason !== undefined && !reasons.includes(rule.reason)) {
    errors.push(notSupported(childPath(path, 'reason'), rule.reason, reasons));
  }
  const fieldPath = childPath(path, 'fieldPath');
  if (rule.fieldPath !== '' && rule.fieldPath.trim() === '') {
    errors.push(invalid(fieldPath, rule.fieldPath, 'must be non-empty if specified'));
  }
  if (hasLineBreaks(rule.fieldPath)) errors.push(invalid(fieldPath, rule.fieldPath, 'must not contain line breaks'));
  if (rule.fieldPath !== '' && structuralProblem(schema) === undefined) {
    const found = findSchema(rule.fieldPath, schema, true);
    if (found.kind === 'error') errors.push(invalid(fieldPath, rule.fieldPath, 'must be a valid path'));
  }
  return errors;
}

function hasLineBreaks(text: string): boolean {
  return /[\n\r]/.test(text);
}
