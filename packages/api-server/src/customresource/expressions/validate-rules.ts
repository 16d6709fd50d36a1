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
  quote,
  remembered,
  required,
  type Value,
  type ValueList,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { costExceeded } from '../../cel/cost/tracker.ts';
import { usualRelease } from '../../cel/release.ts';
import { type CelValue, isError, none, optionalOf } from '../../cel/value/cel-value.ts';
import { hasRules, type JsonSchema, type ValidationRule } from '../json-schema.ts';
import { findSchema } from '../schema-path.ts';
import { type Correlation, correlatedIndex, correlatedKey, isUnchanged } from '../validation/correlation.ts';
import { compileRules, type RuleProgram } from './rule-program.ts';
import { typeOfSchema, withTypeAndMetadata } from './schema-type.ts';
import { celValueOf } from './schema-value.ts';

/** The errors of rules about an object, and warnings in place of errors that an unchanged value had before. */
export interface RuleResult {
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
}

/**
 * Evaluates all rules of a schema on an object that is created, or that replaces `old`, as a minor version of the server does.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/cel/validation.go Validator.Validate.
 */
export function validateRules(
  object: Value,
  schema: JsonSchema,
  old: Value | undefined,
  minor = usualRelease.minor,
): RuleResult {
  const ratchet = { value: object, old, schema };
  return rulesOf(object, schema, old, { path: undefined, isResource: true, ratchet, budget: mostOfObject, minor });
}

/** What all rules on one object may cost. Upstream: k8s.io/apiserver pkg/apis/cel/config.go RuntimeCELCostBudget. */
export const mostOfObject = 10_000_000;

/**
 * Evaluates the rules on a default at its path: first as an unchanged value, then, where that has no errors, as a new
 * one. `left` is what is left for the rules on other defaults; below 0, no others are asked.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/defaulting/validation.go validate.
 */
export function validateDefaultRules(
  value: Value,
  schema: JsonSchema,
  path: string,
  budget: number,
): { readonly errors: readonly FieldError[]; readonly left: number } {
  const begin = { path, isResource: schema.embeddedResource, ratchet: undefined, budget, minor: usualRelease.minor };
  const kept = rulesOf(value, schema, value, begin);
  if (kept.errors.length > 0) return kept;
  const fresh = rulesOf(value, schema, undefined, begin);
  return { errors: fresh.errors, left: Math.min(kept.left, fresh.left) };
}

/** Where rules are asked first, and what they may cost. */
interface Begin {
  readonly path: ErrorPath;
  readonly isResource: boolean;
  readonly ratchet: Correlation | undefined;
  readonly budget: number;
  readonly minor: number;
}

function rulesOf(object: Value, schema: JsonSchema, old: Value | undefined, begin: Begin): Run {
  const { path, isResource, ratchet, budget, minor } = begin;
  const run: Run = { errors: [], warnings: [], left: budget, minor };
  validate(run, schema, object, old, { path, isResource, correlation: ratchet, parent: undefined });
  return run;
}

interface Run {
  readonly errors: FieldError[];
  readonly warnings: string[];
  /** What is left for further rules; below 0, none are asked. */
  left: number;
  readonly minor: number;
}

/** The place of the walk, with the old value where there is one; `parent` is the last place that has one. */
interface Place {
  readonly path: ErrorPath;
  readonly isResource: boolean;
  readonly correlation: Correlation | undefined;
  readonly parent: Correlation | undefined;
}

