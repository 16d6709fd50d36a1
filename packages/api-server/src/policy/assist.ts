import { type ExpressionScope, typeIn } from '../cel/assist/scope.ts';
import { type CelType, dynType, structType } from '../cel/check/type.ts';
import { environmentWith } from '../cel/compile.ts';
import { namesOf, type PolicyPart, type PolicyScope } from './environment.ts';

/** What is known of the objects that a policy is asked about. The server itself takes them for values of any type. */
export interface PolicyTypes {
  /** The type of the one kind that it matches. */
  readonly object?: CelType | undefined;
  readonly params?: CelType | undefined;
}

const beginnings: Readonly<Partial<Record<PolicyPart, readonly string[]>>> = {
  configuration: ['Object{'],
  'json-patch': ['[JSONPatch{'],
};

/**
 * What an expression of a policy may name, with the variables that are declared before it and the types that are known.
 * Upstream: k8s.io/apiserver pkg/admission/plugin/policy/validating/typechecking.go, which types objects likewise.
 */
export function policyExpressionScope(
  part: PolicyPart,
  scope: PolicyScope,
  types: PolicyTypes,
  declared: readonly { readonly name: string; readonly expression: string }[],
): ExpressionScope {
  const fields = new Map<string, CelType>();
  const scopeOf = (of: PolicyPart): ExpressionScope => {
    const { variables, more } = namesOf(of, scope, fields);
    if (types.object !== undefined) variables.set('object', types.object).set('oldObject', types.object);
    if (types.params !== undefined && scope.params) variables.set('params', types.params);
    return {
      environment: environmentWith(variables, more),
      beginnings: beginnings[of] ?? [],
      without: more.without ?? new Set(),
      ...(more.structs === undefined ? {} : { made: types.object ?? null }),
    };
  };
  for (const { name, expression } of declared) fields.set(name, typeIn(expression, scopeOf('variable')) ?? dynType);
  return scopeOf(part);
}

/** A type with fields that are made when somebody asks for them, since schemas may contain themselves. */
export function lazyType(name: string, fields: () => ReadonlyMap<string, CelType>): CelType {
  let made: ReadonlyMap<string, CelType> | undefined;
  const type = structType(name);
  return Object.defineProperty(type, 'fields', { enumerable: true, get: () => (made ??= fields()) });
}
