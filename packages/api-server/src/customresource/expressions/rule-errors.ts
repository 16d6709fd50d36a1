import { childPath, type FieldError, indexPath, internal, invalid, keyPath } from '@managed-fields/merge-engine';
import type { JsonSchema } from '../json-schema.ts';
import { ruleDump } from '../schema-dump.ts';
import { compileRules, type RuleProgram } from './rule-program.ts';
import { typeOfSchema } from './schema-type.ts';

/**
 * Validates the expressions of a schema. `schemaErrors` are the other errors of the schema: where a level or anything
 * below it has one, its expressions are skipped.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionOpenAPISchema, cel_validation.go.
 */
export function expressionErrors(
  schema: JsonSchema,
  path: string,
  schemaErrors: readonly FieldError[],
): readonly FieldError[] {
  const errors: FieldError[] = [];
  visit(schema, path, { isResource: true, uncorrelatable: undefined, schemaErrors, errors });
  return errors;
}

interface Walk {
  readonly isResource: boolean;
  /** The path of the first list above whose items cannot be matched with old ones. */
  readonly uncorrelatable: string | undefined;
  readonly schemaErrors: readonly FieldError[];
  readonly errors: FieldError[];
}

function visit(schema: JsonSchema, path: string, walk: Walk): void {
  const inner = (below: JsonSchema | undefined, at: string, uncorrelatable = walk.uncorrelatable) => {
    if (below !== undefined) visit(below, at, { ...walk, isResource: below.embeddedResource, uncorrelatable });
  };
  inner(schema.additionalProperties?.schema, childPath(path, 'additionalProperties'));
  for (const [name, property] of schema.properties) inner(property, keyPath(childPath(path, 'properties'), name));
  const follows = schema.listType === 'map' ? undefined : path;
  inner(schema.items?.schema, childPath(path, 'items'), walk.uncorrelatable ?? follows);
  if (schema.validations.length > 0 && !walk.schemaErrors.some(({ field }) => isBelow(field, path))) {
    walk.errors.push(...levelErrors(schema, childPath(path, 'x-kubernetes-validations'), walk));
  }
}

function isBelow(field: string, path: string): boolean {
  return field.startsWith(path) && /^(?:$|[.[])/.test(field.slice(path.length));
}

function levelErrors(schema: JsonSchema, path: string, walk: Walk): FieldError[] {
  const type = typeOfSchema(schema, walk.isResource, selfName);
  if (type === undefined) {
    const words =
      'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';
    return [internal(path, words)];
  }
  return compileRules(schema, type).flatMap((program, index) => ruleErrors(program, indexPath(path, index), walk));
}

/** The server puts a nanosecond time into this name, so that it is unique. */
const selfName = 'selfType';

function ruleErrors(program: RuleProgram, path: string, { uncorrelatable }: Walk): FieldError[] {
  const { rule, error, messageError, usesOldSelf } = program;
  const errors: FieldError[] = [];
  const at = childPath(path, 'rule');
  const shown = { raw: ruleDump(rule) };
  if (error !== undefined) errors.push(invalid(at, shown, error));
  if (messageError !== undefined) errors.push(invalid(childPath(path, 'messageExpression'), shown, messageError));
  if (usesOldSelf && uncorrelatable !== undefined) {
    const words = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
    errors.push(invalid(at, rule.rule, words));
  } else if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
    const words = 'may not be set if oldSelf is not used in rule';
    errors.push(invalid(childPath(path, 'optionalOldSelf'), rule.optionalOldSelf, words));
  }
  return errors;
}
