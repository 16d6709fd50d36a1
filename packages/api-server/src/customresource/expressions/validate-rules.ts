import {
  byteLength,
  childPath,
  duplicate,
  type ErrorPath,
  type FieldError,
  fieldErrorText,
  forbidden,
  indexPath,
  invalid,
  isList,
  isMap,
  keyPath,
  pathText,
  remembered,
  required,
  type Value,
  type ValueList,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Budget, costExceeded } from '../../cel/evaluate.ts';
import type { CelValue } from '../../cel/value/cel-value.ts';
import { isError, none, optionalOf } from '../../cel/value/cel-value.ts';
import { hasRules, type JsonSchema, type ValidationRule } from '../json-schema.ts';
import { findSchema } from '../schema-path.ts';
import { type Correlation, correlatedIndex, correlatedKey, isUnchanged } from '../validation/correlation.ts';
import { escapeName } from './escape.ts';
import { compileRules, type RuleProgram } from './rule-program.ts';
import { typeOfSchema, withTypeAndMetadata } from './schema-type.ts';
import { celValueOf } from './schema-value.ts';

/** What rules say of an object: complaints, and warnings where what they refuse was there before. */
export interface RuleResult {
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
}

/**
 * Asks all rules of a schema about an object that is written, or that takes the place of `old`.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/cel/validation.go Validator.Validate.
 */
export function validateRules(object: Value, schema: JsonSchema, old: Value | undefined): RuleResult {
  const ratchet = old === undefined ? undefined : { value: object, old, schema };
  return rulesOf(object, schema, old, undefined, true, ratchet);
}

/**
 * The same for a default at its path, as a value that stays and, where nothing is wrong with that, as one that is new.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/defaulting/validation.go validate.
 */
export function validateDefaultRules(value: Value, schema: JsonSchema, path: string): readonly FieldError[] {
  const errorsAfter = (old: Value | undefined) =>
    rulesOf(value, schema, old, path, schema.embeddedResource, undefined).errors;
  const kept = errorsAfter(value);
  return kept.length > 0 ? kept : errorsAfter(undefined);
}

function rulesOf(
  object: Value,
  schema: JsonSchema,
  old: Value | undefined,
  path: ErrorPath,
  isResource: boolean,
  ratchet: Correlation | undefined,
): RuleResult {
  if (!hasRules(schema)) return { errors: [], warnings: [] };
  const run: Run = { errors: [], warnings: [], stopped: false, budget: { left: mostSteps } };
  const place = { path, isResource, correlation: ratchet, parent: undefined };
  validate(run, schema, object, old, place);
  return run;
}

interface Run {
  readonly errors: FieldError[];
  readonly warnings: string[];
  /** Whether no further rule is asked. */
  stopped: boolean;
  readonly budget: Budget;
}

/** More than rules of real definitions do; the server's own bound would keep a page waiting. */
const mostSteps = 3_000_000;

/** Where the walk stands, and what the value was, as far as it can be followed; `parent` is the last that could. */
interface Place {
  readonly path: ErrorPath;
  readonly isResource: boolean;
  readonly correlation: Correlation | undefined;
  readonly parent: Correlation | undefined;
}

function validate(run: Run, schema: JsonSchema, value: Value, old: Value | undefined, place: Place): void {
  if (run.stopped || value === null || !hasRules(schema)) return;
  if (schema.validations.length > 0) askRules(run, schema, value, old ?? null, place);
  if (isList(value)) validateList(run, schema, value, old, place);
  else if (isMap(value)) validateMap(run, schema, value, old, place);
}

function validateList(run: Run, schema: JsonSchema, list: ValueList, old: Value | undefined, place: Place): void {
  const items = schema.items?.schema;
  if (items === undefined) return;
  list.forEach((item, index) => {
    const before = correlatedIndex({ value: list, old: old ?? null, schema }, index)?.old;
    const next = follow(place, indexPath(place.path, index), items, (whole) => correlatedIndex(whole, index));
    validate(run, items, item, before, next);
  });
}

function validateMap(run: Run, schema: JsonSchema, map: ValueMap, old: Value | undefined, place: Place): void {
  const additional = schema.additionalProperties?.schema;
  for (const [key, value] of map) {
    const own = schema.properties.get(key) ?? additional;
    if (own === undefined || (additional === undefined && !isVisible(key, own))) continue;
    const path = additional === undefined ? childPath(place.path, key) : keyPath(place.path, key);
    validate(run, own, value, isMap(old) ? old.get(key) : undefined, followKey(place, path, own, key));
  }
}

/** Properties whose values have no type are left out with all that is below them. */
function isVisible(name: string, schema: JsonSchema): boolean {
  return escapeName(name) === undefined || selfType(schema) !== undefined;
}

function follow(
  place: Place,
  path: string,
  schema: JsonSchema,
  inner: (whole: Correlation) => Correlation | undefined,
): Place {
  const { correlation, parent } = place;
  const at = { path, isResource: schema.embeddedResource };
  if (correlation === undefined) return { ...at, correlation, parent };
  return { ...at, correlation: inner(correlation), parent: correlation };
}

