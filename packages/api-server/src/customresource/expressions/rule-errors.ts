import {
  childPath,
  type FieldError,
  fixedFloat,
  forbidden,
  indexPath,
  inMinors,
  internal,
  invalid,
  keyPath,
} from '@managed-fields/merge-engine';
import { largest, smaller } from '../../cel/cost/range.ts';
import { type CelRelease, type HeldAnswer, inEachRelease, usualRelease } from '../../cel/release.ts';
import type { JsonSchema } from '../json-schema.ts';
import { markerErrors } from '../rules/markers.ts';
import { ruleDump } from '../schema-dump.ts';
import { compileRules, type RuleProgram } from './rule-program.ts';
import { mostOccurrences, sizeOfSchema, sizesBelow } from './schema-size.ts';
import { typeOfSchema } from './schema-type.ts';

/**
 * Validates the expressions of a schema, and what they may cost. `schemaErrors` are the other errors of the schema: where a
 * level or anything below it has one, its expressions are skipped. Of a schema that is the same as before, only the cost of
 * all expressions together is held to its limit.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go
 * validateCustomResourceDefinitionValidation, ValidateCustomResourceDefinitionOpenAPISchema, cel_validation.go.
 */
export function expressionErrors(
  schema: JsonSchema,
  path: string,
  schemaErrors: readonly FieldError[],
  isUnchanged: boolean,
): readonly FieldError[] {
  const held = inEachRelease(usualRelease.minor, (release) => {
    const errors: FieldError[] = [];
    const costs = new TotalCost();
    const root = { isResource: true, uncorrelatable: undefined, occurrences: 1n };
    visit(schema, path, { ...root, schemaErrors, isUnchanged, errors, costs, release });
    return [...errors, ...costs.errors(path)];
  });
  return held.flatMap(inItsMinors);
}

/** The errors of some minor versions; the first ones stand for those before them too. */
function inItsMinors({ from, until = Infinity, answer }: HeldAnswer<readonly FieldError[]>): readonly FieldError[] {
  return inMinors({ from: from === usualRelease.minor ? 0 : from, until }, answer);
}

interface Walk {
  readonly isResource: boolean;
  /** The path of the first list above whose items cannot be matched with old ones. */
  readonly uncorrelatable: string | undefined;
  /** How often there can be such a value at most; undefined where a list or map above has no limit. */
  readonly occurrences: bigint | undefined;
  readonly schemaErrors: readonly FieldError[];
  readonly isUnchanged: boolean;
  readonly errors: FieldError[];
  readonly costs: TotalCost;
  readonly release: CelRelease;
}

function visit(schema: JsonSchema, path: string, walk: Walk): void {
  const most = mostInside(schema);
  const occurrences =
    walk.occurrences === undefined || most === undefined ? undefined : atMost(walk.occurrences * most);
  const schemaErrors = errorsInside(schema, path, walk.schemaErrors);
  const inner = (below: JsonSchema | undefined, at: string, uncorrelatable = walk.uncorrelatable) => {
    if (below === undefined) return;
    visit(below, at, { ...walk, isResource: below.embeddedResource, uncorrelatable, occurrences, schemaErrors });
  };
  inner(schema.additionalProperties?.schema, childPath(path, 'additionalProperties'));
  for (const [name, property] of schema.properties) inner(property, keyPath(childPath(path, 'properties'), name));
  const follows = schema.listType === 'map' ? undefined : path;
  inner(schema.items?.schema, childPath(path, 'items'), walk.uncorrelatable ?? follows);
  if (schema.validations.length > 0 && !walk.schemaErrors.some(({ field }) => field.startsWith(path))) {
    walk.errors.push(...levelErrors(schema, childPath(path, 'x-kubernetes-validations'), walk));
  }
}

/** The errors without those that a list has about its items: they do not keep the expressions of the items from it. */
function errorsInside(schema: JsonSchema, path: string, all: readonly FieldError[]): readonly FieldError[] {
  if (schema.listType === undefined) return all;
  const own = markerErrors(schema, path);
  return all.filter(({ field, detail }) => !own.some((error) => error.field === field && error.detail === detail));
}

