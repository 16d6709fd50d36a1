import { memberMacros } from './assist/macro-names.ts';
import { checkExpression, type Environment } from './check/check.ts';
import type { CelType } from './check/type.ts';
import { literalErrors } from './check/validate-literals.ts';
import { estimateCost } from './cost/estimate.ts';
import type { SizeOfPath } from './cost/path.ts';
import { type Evaluated, evaluate, type MakeObject, perCallLimit } from './evaluate.ts';
import type { Declaration } from './library/declaration.ts';
import { baseTypes, functionsOf } from './library/library.ts';
import { standardTypeNames } from './library/standard.ts';
import { planExpression } from './plan.ts';
import { type CelRelease, usualRelease } from './release.ts';
import { parseExpression } from './syntax/parse.ts';
import { sourceErrorsText } from './syntax/source-error.ts';
import { celError } from './value/cel-value.ts';
import type { Variables } from './variables.ts';

/** A compiled expression, or the error in the server's words. */
export type Compiled =
  | {
      readonly kind: 'program';
      readonly type: CelType;
      /** Whether the expression names a variable. */
      uses(variable: string): boolean;
      /** Evaluates it; what costs more than `limit` ends in an error. */
      run(variables: Variables, limit?: number): Evaluated;
      /** The most that it can cost, as far as the sizes of its variables are known. */
      mostCost(sizes: SizeOfPath): bigint;
      /** The error for which a well-typed expression cannot be evaluated at all; undefined where there is none. */
      readonly fault: string | undefined;
    }
  | { readonly kind: 'error'; readonly message: string };

/** What expressions of some place have beyond those of custom resources. */
export interface Extension {
  readonly functions?: ReadonlyMap<string, Declaration>;
  /** As `Environment.structs`; `make` makes objects of these types. */
  readonly structs?: (name: string) => CelType | undefined;
  readonly make?: MakeObject;
  /** Names of functions and macros that a release does not have. */
  readonly without?: ReadonlySet<string>;
  /** Whether `cel.bind(x, value, expression)` gives a name to a value. */
  readonly bindings?: boolean;
  /** The release whose words and rules count; absent: v1.36. */
  readonly release?: CelRelease;
}

/**
 * Compiles an expression with some variables and the functions that Kubernetes offers.
 * Upstream: github.com/google/cel-go cel/env.go Compile, Program; k8s.io/apiserver pkg/cel/environment/base.go.
 */
export function compileExpression(
  source: string,
  variables: ReadonlyMap<string, CelType>,
  more: Extension = {},
): Compiled {
  const parsed = parseExpression(source, more);
  if (parsed.kind === 'error') return { kind: 'error', message: sourceErrorsText(source, parsed.errors) };
  const { expression } = parsed;
  const checked = checkExpression(expression, environmentWith(variables, more));
  const errors = checked.errors.length > 0 ? checked.errors : literalErrors(expression, checked);
  if (errors.length > 0) return { kind: 'error', message: sourceErrorsText(source, errors) };
  const names = new Set(checked.names.values());
  const planned = planExpression(expression, checked, { minor: (more.release ?? usualRelease).minor });
  return {
    kind: 'program',
    type: checked.type,
    uses: (variable) => names.has(variable),
    run: (variables, limit = perCallLimit) =>
      planned.kind === 'plan'
        ? evaluate(planned.plan, variables, limit, more.make)
        : { value: celError(planned.message), cost: 0 },
    mostCost: (sizes) => estimateCost(expression, checked, sizes, more.release).max,
    fault: planned.kind === 'error' ? planned.message : undefined,
  };
}

/** What expressions may name: some variables, the types and functions of all, and more. */
export function environmentWith(variables: ReadonlyMap<string, CelType>, more: Extension): Environment {
  const release = more.release ?? usualRelease;
  const functions = functionsWith(more, release);
  return {
    variables: new Map([...baseTypes.variables, ...variables]),
    functions,
    ...(more.structs === undefined ? {} : { structs: more.structs }),
    release,
    known: () =>
      new Set([
        ...variables.keys(),
        ...standardTypeNames,
        ...functions.keys(),
        ...otherFunctions,
        ...['has', ...memberMacros.map(({ name }) => name), ...(more.bindings === true ? ['bind'] : [])],
      ]),
  };
}

/** Names of functions that nobody calls by them. Upstream: github.com/google/cel-go common/stdlib/standard.go. */
const otherFunctions = ['in', '_in_', '__not_strictly_false__'];

function functionsWith(
  { functions = new Map(), without = new Set() }: Extension,
  { minor }: CelRelease,
): ReadonlyMap<string, Declaration> {
  const own = functionsOf(minor);
  if (functions.size + without.size === 0) return own;
  return new Map([...own, ...functions].filter(([name]) => !without.has(name)));
}