/** apiVersion and kind of the object itself count as new, since they are those of the request. */
function followKey(place: Place, path: string, schema: JsonSchema, key: string): Place {
  const isRoot = place.correlation !== undefined && place.parent === undefined;
  if (isRoot && (key === 'apiVersion' || key === 'kind')) {
    return { path, isResource: schema.embeddedResource, correlation: undefined, parent: undefined };
  }
  return follow(place, path, schema, (whole) => correlatedKey(whole, key));
}

const selfType = remembered((schema: JsonSchema) => typeOfSchema(schema, schema.embeddedResource, 'selfType'));
const rootType = remembered((schema: JsonSchema) => typeOfSchema(schema, true, 'selfType'));

const levelPrograms = remembered((schema: JsonSchema) => programsOf(schema, selfType(schema)));
const rootPrograms = remembered((schema: JsonSchema) => programsOf(schema, rootType(schema)));

function programsOf(schema: JsonSchema, type: ReturnType<typeof selfType>): readonly RuleProgram[] {
  return type === undefined ? [] : compileRules(schema, type);
}

function askRules(run: Run, schema: JsonSchema, value: Value, old: Value, place: Place): void {
  const programs = place.isResource ? rootPrograms(schema) : levelPrograms(schema);
  if (programs.length < schema.validations.length) {
    const words = 'rule compiler initialization error: failed to convert to declType for CEL validation rules';
    run.errors.push(invalid(place.path, schema.type, words));
    return;
  }
  const full = place.isResource ? withTypeAndMetadata(schema) : schema;
  const self = celValueOf(value, full);
  const oldSelf = old === null ? undefined : celValueOf(old, full);
  for (const program of programs) {
    if (run.stopped) return;
    askRule(run, program, { schema, value, self, oldSelf, place });
  }
}

/** What a rule is asked about. */
interface Question {
  readonly schema: JsonSchema;
  readonly value: Value;
  readonly self: CelValue;
  readonly oldSelf: CelValue | undefined;
  readonly place: Place;
}

function askRule(run: Run, compiled: RuleProgram, question: Question): void {
  const { rule, program, error, usesOldSelf } = compiled;
  const { schema, oldSelf, place } = question;
  const isOptional = rule.optionalOldSelf === true;
  const fail = (words: string) => run.errors.push(invalid(place.path, schema.type, words));
  if (error !== undefined) fail(`rule compile error: ${error}`);
  if (program === undefined || (usesOldSelf && oldSelf === undefined && !isOptional)) return;
  const variables = variablesOf(question, isOptional);
  const result = program.run(variables, run.budget);
  if (run.budget.left < 0) {
    fail('validation failed due to running out of cost budget, no further validation rules will be run');
    run.stopped = true;
    return;
  }
  if (result === true) return;
  if (isError(result)) {
    fail(failureWords(result.message, rule));
    run.stopped = result.message === costExceeded;
    return;
  }
  const detail = compiled.message === undefined ? undefined : messageText(compiled.message.run(variables, run.budget));
  const complaint = complaintOf(compiled, question, detail ?? messageOf(rule));
  if (!usesOldSelf && isUnchanged(place.correlation ?? place.parent)) run.warnings.push(fieldErrorText(complaint));
  else run.errors.push(complaint);
}

function variablesOf({ self, oldSelf }: Question, isOptional: boolean): ReadonlyMap<string, CelValue> {
  const variables = new Map([['self', self]]);
  if (isOptional) variables.set('oldSelf', oldSelf === undefined ? none : optionalOf(oldSelf));
  else if (oldSelf !== undefined) variables.set('oldSelf', oldSelf);
  return variables;
}

/** A rule as messages name it. */
function ruleName(rule: ValidationRule): string {
  return (rule.message === '' ? rule.rule : rule.message).trim();
}

function messageOf(rule: ValidationRule): string {
  return rule.message === '' ? `failed rule: ${ruleName(rule)}` : rule.message.trim();
}

function failureWords(message: string, rule: ValidationRule): string {
  const name = ruleName(rule);
  if (message.startsWith('no such overload')) {
    const words = 'call arguments did not match a supported operator, function or macro signature for rule';
    return `'${message}': ${words}: ${name}`;
  }
  if (message === costExceeded) {
    const words = 'no further validation rules will be run due to call cost exceeds limit for rule';
    return `'${message}': ${words}: ${name}`;
  }
  return `${message} evaluating rule: ${name}`;
}

const longestMessage = 5 * 1024;

/** The text that a messageExpression gives; undefined where it gives none that the server would show. */
function messageText(value: CelValue): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' || text.includes('\n') || byteLength(text) > longestMessage ? undefined : text;
}

function complaintOf({ rule }: RuleProgram, { schema, value, place }: Question, detail: string): FieldError {
  const found = rule.fieldPath === '' ? undefined : findSchema(rule.fieldPath, schema, true);
  const path = found?.kind === 'found' ? childPath(place.path, pathText(found.path)) : place.path;
  const shown = schema.type === 'object' || schema.type === 'array' ? undefined : value;
  switch (rule.reason) {
    case 'FieldValueForbidden':
      return forbidden(path, detail);
    case 'FieldValueRequired':
      return required(path, detail);
    case 'FieldValueDuplicate':
      return shown === undefined ? { type: 'Duplicate', field: pathText(path), detail: '' } : duplicate(path, shown);
    default:
      return shown === undefined ? { type: 'Invalid', field: pathText(path), detail } : invalid(path, shown, detail);
  }
}
