import { customResources } from '@managed-fields/api-server';
import type { CelRelease } from '@managed-fields/api-server/custom-resources';
import { internal, type ValueMap } from '@managed-fields/merge-engine';
import { kubernetesVersions, minorOf } from '../versions.ts';
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

/** Complaints that depend on what the expressions of a release may name, and on its words. */
export function inEachRelease(errorsIn: (release: CelRelease) => Errors): Errors {
  const [oldest] = kubernetesVersions;
  const held = customResources().inEachRelease(minorOf(oldest), errorsIn);
  const versionOf = (minor: number) => kubernetesVersions.find((version) => minorOf(version) === minor) ?? oldest;
  return held.flatMap(({ from, until, answer }) => {
    if (from === minorOf(oldest) && until === undefined) return answer;
    return inVersions({ from: versionOf(from), ...(until === undefined ? {} : { until: versionOf(until) }) }, answer);
  });
}

/** Makes the compiler for the expressions of a policy or webhook; what is stored already may use all functions. */
export function compilerOf(spec: ValueMap, variables: boolean, release: CelRelease, stored = false): Compiler {
  return customResources().policyCompiler({ params: has(spec, 'paramKind'), variables, ...release, stored });
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
