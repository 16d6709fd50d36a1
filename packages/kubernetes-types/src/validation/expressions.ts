import { customResources } from '@managed-fields/api-server';
import { internal, isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Errors, inVersions, invalid, required } from './errors.ts';
import { child, type Field } from './field-path.ts';
import { structs, text } from './object.ts';

/*
 * Expressions of admission policies and webhooks, which the code for custom resources compiles.
 * Upstream: k8s.io/kubernetes pkg/apis/admissionregistration/validation/validation.go.
 */

/** Compiles the expressions of a policy in the order in which the server does. */
export type Compiler = Pick<
  ReturnType<ReturnType<typeof customResources>['policyCompiler']>,
  'compile' | 'addVariable'
>;

export type Part = Parameters<Compiler['compile']>[0];

/** Functions that not all releases let new expressions use. */
const newer = /\b(?:semver|isSemver|slice|flatten|sort|sortBy|range|reverse|distinct)\s*\(/;

/** Complaints that depend on the functions of a release, where an expression in a value calls such a function. */
export function inEachRelease(value: Value | undefined, errorsIn: (minor: number) => Errors): Errors {
  if (!someText(value, newer)) return errorsIn(35);
  return [
    ...inVersions({ until: 'v1.33' }, errorsIn(33)),
    ...inVersions({ from: 'v1.34', until: 'v1.34' }, errorsIn(34)),
    ...inVersions({ from: 'v1.35' }, errorsIn(35)),
  ];
}

function someText(value: Value | undefined, pattern: RegExp): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (isMap(value)) return [...value.values()].some((each) => someText(each, pattern));
  return isList(value) && value.some((each) => someText(each, pattern));
}

/**
 * Makes a compiler for the expressions of one policy or webhook. Those of `before` may call whatever the release knows, also
 * what new ones may not.
 */
export function compilerOf(
  scope: { readonly params: boolean; readonly variables: boolean },
  minor: number,
  before: ReadonlySet<string>,
): Compiler {
  const fresh = customResources().policyCompiler({ ...scope, minor });
  if (before.size === 0) return fresh;
  const stored = customResources().policyCompiler(scope);
  return {
    compile: (part, expression) => (before.has(expression) ? stored : fresh).compile(part, expression),
    addVariable(name, expression) {
      stored.addVariable(name, expression);
      return fresh.addVariable(name, expression);
    },
  };
}

/** Complaints about an expression, shown as it was `written`. Upstream: convertCELErrorToValidationError. */
export function compiledErrors(compiled: ReturnType<Compiler['compile']>, written: string, field: Field): Errors {
  if (compiled.kind !== 'error') return [];
  return [compiled.isInternal ? internal(field, compiled.message) : invalid(field, written, compiled.message)];
}

/** The expressions of match conditions. */
export function conditionTexts(holder: ValueMap): readonly string[] {
  return structs(holder, 'matchConditions').map((condition) => text(condition, 'expression'));
}

/** Complaints about the expression of a match condition. Upstream: validateMatchConditionsExpression. */
export function conditionExpressionErrors(condition: ValueMap, field: Field, compiler: () => Compiler): Errors {
  const expression = text(condition, 'expression').trim();
  const place = child(field, 'expression');
  if (expression === '') return [required(place)];
  return compiledErrors(compiler().compile('condition', expression), expression, place);
}
