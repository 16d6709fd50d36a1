import {
  byteLength,
  childPath,
  duplicate,
  type FieldError,
  forbidden,
  formatJsonString,
  indexPath,
  invalid,
  pathText,
  required,
  textAt,
  tooMany,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { DefinitionVersion, ScalePaths } from '../definition.ts';
import { expressionErrors } from '../expressions/rule-errors.ts';
import { hasRules, type JsonSchema } from '../json-schema.ts';
import { schemaDump } from '../schema-dump.ts';
import { findSchema } from '../schema-path.ts';
import { defaultErrors } from './defaults.ts';
import { schemaErrors } from './schema.ts';
import { structuralErrors, structuralProblem } from './structural.ts';

/**
 * Validates the schema of a version (`spec.versions[0].schema`), or of all of them (`spec.validation`). Upstream:
 * k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go
 * validateCustomResourceDefinitionValidation. `isUnchanged` tells that it is the same schema as before.
 */
export function validationErrors(
  schema: JsonSchema,
  hasStatus: boolean,
  path: string,
  isUnchanged: boolean,
): FieldError[] {
  const at = childPath(path, 'openAPIV3Schema');
  const errors = hasStatus ? rootKeywordErrors(schema, at) : [];
  if (schema.nullable) errors.push(forbidden(`${at}.nullable`, 'nullable cannot be true at the root'));
  const problem = structuralProblem(schema);
  let readable = false;
  if (problem === undefined) {
    const structural = structuralErrors(schema, at);
    const found = structural.length > 0 ? structural : defaultErrors(schema, at);
    readable = found.length === 0;
    errors.push(...found);
  }
  const own = schemaErrors(schema, at);
  errors.push(...own, ...(readable ? ruleErrors(schema, at, own, isUnchanged) : []));
  // A keyword that makes the schema unreadable mostly has a better error among those above.
  return errors.length === 0 && problem !== undefined ? [invalid(at, '', problem)] : errors;
}

/** Validates expressions, if the schema has any. */
function ruleErrors(
  schema: JsonSchema,
  path: string,
  others: readonly FieldError[],
  isUnchanged: boolean,
): readonly FieldError[] {
  return hasRules(schema) ? expressionErrors(schema, path, others, isUnchanged) : [];
}

const rootKeywords =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations';

/**
 * Validates the keywords at the root. With a status subresource, status is validated alone, so the root may not have
 * conditions.
 */
function rootKeywordErrors(schema: JsonSchema, path: string): FieldError[] {
  const early =
    schema.unsupported.id !== '' || schema.unsupported.schema !== '' || schema.unsupported.ref !== undefined;
  if (!early && schema.type !== '' && schema.type !== 'object') {
    const words = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalid(`${path}.type`, schema.type, words)];
  }
  const others =
    schema.nullable ||
    schema.default !== undefined ||
    schema.enum.length > 0 ||
    schema.maxProperties !== undefined ||
    schema.minProperties !== undefined ||
    schema.allOf.length + schema.oneOf.length + schema.anyOf.length > 0 ||
    schema.not !== undefined ||
    schema.additionalProperties !== undefined ||
    schema.unsupported.patternProperties.size > 0 ||
    schema.unsupported.definitions.size > 0 ||
    schema.unsupported.dependencies !== undefined ||
    schema.unsupported.additionalItems !== undefined ||
    schema.embeddedResource ||
    schema.intOrString ||
    schema.listMapKeys.length > 0 ||
    schema.listType !== undefined ||
    schema.mapType !== undefined;
  if (!early && !others) return [];
  const words = `only [${rootKeywords}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalid(path, { raw: schemaDump(schema) }, words)];
}

/** Upstream: validation.go validateDeprecationWarning. */
export function deprecationErrors(version: DefinitionVersion, path: string): FieldError[] {
  const { deprecated, deprecationWarning: warning } = version;
  if (warning === undefined) return [];
  const shown = { raw: formatJsonString(warning) };
  const refuse = (words: string) => invalid(childPath(path, 'deprecationWarning'), shown, words);
  if (!deprecated) return [refuse('can only be set for deprecated versions')];
  const errors: FieldError[] = [];
  if (byteLength(warning) > 256) errors.push(refuse('must be <= 256 characters long'));
  if (warning === '') errors.push(refuse('must not be an empty string'));
  const bad = [...warning].find((char) => !/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char));
  if (bad !== undefined) {
    const place = byteLength(warning.slice(0, warning.indexOf(bad)));
    const words = `must only contain printable UTF-8 characters; non-printable character found at index ${place}`;
    errors.push(refuse(words));
  }
  return errors;
}

/** Upstream: validation.go ValidateCustomResourceDefinitionSubresources. */
export function subresourceErrors(scale: ScalePaths | undefined, path: string): FieldError[] {
  if (scale === undefined) return [];
  const at = (name: string) => childPath(path, `scale.${name}`);
  const selector = scale.labelSelector ?? '';
  return [
    ...replicasErrors(scale.specReplicas, '.spec.', at('specReplicasPath')),
    ...replicasErrors(scale.statusReplicas, '.status.', at('statusReplicasPath')),
    ...(selector === '' ? [] : selectorErrors(selector, at('labelSelectorPath'))),
  ];
}

function replicasErrors(jsonPath: string, prefix: string, at: string): FieldError[] {
  if (jsonPath === '') return [required(at)];
  const errors = simplePathErrors(jsonPath, at);
  if (errors.length > 0 || jsonPath.startsWith(prefix)) return errors;
  return [invalid(at, jsonPath, `should be a json path under ${prefix.slice(0, -1)}`)];
}

function selectorErrors(jsonPath: string, at: string): FieldError[] {
  const errors = simplePathErrors(jsonPath, at);
  if (errors.length > 0 || jsonPath.startsWith('.spec.') || jsonPath.startsWith('.status.')) return errors;
  return [invalid(at, jsonPath, 'should be a json path under either .spec or .status')];
}

function simplePathErrors(jsonPath: string, at: string): FieldError[] {
  return jsonPath.startsWith('.') ? [] : [invalid(at, jsonPath, 'must be a simple json path starting with .')];
}

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Upstream: validation.go ValidateCustomResourceColumnDefinition. */
export function columnErrors(column: ValueMap, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const text = (key: string) => textAt(column, key);
  if (text('name') === '') errors.push(required(childPath(path, 'name')));
  const typeWords = `must be one of ${columnTypes.join(',')}`;
  if (text('type') === '') errors.push(required(childPath(path, 'type'), typeWords));
  else if (!columnTypes.includes(text('type'))) errors.push(invalid(childPath(path, 'type'), text('type'), typeWords));
  if (text('format') !== '' && !columnFormats.includes(text('format'))) {
    errors.push(invalid(childPath(path, 'format'), text('format'), `must be one of ${columnFormats.join(',')}`));
  }
  const at = childPath(path, 'JSONPath');
  errors.push(...(text('jsonPath') === '' ? [required(at)] : simplePathErrors(text('jsonPath'), at)));
  return errors;
}

/** Upstream: validation.go ValidateCustomResourceSelectableFields. */
export function selectableErrors(fields: readonly string[], schema: JsonSchema, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string | undefined>();
  fields.forEach((field, i) => {
    const at = childPath(indexPath(path, i), 'jsonPath');
    if (field === '') {
      errors.push(required(at));
      return;
    }
    const found = findSchema(field, schema, false);
    if (found.kind === 'error') {
      errors.push(invalid(at, field, `is an invalid path: ${found.message}`));
      return;
    }
    if (/^metadata(?:[.[]|$)/.test(pathText(found.path))) {
      errors.push(invalid(at, field, 'must not point to fields in metadata'));
    }
    if (!['string', 'boolean', 'integer'].includes(found.schema.type)) {
      const words =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalid(at, field, words));
    }
    if (seen.has(found.path)) errors.push(duplicate(at, field));
    seen.add(found.path);
  });
  return seen.size > 8 ? [...errors, tooMany(path, seen.size, 8)] : errors;
}
