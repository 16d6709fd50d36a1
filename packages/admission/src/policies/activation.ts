import type { AdmissionAttributes } from '@managed-fields/api-server';
import {
  authorizerValue,
  type CelMap,
  type CelValue,
  celError,
  celOfTyped,
  isError,
  resourceCheckValue,
  unescapeName,
} from '@managed-fields/api-server/cel';
import type { ValueMap } from '@managed-fields/merge-engine';
import type { Atom } from '@managed-fields/merge-engine/typed';
import { askedResource, authorizeFor } from './authorize.ts';
import type { CompiledExpression, CompiledPolicy } from './compiled.ts';
import { shownNamespace } from './namespace.ts';
import type { SeenTypes } from './seen-types.ts';

/** What the expressions of a policy see. */
export interface Inputs {
  readonly object: ValueMap | undefined;
  readonly old: ValueMap | undefined;
  readonly request: ValueMap;
  readonly params: ValueMap | undefined;
  /** Undefined for cluster-scoped objects, and for match conditions, which do not see it. */
  readonly namespace: ValueMap | undefined;
  /** The types of what the server keeps in structures of Go; absent where all is seen as its JSON. */
  readonly types?: SeenTypes;
  /** The request whose sender the authorizer is asked about; undefined where expressions have no authorizer. */
  readonly authorizer: AdmissionAttributes | undefined;
}

/** The variables of expressions with their values, and what all expressions that see them may still cost. */
export interface Activation {
  readonly values: ReadonlyMap<string, CelValue>;
  readonly budget: Budget;
}

interface Budget {
  left: number;
}

/**
 * What expressions of one kind may cost together: the validations of a policy, its audit annotations, or one mutation; and
 * the match conditions of a policy or webhook.
 * Upstream: apiserver pkg/apis/cel/config.go RuntimeCELCostBudget, RuntimeCELCostBudgetMatchConditions.
 */
export const mostOfExpressions = 10_000_000;
export const mostOfConditions = 2_500_000;

/**
 * Makes the variables of the expressions of a policy. Those that the policy declares are evaluated when they are first
 * named, which the expression that names them pays for.
 * Upstream: apiserver pkg/admission/plugin/cel/activation.go newActivation, composition.go Variables.
 */
export function activationOf({ variables }: CompiledPolicy, inputs: Inputs, left: number): Activation {
  const { types = {} } = inputs;
  const seen = (value: ValueMap | undefined, type?: Atom) => (value === undefined ? null : celOfTyped(value, type));
  const values = new Map<string, CelValue>([
    ['object', seen(inputs.object, types.object)],
    ['oldObject', seen(inputs.old, types.object)],
    ['request', seen(inputs.request, types.request)],
    ['params', seen(inputs.params, types.params)],
    ['namespaceObject', seen(inputs.namespace && shownNamespace(inputs.namespace), types.namespace)],
  ]);
  if (inputs.authorizer !== undefined) {
    const authorize = authorizeFor(inputs.authorizer);
    values.set('authorizer', authorizerValue(authorize));
    values.set('authorizer.requestResource', resourceCheckValue(authorize, askedResource(inputs.authorizer)));
  }
  const activation = { values, budget: { left } };
  values.set('variables', lazily(variables, activation));
  return activation;
}

/** The variables as a map; who goes through it meets their values. Upstream: apiserver pkg/cel/lazy/lazy.go MapValue. */
function lazily(variables: ReadonlyMap<string, CompiledExpression>, activation: Activation): CelMap {
  const known = new Map<string, CelValue>();
  const asked = (name: string, variable: CompiledExpression) => {
    if (!known.has(name)) known.set(name, valueOfVariable(name, variable, activation));
    return known.get(name) ?? null;
  };
  return {
    kind: 'map',
    size: variables.size,
    keys: () => [...variables].map(([name, variable]) => asked(name, variable)),
    find(key) {
      const name = unescapeName(String(key));
      const variable = name === undefined ? undefined : variables.get(name);
      return name === undefined || variable === undefined ? undefined : asked(name, variable);
    },
  };
}

function valueOfVariable(name: string, { compiled }: CompiledExpression, { values, budget }: Activation): CelValue {
  if (compiled.kind === 'error') return celError(`composited variable "${name}" fails to compile: ${compiled.message}`);
  const { value, cost } = compiled.run(values);
  budget.left -= cost;
  return isError(value) ? celError(`composited variable "${name}" fails to evaluate: ${value.message}`) : value;
}

/** The value of an expression, or an error in the server's words: `exhausted` where it and those before it cost too much. */
export type Evaluated =
  | { readonly kind: 'value'; readonly value: CelValue }
  | { readonly kind: 'error' | 'exhausted'; readonly message: string };

const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run';

/** Evaluates an expression. Upstream: apiserver pkg/admission/plugin/cel/activation.go Evaluate. */
export function evaluated({ expression, compiled }: CompiledExpression, { values, budget }: Activation): Evaluated {
  if (compiled.kind === 'error') return { kind: 'error', message: `compilation error: ${compiled.message}` };
  if (budget.left < 0) return { kind: 'exhausted', message: outOfBudget };
  const { value, cost } = compiled.run(values);
  budget.left -= cost;
  if (budget.left < 0) return { kind: 'exhausted', message: outOfBudget };
  if (!isError(value)) return { kind: 'value', value };
  return { kind: 'error', message: `expression '${expression}' resulted in error: ${value.message}` };
}
