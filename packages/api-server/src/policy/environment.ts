import {
  boolType,
  type CelType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  sameType,
  stringType,
  structType,
  timestampType,
} from '../cel/check/type.ts';
import { type Compiled, compileExpression, type Extension } from '../cel/compile.ts';
import { type CelRelease, usualRelease, withheld } from '../cel/release.ts';
import { jsonPatchType, objectType, patchTypes } from './made-object.ts';

function object(name: string, fields: Readonly<Record<string, CelType>>): CelType {
  return structType(`kubernetes.${name}`, new Map(Object.entries(fields)));
}

const texts = listType(stringType);
const textMap = mapType(stringType, stringType);

const kindType = object('GroupVersionKind', { group: stringType, version: stringType, kind: stringType });
const resourceType = object('GroupVersionResource', { group: stringType, version: stringType, resource: stringType });
const userType = object('UserInfo', {
  username: stringType,
  uid: stringType,
  groups: texts,
  extra: mapType(stringType, texts),
});

/** Upstream: k8s.io/apiserver pkg/admission/plugin/cel/compile.go BuildRequestType. */
const requestType = object('AdmissionRequest', {
  kind: kindType,
  resource: resourceType,
  subResource: stringType,
  requestKind: kindType,
  requestResource: resourceType,
  requestSubResource: stringType,
  name: stringType,
  namespace: stringType,
  operation: stringType,
  userInfo: userType,
  dryRun: boolType,
  options: dynType,
});

/** Upstream: compile.go BuildNamespaceType. */
const namespaceType = object('Namespace', {
  metadata: object('NamespaceMetadata', {
    name: stringType,
    generateName: stringType,
    namespace: stringType,
    labels: textMap,
    annotations: textMap,
    UID: stringType,
    creationTimestamp: timestampType,
    deletionGracePeriodSeconds: intType,
    deletionTimestamp: timestampType,
    generation: intType,
    resourceVersion: stringType,
    finalizers: texts,
  }),
  spec: object('NamespaceSpec', { finalizers: texts }),
  status: object('NamespaceStatus', {
    conditions: listType(
      object('NamespaceCondition', {
        status: stringType,
        type: stringType,
        lastTransitionTime: timestampType,
        message: stringType,
        reason: stringType,
      }),
    ),
    phase: stringType,
  }),
});

/** What an expression of a policy is for, which decides what it may name and what it has to evaluate to. */
export type PolicyPart =
  | 'condition'
  | 'validation'
  | 'message'
  | 'annotation'
  | 'variable'
  | 'configuration'
  | 'json-patch';

/** The types that an expression may have; a variable may have any. Upstream: the methods ReturnTypes. */
const results: Readonly<Record<PolicyPart, readonly CelType[]>> = {
  condition: [boolType],
  validation: [boolType],
  message: [stringType],
  annotation: [stringType, nullType],
  variable: [],
  configuration: [objectType],
  'json-patch': [listType(jsonPatchType)],
};

/** A compiled expression of a policy, or the error in the server's words. */
export type PolicyExpression =
  | Extract<Compiled, { kind: 'program' }>
  | { readonly kind: 'error'; readonly isInternal: boolean; readonly message: string };

/** The expressions of one policy, which share its variables. */
export interface PolicyCompiler {
  compile(part: PolicyPart, expression: string): PolicyExpression;
  /** Compiles a variable, which the expressions after it may name. */
  addVariable(name: string, expression: string): PolicyExpression;
}

/** What the expressions of a policy may name beside the object and the request. */
export interface PolicyScope {
  readonly params: boolean;
  /** Whether they may name `variables`. */
  readonly variables: boolean;
  /** The minor version whose functions new policies may use; absent where all may be, and else v1.36 counts. */
  readonly minor?: number;
  /** Gathers the minor versions since which an expression may be answered otherwise. */
  readonly turns?: Set<number>;
  /** Whether the policy is stored already, so that it may use functions which new ones may not. */
  readonly stored?: boolean;
}

