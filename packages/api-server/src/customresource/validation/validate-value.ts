import {
  isList,
  isMap,
  quote,
  remembered,
  sortedKeys,
  type Value,
  type ValueList,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { formatOf, isStringFormat } from '../../formats/formats.ts';
import { compilePattern } from '../../pattern/pattern.ts';
import type { JsonSchema } from '../json-schema.ts';
import { type Correlation, correlatedIndex, correlatedKey, isUnchanged } from './correlation.ts';
import { checkNumber, isJsonInteger } from './number-rules.ts';
import { addErrors, emptyResult, failure, mergeResults, type SchemaError, type SchemaResult } from './result.ts';
import { sameValue } from './same-value.ts';

/** The settings of schema validation. */
export interface SchemaRules {
  /**
   * Whether the rules for objects apply: unknown formats are ignored, and int-or-string stands for two types. The
   * validation of defaults has neither.
   */
  readonly forObjects: boolean;
  /** The minor version of the server; absent: v1.36. */
  readonly minor?: number | undefined;
}

/**
 * Validates a value by a schema. Properties are visited in the order of their names, where the server's order is
 * random. With a correlation, errors of unchanged parts are dropped.
 * Upstream: k8s.io/kube-openapi pkg/validation/validate/schema.go, and k8s.io/apiextensions-apiserver
 * pkg/apiserver/validation/ratcheting.go.
 */
export function validateValue(
  value: Value,
  schema: JsonSchema,
  path: string,
  rules: SchemaRules,
  correlation?: Correlation,
): SchemaResult {
  const types = typesOf(schema, rules);
  const format = formatOf(schema.format, types, rules.forObjects);
  if (value === null) return validateNull(schema, types, path);
  const result = emptyResult(1);
  const checked = (check: SchemaResult | undefined) => {
    if (check !== undefined) mergeResults(result, check);
    result.matches++;
  };
  if (types.length > 0 || format !== '') checked(checkType(value, types, format, path, rules));
  checked(checkComposition(value, schema, path, rules));
  if (typeof value === 'string') {
    checked(checkString(value, schema, path));
    if (isStringFormat(format)) checked(checkFormat(value, format, path));
  }
  if (typeof value === 'bigint' || typeof value === 'number') {
    checked(checkNumber(value, types, { ...schema, format }, path, rules.minor));
  }
  if (isList(value)) checked(checkList(value, schema, path, rules, correlation));
  checked(checkEnum(value, schema, path));
  if (isMap(value)) checked(checkMap(value, schema, path, rules, correlation));
  return result;
}

/**
 * Validates a changed value as the root; the errors of unchanged parts, and of an unchanged root, are dropped. Without
 * a correlation everything counts as new.
 */
export function validateChanged(
  value: Value,
  schema: JsonSchema,
  rules: SchemaRules,
  correlation: Correlation | undefined,
): SchemaResult {
  return validateInner(value, schema, '', rules, correlation);
}

function typesOf(schema: JsonSchema, rules: SchemaRules): readonly string[] {
  if (rules.forObjects && schema.intOrString) return ['integer', 'string'];
  return schema.type === '' ? [] : [schema.type];
}

function validateNull(schema: JsonSchema, types: readonly string[], path: string): SchemaResult {
  const result = emptyResult();
  if (types.length > 0 && !schema.nullable) {
    addErrors(result, wrongType(path, types.join(','), 'null'));
  } else result.matches++;
  return mergeResults(result, checkEnum(null, schema, path) ?? emptyResult());
}

function wrongType(path: string, expected: string, actual: string): SchemaError {
  const message = `${path} in body must be of type ${expected}: ${quote(actual)}`;
  return { kind: 'type', name: path, message, value: actual };
}

/** Upstream: kube-openapi pkg/validation/validate/type.go. */
function checkType(
  value: Value,
  types: readonly string[],
  format: string,
  path: string,
  rules: SchemaRules,
): SchemaResult {
  const actual = schemaTypeOf(value);
  const wholeFloat = typeof value === 'number' && isJsonInteger(value, rules.minor) && types.includes('integer');
  const fits = types.includes(actual) || wholeFloat || (actual === 'integer' && types.includes('number'));
  const textual = typeof value === 'string' || isList(value);
  const actualFormat = typeof value === 'bigint' ? 'int64' : typeof value === 'number' ? 'float64' : '';
  if (!textual && format !== '' && !fits && format !== actualFormat) {
    return failure(wrongType(path, format, actualFormat));
  }
  const numeric = types.includes('number') || types.includes('integer');
  if (!fits && (numeric || format === '' || !textual)) return failure(wrongType(path, types.join(','), actual));
  return emptyResult(1);
}

/** Returns the type of a value in the words of schemas. */
function schemaTypeOf(value: Value): string {
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value;
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return 'number';
  return isList(value) ? 'array' : 'object';
}

/** Checks allOf, anyOf, oneOf and not. Upstream: kube-openapi pkg/validation/validate/schema_props.go. */
function checkComposition(value: Value, schema: JsonSchema, path: string, rules: SchemaRules): SchemaResult {
  const result = emptyResult(1);
  const named = (words: string): SchemaError => ({ kind: 'plain', name: path, message: `${quote(path)} ${words}` });
  const validate = (each: JsonSchema) => validateValue(value, each, path, rules);
  if (schema.anyOf.length > 0) {
    const success = firstOf(schema.anyOf, validate);
    if (success.kind === 'best') addErrors(result, named('must validate at least one schema (anyOf)'));
    mergeResults(result, success.result);
  }
  if (schema.oneOf.length > 0) {
    const results = schema.oneOf.map(validate);
    const valid = results.filter((each) => each.errors.length === 0);
    const [only] = valid;
    if (valid.length === 1 && only !== undefined) mergeResults(result, only);
    else {
      const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
      addErrors(result, named(`must validate one and only one schema (oneOf). ${found}`));
      const best = oneOfFailure(results);
      if (best !== undefined) mergeResults(result, best);
    }
  }
  const results = schema.allOf.map(validate);
  mergeResults(result, ...results);
  const valid = results.filter((each) => each.errors.length === 0).length;
  if (valid < results.length) {
    addErrors(result, named(`must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`));
  }
  if (schema.not !== undefined && validate(schema.not).errors.length === 0) {
    addErrors(result, named('must not validate the schema (not)'));
  }
  return result;
}

function firstOf(
  schemas: readonly JsonSchema[],
  validate: (schema: JsonSchema) => SchemaResult,
): { readonly kind: 'valid' | 'best'; readonly result: SchemaResult } {
  let best: SchemaResult | undefined;
  for (const schema of schemas) {
    const result = validate(schema);
    if (result.errors.length === 0) return { kind: 'valid', result };
    if (best === undefined || result.matches > best.matches) best = result;
  }
  return { kind: 'best', result: best ?? emptyResult() };
}

/** Returns the result that upstream reports: the one with most matches, or none once a schema fits. */
function oneOfFailure(results: readonly SchemaResult[]): SchemaResult | undefined {
  if (results.some((each) => each.errors.length === 0)) return undefined;
  let best: SchemaResult | undefined;
  for (const result of results) if (best === undefined || result.matches > best.matches) best = result;
  return best;
}

const patternOf = remembered((schema: JsonSchema) => compilePattern(schema.pattern));

/** Checks length and pattern; the first error counts. Upstream: kube-openapi pkg/validation/validate/validator.go. */
function checkString(value: string, schema: JsonSchema, path: string): SchemaResult | undefined {
  const length = [...value].length;
  const { maxLength, minLength } = schema;
  if (maxLength !== undefined && length > maxLength) {
    const message = `${path} in body should be at most ${maxLength} chars long`;
    return failure({ kind: 'too-long', name: path, message, value, limit: maxLength });
  }
  if (minLength !== undefined && length < minLength) {
    const message = `${path} in body should be at least ${minLength} chars long`;
    return failure({ kind: 'too-short', name: path, message, value, limit: minLength });
  }
  if (schema.pattern === '') return undefined;
  const pattern = patternOf(schema);
  // Definitions with patterns that are none are refused.
  if (pattern.kind === 'error' || pattern.test(value)) return undefined;
  return failure(other(path, `should match '${schema.pattern}'`, value));
}

function other(path: string, words: string, value: Value): SchemaError {
  return { kind: 'other', name: path, message: `${path} in body ${words}`, value };
}

function checkFormat(value: string, format: string, path: string): SchemaResult | undefined {
  return isStringFormat(format)?.(value) === false ? failure(wrongType(path, format, value)) : undefined;
}

/** Upstream: kube-openapi pkg/validation/validate/slice_validator.go. */
function checkList(
  value: ValueList,
  schema: JsonSchema,
  path: string,
  rules: SchemaRules,
  correlation: Correlation | undefined,
): SchemaResult {
  const result = emptyResult(1);
  const items = schema.items?.schema;
  if (items !== undefined) {
    value.forEach((item, index) => {
      const inner = correlation && correlatedIndex(correlation, index);
      mergeResults(result, validateInner(item, items, `${path}[${index}]`, rules, inner));
    });
  }
  const { minItems, maxItems } = schema;
  const size = BigInt(value.length);
  if (minItems !== undefined && size < minItems) {
    const message = `${path} in body should have at least ${minItems} items`;
    addErrors(result, { kind: 'too-few', name: path, message, value: size, limit: minItems });
  }
  if (maxItems !== undefined && size > maxItems) {
    const message = `${path} in body should have at most ${maxItems} items`;
    addErrors(result, { kind: 'too-many', name: path, message, value: size, limit: maxItems });
  }
  return result;
}

/** Upstream: kube-openapi pkg/validation/validate/object_validator.go. */
function checkMap(
  value: ValueMap,
  schema: JsonSchema,
  path: string,
  rules: SchemaRules,
  correlation: Correlation | undefined,
): SchemaResult {
  const result = emptyResult();
  const { minProperties, maxProperties, additionalProperties } = schema;
  const size = BigInt(value.size);
  if (minProperties !== undefined && size < minProperties) {
    const message = `${path} in body should have at least ${minProperties} properties`;
    addErrors(result, { kind: 'too-few', name: path, message, value: size, limit: minProperties });
  }
  if (maxProperties !== undefined && size > maxProperties) {
    const message = `${path} in body should have at most ${maxProperties} properties`;
    addErrors(result, { kind: 'too-many', name: path, message, value: size, limit: maxProperties });
  }
  const inner = (key: string) =>
    path === '' && isTypeField(key) ? undefined : correlation && correlatedKey(correlation, key);
  if (additionalProperties !== undefined) {
    const { schema: own, allows } = additionalProperties;
    for (const key of sortedKeys(value)) {
      if (!allows) {
        const message = `${path}.${key} in body is a forbidden property`;
        addErrors(result, { kind: 'other', name: path, message, value: key });
      } else if (own !== undefined) {
        mergeResults(result, validateInner(value.get(key) ?? null, own, `${path}.${key}`, rules, inner(key)));
      }
    }
  }
  for (const [key, property] of schema.properties) {
    const field = value.get(key);
    if (field === undefined) continue;
    const at = path === '' ? key : `${path}.${key}`;
    mergeResults(result, validateInner(field, property, at, rules, inner(key)));
  }
  for (const key of schema.required) {
    if (value.has(key)) continue;
    const name = `${path}.${key}`;
    addErrors(result, { kind: 'required', name, message: `${name} in body is required` });
  }
  return result;
}

/**
 * Whether a field is apiVersion or kind. Their old values do not count, since both objects were converted to one
 * version.
 */
function isTypeField(key: string): boolean {
  return key === 'apiVersion' || key === 'kind';
}

function validateInner(
  value: Value,
  schema: JsonSchema,
  path: string,
  rules: SchemaRules,
  correlation: Correlation | undefined,
): SchemaResult {
  const result = validateValue(value, schema, path, rules, correlation);
  if (result.errors.length === 0 || !isUnchanged(correlation)) return result;
  return emptyResult(result.matches);
}

/** Upstream: kube-openapi pkg/validation/validate/validator.go basicCommonValidator. */
function checkEnum(value: Value, schema: JsonSchema, path: string): SchemaResult | undefined {
  if (schema.enum.length === 0 || schema.enum.some((allowed) => isEnumValue(value, allowed))) return undefined;
  const message = `${path} in body should be one of [${schema.enum.map(String).join(' ')}]`;
  return failure({ kind: 'enum', name: path, message, value, allowed: schema.enum });
}

/** Whether a value equals an enum value after Go's conversion to the type of that value; null never does. */
function isEnumValue(value: Value, allowed: Value): boolean {
  if (value === null) return false;
  if (typeof value === 'number' && typeof allowed === 'bigint') return BigInt(Math.trunc(value)) === allowed;
  if (typeof value === 'bigint' && typeof allowed === 'number') return Number(value) === allowed;
  if (typeof value === 'bigint' && typeof allowed === 'string') return codePointText(value) === allowed;
  return sameValue(value, allowed);
}

/** Converts an integer as Go does, to the string of that code point. */
function codePointText(value: bigint): string {
  const valid = value >= 0n && value <= 0x10ffffn && (value < 0xd800n || value > 0xdfffn);
  return valid ? String.fromCodePoint(Number(value)) : '\ufffd';
}