function validate(run: Run, schema: JsonSchema, value: Value, old: Value | undefined, place: Place): void {
  if (run.left < 0 || value === null || !hasRules(schema)) return;
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

/** Rules of a value without a type in expressions are not evaluated, nor any below it. */
function validateMap(run: Run, schema: JsonSchema, map: ValueMap, old: Value | undefined, place: Place): void {
  const additional = schema.additionalProperties?.schema;
  for (const [key, value] of map) {
    const own = schema.properties.get(key) ?? additional;
    if (own === undefined || selfType(own) === undefined) continue;
    const path = additional === undefined ? childPath(place.path, key) : keyPath(place.path, key);
    validate(run, own, value, isMap(old) ? old.get(key) : undefined, followKey(place, path, own, key));
  }
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

/** Steps into a field. apiVersion and kind of the object count as new, since they are those of the request. */
function followKey(place: Place, path: string, schema: JsonSchema, key: string): Place {
  if (place.parent === undefined && (key === 'apiVersion' || key === 'kind')) {
    return { path, isResource: schema.embeddedResource, correlation: undefined, parent: undefined };
  }
  return follow(place, path, schema, (whole) => correlatedKey(whole, key));
}

const selfType = remembered((schema: JsonSchema) => typeOfSchema(schema, schema.embeddedResource, 'selfType'));
const rootType = remembered((schema: JsonSchema) => typeOfSchema(schema, true, 'selfType'));

const levelPrograms = programsBy(selfType);
const rootPrograms = programsBy(rootType);

/** Compiles the rules of a level, once for each minor version. */
function programsBy(typeOf: typeof selfType): (schema: JsonSchema, minor: number) => readonly RuleProgram[] {
  const compiled = remembered((_: JsonSchema) => new Map<number, readonly RuleProgram[]>());
  return (schema, minor) => {
    const known = compiled(schema);
    const type = typeOf(schema);
    const programs = known.get(minor) ?? (type === undefined ? [] : compileRules(schema, type, { minor }));
    known.set(minor, programs);
    return programs;
  };
}

function askRules(run: Run, schema: JsonSchema, value: Value, old: Value, place: Place): void {
  const programs = (place.isResource ? rootPrograms : levelPrograms)(schema, run.minor);
  if (programs.length < schema.validations.length) {
    const words = 'rule compiler initialization error: failed to convert to declType for CEL validation rules';
    run.errors.push(invalid(place.path, schema.type, words));
    return;
  }
  if (run.left <= 0) {
    stop(run, invalid(place.path, schema.type, outOfBudget));
    return;
  }
  const full = place.isResource ? withTypeAndMetadata(schema) : schema;
  const release = { minor: run.minor };
  const self = celValueOf(value, full, release);
  const isOldSeen = old !== null && programs.some(({ usesOldSelf }) => usesOldSelf);
  const oldSelf = isOldSeen ? celValueOf(old, full, release) : undefined;
  for (const program of programs) {
    if (run.left < 0) return;
    askRule(run, program, { schema, value, self, oldSelf, place });
  }
}

const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run';

function stop(run: Run, error: FieldError): void {
  run.errors.push(error);
  run.left = -1;
}

/** The value that a rule is evaluated on. */
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
  const complain = (words: string) => invalid(place.path, schema.type, words);
  if (error !== undefined) run.errors.push(complain(`rule compile error: ${error}`));
  if (program === undefined || (usesOldSelf && oldSelf === undefined && !isOptional)) return;
  const { value: result, cost } = program.run(variablesOf(question, isOptional));
  if (cost > run.left) {
    stop(run, complain(outOfBudget));
    return;
  }
  run.left -= cost;
  if (result === true) return;
  if (isError(result)) {
    const complaint = complain(failureWords(result.message, rule));
    if (result.message === costExceeded) stop(run, complaint);
    else run.errors.push(complaint);
    return;
  }
  const isKept = !usesOldSelf && isUnchanged(place.correlation ?? place.parent);
  const tell = (complaint: FieldError) => {
    if (isKept) run.warnings.push(fieldErrorText(complaint));
    else run.errors.push(complaint);
  };
  const said = saidOf(run, compiled, question);
  if (said?.kind === 'stop') {
    tell(invalid(pathOf(rule, question), schema.type, said.words));
    run.left = -1;
  } else tell(complaintOf(run, compiled, question, said?.text ?? messageOf(rule)));
}

/** What a messageExpression says; undefined where it says nothing that the server would print. */
function saidOf(
  run: Run,
  { rule, message }: RuleProgram,
  question: Question,
): { readonly kind: 'text'; readonly text: string } | { readonly kind: 'stop'; readonly words: string } | undefined {
  if (message === undefined) return undefined;
  const { value, cost } = message.run(variablesOf(question, false));
  if (cost > run.left) {
    const words =
      'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run';
    return { kind: 'stop', words };
  }
  if (isError(value) && value.message === costExceeded) {
    const words = 'no further validation rules will be run due to call cost exceeds limit for messageExpression';
    return { kind: 'stop', words: `${words}: ${quote(rule.messageExpression)}` };
  }
  run.left -= cost;
  const text = messageText(value);
  return text === undefined ? undefined : { kind: 'text', text };
}

function variablesOf({ self, oldSelf }: Question, isOptional: boolean): ReadonlyMap<string, CelValue> {
  const variables = new Map([['self', self]]);
  if (isOptional) variables.set('oldSelf', oldSelf === undefined ? none : optionalOf(oldSelf));
  else if (oldSelf !== undefined) variables.set('oldSelf', oldSelf);
  return variables;
}

/** Returns the name of a rule in messages. */
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

/** Returns the text of a messageExpression; undefined where the server would not print it. */
function messageText(value: CelValue): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' || text.includes('\n') || byteLength(text) > longestMessage ? undefined : text;
}

function pathOf({ fieldPath }: ValidationRule, { schema, place }: Question): ErrorPath {
  const found = fieldPath === '' ? undefined : findSchema(fieldPath, schema, true);
  return found?.kind === 'found' ? childPath(place.path, pathText(found.path)) : place.path;
}

/**
 * What a broken rule makes; up to v1.34 the type of the value is shown in place of the value.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/cel/validation.go validateExpressions, fieldErrorForReason.
 */
function complaintOf({ minor }: Run, { rule }: RuleProgram, question: Question, detail: string): FieldError {
  const { schema, value } = question;
  const path = pathOf(rule, question);
  const isWhole = schema.type === 'object' || schema.type === 'array';
  const shown = minor < 35 ? schema.type : isWhole ? undefined : value;
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