/** How many values are in one of a schema at most; undefined where it has no limit. */
function mostInside({ type, maxItems, maxProperties, additionalProperties }: JsonSchema): bigint | undefined {
  const limit = type === 'array' ? maxItems : maxProperties;
  if (type !== 'array' && additionalProperties === undefined) return 1n;
  return limit === undefined ? undefined : BigInt(Math.max(0, limit));
}

function levelErrors(schema: JsonSchema, path: string, walk: Walk): FieldError[] {
  const type = typeOfSchema(schema, walk.isResource, selfName);
  const size = sizeOfSchema(schema, walk.isResource);
  if (type === undefined || size === undefined) {
    const words =
      'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';
    return [internal(path, words)];
  }
  const sizes = sizesBelow(size, walk.release);
  const occurrences = walk.occurrences ?? mostOccurrences(size);
  return compileRules(schema, type, walk.release).flatMap((program, index) => {
    const most = program.mostCost(sizes);
    const cost = { rule: atMost(most.rule * occurrences), message: most.message };
    return ruleErrors(program, cost, indexPath(path, index), walk);
  });
}

/** The server puts a nanosecond time into this name, so that it is unique. */
const selfName = 'selfType';

function ruleErrors(
  program: RuleProgram,
  cost: { readonly rule: bigint; readonly message: bigint },
  path: string,
  { uncorrelatable, isUnchanged, costs }: Walk,
): FieldError[] {
  const { rule, error, messageError, usesOldSelf } = program;
  const errors: FieldError[] = [];
  const at = childPath(path, 'rule');
  if (!isUnchanged) errors.push(...tooExpensive('estimated rule cost', cost.rule, mostOfOne, at));
  costs.add(at, cost.rule);
  const shown = { raw: ruleDump(rule) };
  if (error !== undefined) errors.push(invalid(at, shown, error));
  const place = childPath(path, 'messageExpression');
  if (messageError !== undefined) errors.push(invalid(place, shown, messageError));
  else {
    if (!isUnchanged) errors.push(...tooExpensive('estimated messageExpression cost', cost.message, mostOfOne, place));
    costs.add(place, cost.message);
  }
  if (usesOldSelf && uncorrelatable !== undefined) {
    const words = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
    errors.push(invalid(at, rule.rule, words));
  } else if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
    const words = 'may not be set if oldSelf is not used in rule';
    errors.push(invalid(childPath(path, 'optionalOldSelf'), rule.optionalOldSelf, words));
  }
  return errors;
}

/** What one expression may cost, and all expressions of a schema. Upstream: validation.go StaticEstimatedCostLimit. */
const mostOfOne = 10_000_000n;
const mostOfAll = 100_000_000n;

/** The product or sum that Go's uint64 holds at most. */
function atMost(cost: bigint): bigint {
  return smaller(cost, largest);
}

/** The error about a cost above its limit. Upstream: validation.go getCostErrorMessage. */
function tooExpensive(what: string, cost: bigint, limit: bigint, path: string): FieldError[] {
  if (cost <= limit) return [];
  const factor = Number(cost) / Number(limit);
  const shown = factor > 100 ? 'more than 100' : fixedFloat(factor, factor < 1.5 ? 6 : 1);
  const help =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return [forbidden(path, `${what} exceeds budget by factor of ${shown}x (${help})`)];
}

/** The cost of all expressions of a schema, and which of them cost most. Upstream: cel_validation.go TotalCost. */
class TotalCost {
  private total = 0n;
  private most: (readonly [path: string, cost: bigint])[] = [];

  add(path: string, cost: bigint): void {
    this.total = atMost(this.total + cost);
    if (cost < mostOfAll / 100n) return;
    this.most = [...this.most, [path, cost] as const].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, 4);
  }

  errors(path: string): FieldError[] {
    if (this.total <= mostOfAll) return [];
    const words = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [...this.most.map(([at]) => forbidden(at, words)), ...tooExpensive(what, this.total, mostOfAll, path)];
  }
}
