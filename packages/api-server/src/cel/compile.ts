import { compilePattern } from '../pattern/pattern.ts';
import { type Checked, checkExpression, type Environment } from './check/check.ts';
import type { CelType } from './check/type.ts';
import { childrenOf, literalErrors } from './check/validate-literals.ts';
import { type Budget, evaluate, type MakeObject } from './evaluate.ts';
import type { Declaration } from './library/declaration.ts';
import { baseFunctions, baseTypes } from './library/library.ts';
import type { Expression } from './syntax/expression.ts';
import { parseExpression } from './syntax/parse.ts';
import { sourceErrorsText } from './syntax/source-error.ts';
import { type CelValue, isError } from './value/cel-value.ts';

/** A compiled expression, or the error in the server's words. */
export type Compiled =
  | {
      readonly kind: 'program';
      readonly type: CelType;
      /** Whether the expression names a variable. */
      uses(variable: string): boolean;
      run(variables: ReadonlyMap<string, CelValue>, budget?: Budget): CelValue;
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
  return {
    kind: 'program',
    type: checked.type,
    uses: (variable) => names.has(variable),
    run: (given, budget) => evaluate(expression, checked, new Map([...baseTypes.values, ...given]), budget, more.make),
    fault: undefinedType(checked, more) ?? faultOf(expression, checked),
  };
}

/** What expressions may name: some variables, the types and functions of all, and more. */
export function environmentWith(variables: ReadonlyMap<string, CelType>, more: Extension): Environment {
  return {
    variables: new Map([...baseTypes.variables, ...variables]),
    functions: functionsWith(more),
    ...(more.structs === undefined ? {} : { structs: more.structs }),
  };
}

function functionsWith({ functions, without }: Extension): ReadonlyMap<string, Declaration> {
  if (functions === undefined && (without === undefined || without.size === 0)) return baseFunctions;
  return new Map([...baseFunctions, ...(functions ?? [])].filter(([name]) => without?.has(name) !== true));
}

/** The error for the name of a type that expressions can make, but not name as a value. */
function undefinedType({ names }: Checked, { structs }: Extension): string | undefined {
  const named = [...names.values()].find((name) => structs?.(name) !== undefined);
  return named && `reference to undefined type: ${named}`;
}

const conversions = new Set('bool bytes double duration dyn int string timestamp type uint'.split(' '));
const patterned = new Set(['matches', 'find', 'findAll']);

/**
 * Evaluates constant subexpressions, as the server does when it compiles, and returns the first error.
 * Upstream: github.com/google/cel-go interpreter/decorators.go decOptimize, decRegexOptimizer.
 */
function faultOf(expression: Expression, checked: Checked): string | undefined {
  let fault: string | undefined;
  const constants = new Set<Expression>();
  visitInner(expression, (node) => {
    if (fault !== undefined) return;
    const children = childrenOf(node);
    if (node.kind === 'literal') constants.add(node);
    if (node.kind === 'list' || node.kind === 'map') {
      if (children.every((child) => constants.has(child))) constants.add(node);
    }
    if (node.kind !== 'call') return;
    const args = checked.calls.get(node)?.args ?? [];
    const [first, second] = args;
    if (conversions.has(node.name) && args.length === 1 && first !== undefined && constants.has(first)) {
      const value = evaluate(node, checked, baseTypes.values);
      if (isError(value)) fault = value.message;
      constants.add(node);
    } else if (patterned.has(node.name) && second?.kind === 'literal' && typeof second.value === 'string') {
      const compiled = compilePattern(second.value);
      if (compiled.kind === 'error') fault = compiled.message;
    }
  });
  return fault;
}

/** Visits all nodes, inner ones first. */
function visitInner(node: Expression, look: (node: Expression) => void): void {
  for (const child of childrenOf(node)) visitInner(child, look);
  look(node);
}
