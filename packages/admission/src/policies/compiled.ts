import { type PolicyExpression, type PolicyPart, policyCompiler } from '@managed-fields/api-server/cel';
import { mapAt, remembered, stringAt, textAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';

/** An expression of a policy as it was written, compiled. */
export interface CompiledExpression {
  readonly expression: string;
  readonly compiled: PolicyExpression;
}

/** One mutation of a policy. */
export interface CompiledMutation extends CompiledExpression {
  readonly kind: 'configuration' | 'json-patch';
}

/** One validation of a policy. */
export interface CompiledValidation extends CompiledExpression {
  readonly rule: ValueMap;
  /** What it says where it does not hold; undefined where no expression says it. */
  readonly message: CompiledExpression | undefined;
}

/** The expressions of a policy. */
export interface CompiledPolicy {
  readonly variables: ReadonlyMap<string, CompiledExpression>;
  readonly conditions: readonly CompiledExpression[];
  readonly validations: readonly CompiledValidation[];
  /** The values of its audit annotations. */
  readonly annotations: readonly CompiledExpression[];
  readonly mutations: readonly CompiledMutation[];
}

/**
 * Compiles all expressions of a policy as a minor version of the server does, once for each spec and version.
 * Upstream: apiserver pkg/admission/plugin/policy/mutating/compilation.go compilePolicy, validating/plugin.go
 * compilePolicy.
 */
export function compiledPolicy(spec: ValueMap, minor: number): CompiledPolicy {
  const known = compiledPolicies(spec);
  const policy = known.get(minor) ?? compilePolicy(spec, minor);
  known.set(minor, policy);
  return policy;
}

const compiledPolicies = remembered((_: ValueMap) => new Map<number, CompiledPolicy>());

function compilePolicy(spec: ValueMap, minor: number): CompiledPolicy {
  const params = mapAt(spec, 'paramKind') !== undefined;
  const compiler = policyCompiler({ params, variables: true, minor, stored: true });
  const items = (key: string) => mapsAt(spec, key);
  const compile = (part: PolicyPart, expression: string): CompiledExpression => ({
    expression,
    compiled: compiler.compile(part, expression),
  });
  const variables = new Map<string, CompiledExpression>();
  for (const variable of items('variables')) {
    const [name, expression] = [textAt(variable, 'name'), textAt(variable, 'expression')];
    variables.set(name, { expression, compiled: compiler.addVariable(name, expression) });
  }
  return {
    variables,
    conditions: items('matchConditions').map((each) => compile('condition', textAt(each, 'expression'))),
    validations: items('validations').map((rule) => {
      const message = stringAt(rule, 'messageExpression');
      return {
        ...compile('validation', textAt(rule, 'expression')),
        rule,
        message: message === undefined ? undefined : compile('message', message),
      };
    }),
    annotations: items('auditAnnotations').map((each) => compile('annotation', textAt(each, 'valueExpression'))),
    mutations: items('mutations').map((each): CompiledMutation => {
      const isPatch = textAt(each, 'patchType') === 'JSONPatch';
      const expression = textAt(mapAt(each, isPatch ? 'jsonPatch' : 'applyConfiguration'), 'expression');
      const kind = isPatch ? 'json-patch' : 'configuration';
      return { ...compile(kind, expression), kind };
    }),
  };
}
