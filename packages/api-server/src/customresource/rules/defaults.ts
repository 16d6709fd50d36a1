import {
  childPath,
  complaintsIn,
  type FieldError,
  fieldErrorsText,
  fieldErrorText,
  inMinors,
  invalid,
  isMap,
  keyPath,
  type Value,
} from '@managed-fields/merge-engine';
import { coerceEmbedded, embeddedErrors } from '../embedded.ts';
import { mostOfObject, validateDefaultRules } from '../expressions/validate-rules.ts';
import { hasRules, type JsonSchema } from '../json-schema.ts';
import { pruneValue, typeAndMetadata } from '../pruning.ts';
import { toFieldErrors } from '../validation/result.ts';
import { sameValue } from '../validation/same-value.ts';
import { validateValue } from '../validation/validate-value.ts';

/**
 * Validates the defaults of a schema: they must fit it and have no unknown fields.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/defaulting/validation.go ValidateDefaults.
 */
export function defaultErrors(schema: JsonSchema, path: string): FieldError[] {
  const root = { ...schema, embeddedResource: true };
  const budget = { left: mostOfObject };
  return visit(root, path, { resource: root, around: asResource, insideMetadata: false, budget });
}

/**
 * The place of the walk: the resource around it, and a function that puts a value at this place of an otherwise empty
 * resource.
 */
interface Place {
  readonly resource: JsonSchema;
  readonly around: (value: Value) => Value;
  readonly insideMetadata: boolean;
  /** What is left for the rules on further defaults; below 0, none are validated. */
  readonly budget: { left: number };
}

function visit(schema: JsonSchema, path: string, outer: Place): FieldError[] {
  const place = schema.embeddedResource
    ? { ...outer, resource: schema, around: asResource, insideMetadata: false }
    : outer;
  const { budget } = place;
  const errors: FieldError[] =
    schema.default === undefined
      ? []
      : [...oneDefaultErrors(schema.default, schema, childPath(path, 'default'), place)];
  const items = schema.items?.schema;
  if (items !== undefined && budget.left >= 0) {
    const around = (value: Value) => place.around([value]);
    errors.push(...visit(items, childPath(path, 'items'), { ...place, around }));
  }
  for (const [name, property] of schema.properties) {
    if (budget.left < 0) break;
    const around = (value: Value) => place.around(new Map([[name, value]]));
    const insideMetadata = place.insideMetadata || (schema.embeddedResource && typeAndMetadata.has(name));
    errors.push(...visit(property, keyPath(childPath(path, 'properties'), name), { ...place, around, insideMetadata }));
  }
  return errors;
}

/** Adds some apiVersion and kind, so that a value counts as a resource. */
function asResource(value: Value): Value {
  if (!isMap(value)) return value;
  return new Map<string, Value>([['kind', 'Validation'], ['apiVersion', 'validation/v1'], ...value]);
}

function oneDefaultErrors(value: Value, schema: JsonSchema, path: string, place: Place): readonly FieldError[] {
  return place.insideMetadata
    ? metadataDefaultErrors(value, schema, path, place)
    : fieldDefaultErrors(value, schema, path, place);
}

/** Validates a default inside metadata, by putting it into a resource of its own. */
function metadataDefaultErrors(value: Value, schema: JsonSchema, path: string, place: Place): readonly FieldError[] {
  const resource = place.around(value);
  const refuse = (text: string) => [invalid(path, value, `must result in valid metadata: ${text}`)];
  const coerced = coerceEmbedded(resource, place.resource, false);
  if (coerced.kind === 'error') return refuse(fieldErrorText(coerced.error));
  const errors = embeddedErrors(coerced.value, place.resource, undefined);
  if (errors.length === 0) return fitErrors(value, schema, path, place);
  return byMinors(errors).flatMap(({ minors, complaints }) => {
    const isRefused = complaints.length > 0;
    return inMinors(minors, isRefused ? refuse(fieldErrorsText(complaints)) : fitErrors(value, schema, path, place));
  });
}

/** The complaints of each range of minor versions that make the same ones, for a text that is made of several of them. */
function byMinors(errors: readonly FieldError[]) {
  const starts = new Set([0, ...errors.flatMap(({ minors: { from = 0, until } = {} }) => [from, (until ?? -1) + 1])]);
  return [...starts]
    .sort((a, b) => a - b)
    .map((from, index, sorted) => {
      const next = sorted[index + 1];
      const minors = { from, ...(next === undefined ? {} : { until: next - 1 }) };
      return { minors, complaints: complaintsIn(from, errors) };
    });
}

function fieldDefaultErrors(value: Value, schema: JsonSchema, path: string, place: Place): FieldError[] {
  const errors: FieldError[] = [];
  if (!sameValue(value, pruneValue(value, schema))) errors.push(invalid(path, value, 'must not have unknown fields'));
  const coerced = coerceEmbedded(value, schema, false, path);
  if (coerced.kind === 'error') return [...errors, coerced.error];
  const inside = embeddedErrors(coerced.value, schema, path);
  return [...errors, ...(inside.length > 0 ? inside : fitErrors(coerced.value, schema, path, place))];
}

/** Validates a default by its schema, then by the rules. */
function fitErrors(value: Value, schema: JsonSchema, path: string, { budget }: Place): readonly FieldError[] {
  const errors = toFieldErrors(validateValue(value, schema, '', { forObjects: false }), path);
  if (errors.length > 0 || !hasRules(schema)) return errors;
  const asked = validateDefaultRules(value, schema, path, budget.left);
  budget.left = asked.left;
  return asked.errors;
}