/**
 * Makes a compiler for the expressions of a policy.
 * Upstream: k8s.io/apiserver pkg/admission/plugin/cel/compile.go CompileCELExpression, composition.go
 * NewCompositedCompiler.
 *
 * @example
 * ```js
 * import { policyCompiler } from '@managed-fields/api-server/cel';
 *
 * const compiler = policyCompiler({ params: false, variables: true });
 * const compiled = compiler.compile('validation', 'object.spec.replicas <=');
 * if (compiled.kind === 'error') console.log(compiled.message);
 * ```
 * ```text
 * compilation failed: ERROR: <input>:1:24: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
 *  | object.spec.replicas <=
 *  | .......................^
 * ```
 */
export function policyCompiler(scope: PolicyScope): PolicyCompiler {
  const fields = new Map<string, CelType>();
  const compile = (part: PolicyPart, expression: string): PolicyExpression => {
    const { variables, more } = namesOf(part, scope, fields);
    const compiled = compileExpression(expression, variables, more);
    if (compiled.kind === 'error') return refused(`compilation failed: ${compiled.message}`);
    const wanted = results[part];
    if (wanted.length > 0 && !wanted.some((type) => sameType(type, compiled.type))) {
      const shown = wanted.map(declaredName);
      const words = shown.length === 1 ? shown[0] : `one of [${shown.join(' ')}]`;
      return refused(`must evaluate to ${words} but got ${declaredName(compiled.type)}`);
    }
    if (compiled.fault !== undefined) return refused(`program instantiation failed: ${compiled.fault}`, true);
    return compiled;
  };
  return {
    compile,
    addVariable(name, expression) {
      const compiled = compile('variable', expression);
      fields.set(name, compiled.kind === 'program' ? variableType(compiled.type) : dynType);
      return compiled;
    },
  };
}

/**
 * What an expression may name: its variables, where `fields` are those that the policy declares, and what else it has
 * beyond other expressions.
 */
export function namesOf(
  part: PolicyPart,
  scope: PolicyScope,
  fields: ReadonlyMap<string, CelType>,
): { readonly variables: Map<string, CelType>; readonly more: Extension } {
  const variables = new Map<string, CelType>([
    ['object', dynType],
    ['oldObject', dynType],
    ['namespaceObject', namespaceType],
    ['request', requestType],
  ]);
  if (scope.params) variables.set('params', dynType);
  if (scope.variables) variables.set('variables', structType('kubernetes.variables', fields));
  if (part !== 'message') {
    variables.set('authorizer', structType('kubernetes.authorization.Authorizer'));
    variables.set('authorizer.requestResource', structType('kubernetes.authorization.ResourceCheck'));
  }
  const isPatch = part === 'configuration' || part === 'json-patch';
  const { minor, turns, stored = false } = scope;
  const release: CelRelease = {
    minor: minor ?? usualRelease.minor,
    ...(turns === undefined ? {} : { turns }),
  };
  const without = withheld(stored ? undefined : minor);
  return { variables, more: { ...(isPatch ? patchTypes : {}), without, release } };
}

/** The error of an expression. */
export function refused(message: string, isInternal = false): PolicyExpression {
  return { kind: 'error', isInternal, message };
}

/** Prints a type as Go's `%v` does. Upstream: github.com/google/cel-go common/types/types.go String. */
export function declaredName(type: CelType): string {
  return type.params.length === 0 ? type.name : `${type.name}(${type.params.map(declaredName).join(', ')})`;
}

const plainTypes: ReadonlySet<CelType['kind']> = new Set([
  'any',
  'bool',
  'bytes',
  'double',
  'duration',
  'int',
  'null',
  'string',
  'timestamp',
  'uint',
]);

/** The type that a variable has for the expressions after it. Upstream: composition.go convertCelTypeToDeclType. */
export function variableType(type: CelType): CelType {
  if (plainTypes.has(type.kind)) return type;
  const [first = dynType, second = dynType] = type.params;
  if (type.kind === 'list') return listType(variableType(first));
  return type.kind === 'map' ? mapType(variableType(first), variableType(second)) : dynType;
}
