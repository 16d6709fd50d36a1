import { customResources } from '@managed-fields/api-server';
import { internal, isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Errors, inVersions, invalid } from './errors.ts';
import type { Field } from './field-path.ts';
import { has } from './object.ts';

/*
 * Expressions of admission policies and webhooks; the code for custom resources compiles them.
 * Upstream: k8s.io/kubernetes pkg/apis/admissionregistration/validation/validation.go.
 */

/** Compiles the expressions of a policy in the order in which the server does. */
export interface Compiler {
  compile: ReturnType<ReturnType<typeof customResources>['policyCompiler']>['compile'];
  addVariable: ReturnType<ReturnType<typeof customResources>['policyCompiler']>['addVariable'];
}

type Part = Parameters<Compiler['compile']>[0];

/** Functions that not all releases let new policies use. */
const newer = /\b(?:semver|isSemver|slice|flatten|sort|sortBy|range|reverse|distinct)\s*\(/;

/** Complaints that depend on the functions of a release, where an expression of an object calls such a function. */
export function inEachRelease(object: Value | undefined, errorsIn: (minor: number) => Errors): Errors {
  if (!someText(object, newer)) return errorsIn(35);
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

/** Makes the compiler for the expressions of a policy or webhook. Without a minor version all functions may be used. */
export function compilerOf(spec: ValueMap, variables: boolean, minor?: number): Compiler {
  return customResources().policyCompiler({
    params: has(spec, 'paramKind'),
    variables,
    ...(minor === undefined ? {} : { minor }),
  });
}

/** Complaints about an expression, which may be written with blanks around it. */
export function compileErrors(
  compiler: Compiler,
  part: Part,
  expression: string,
  field: Field,
  written = expression,
): Errors {
  return compiledErrors(compiler.compile(part, expression), written, field);
}

/** Upstream: convertCELErrorToValidationError. */
export function compiledErrors(compiled: ReturnType<Compiler['compile']>, expression: string, field: Field): Errors {
  if (compiled.kind !== 'error') return [];
  return [compiled.isInternal ? internal(field, compiled.message) : invalid(field, expression, compiled.message)];
}
