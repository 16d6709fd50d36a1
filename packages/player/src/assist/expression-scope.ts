import { customResources, type ResourceVersion, type TypeCatalog } from '@managed-fields/api-server';
import type { Value, ValueMap, ValuePath } from '@managed-fields/merge-engine';
import type { ExpressionAt } from './expression-at.ts';
import { fieldTypeOf } from './field-type.ts';
import { nodeOf, type OutlineNode, textAt } from './outline.ts';
import type { AssistContext } from './place.ts';
import { childOf, childrenOf, rootNode, type SchemaNode } from './schema-node.ts';

type CustomResources = ReturnType<typeof customResources>;
export type ExpressionScope = Parameters<CustomResources['completeExpression']>[2];
type CelType = NonNullable<NonNullable<ExpressionScope['made']>>;
type PolicyPart = Parameters<CustomResources['policyExpressionScope']>[0];

/** What a part of a policy is for, and whether it may name `variables`. */
interface PartOfPolicy {
  readonly kinds: RegExp;
  /** The place in the object, with `*` for an index. */
  readonly path: string;
  readonly part: PolicyPart;
  readonly variables: boolean;
}

const policies = /^(?:Validating|Mutating)AdmissionPolicy$/;
const validating = /^ValidatingAdmissionPolicy$/;
const mutating = /^MutatingAdmissionPolicy$/;
const webhooks = /^(?:Validating|Mutating)WebhookConfiguration$/;

/**
 * The expressions of policies and webhooks.
 * Upstream: k8s.io/kubernetes pkg/apis/admissionregistration/validation/validation.go, which compiles each of them.
 */
const parts: readonly PartOfPolicy[] = [
  { kinds: policies, path: 'spec.matchConditions.*.expression', part: 'condition', variables: false },
  { kinds: policies, path: 'spec.variables.*.expression', part: 'variable', variables: true },
  { kinds: validating, path: 'spec.validations.*.expression', part: 'validation', variables: true },
  { kinds: validating, path: 'spec.validations.*.messageExpression', part: 'message', variables: true },
  { kinds: validating, path: 'spec.auditAnnotations.*.valueExpression', part: 'annotation', variables: true },
  { kinds: mutating, path: 'spec.mutations.*.applyConfiguration.expression', part: 'configuration', variables: true },
  { kinds: mutating, path: 'spec.mutations.*.jsonPatch.expression', part: 'json-patch', variables: true },
  { kinds: webhooks, path: 'webhooks.*.matchConditions.*.expression', part: 'condition', variables: false },
];

/** What the expression at a place may name, and the kind of the objects that it is about, where exactly one is known. */
export interface ScopeAt {
  readonly scope: ExpressionScope;
  /** The field that a field of a type is; undefined where nobody knows more of it than the type. */
  nodeOf(owner: CelType, name: string): { readonly node: SchemaNode; readonly parent: SchemaNode } | undefined;
}

/** Finds what the expression at a place may name; undefined where the place has no expression. */
export function scopeAt(at: ExpressionAt, context: AssistContext): ScopeAt | undefined {
  const { path, root } = at;
  const kind = textAt(root, ['kind']) ?? context.version?.resource.kind ?? '';
  const group = (textAt(root, ['apiVersion']) ?? context.version?.apiVersion ?? '').split('/')[0];
  if (group === 'apiextensions.k8s.io') return kind === 'CustomResourceDefinition' ? scopeOfRule(at) : undefined;
  if (group !== 'admissionregistration.k8s.io') return undefined;
  const written = path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
  const found = parts.find((each) => each.kinds.test(kind) && each.path === written);
  return found === undefined ? undefined : scopeOfPolicy(found, at, context);
}

function scopeOfPolicy(
  { part, variables, kinds }: PartOfPolicy,
  { path, root }: ExpressionAt,
  context: AssistContext,
): ScopeAt {
  const { policyExpressionScope } = customResources();
  const { catalog } = context;
  const types = new TypesOfKinds();
  const isWebhook = kinds === webhooks;
  const rules = isWebhook ? [...path.slice(0, 2), 'rules'] : ['spec', 'matchConstraints', 'resourceRules'];
  const matched = matchedKind(root, rules, catalog);
  const paramKind = isWebhook ? undefined : paramKindOf(root, catalog);
  const isVariable = part === 'variable';
  const declared = itemsAt(root, ['spec', 'variables']).flatMap((_, index) => {
    const textOf = (name: string) => textAt(root, ['spec', 'variables', index, name]) ?? '';
    const isLater = isVariable && index >= Number(path[2]);
    return isLater || textOf('name') === '' ? [] : [{ name: textOf('name'), expression: textOf('expression') }];
  });
  const hasParams = !isWebhook && nodeOf(root, ['spec', 'paramKind']) !== undefined;
  const scope = policyExpressionScope(
    part,
    { params: hasParams, variables: variables && (!isVariable || declared.length > 0) },
    {
      object: matched && types.of(rootNode(matched)),
      params: paramKind && types.of(rootNode(paramKind)),
    },
    variables ? declared : [],
  );
  return { scope, nodeOf: (owner, name) => types.nodeOf(owner, name) };
}

/** The kind that rules choose; undefined unless they name exactly one that is known. */
function matchedKind(
  root: OutlineNode | undefined,
  path: ValuePath,
  catalog: TypeCatalog,
): ResourceVersion | undefined {
  const found = new Set<ResourceVersion | undefined>();
  for (const [index] of itemsAt(root, path).entries()) {
    const textsAt = (name: string) => itemsAt(root, [...path, index, name]).map((item) => scalarOf(item));
    for (const group of textsAt('apiGroups')) {
      for (const version of textsAt('apiVersions')) {
        for (const resource of textsAt('resources')) {
          const [plural = '', subresource] = resource.split('/');
          // The object of a request for the status is the whole one; that of another subresource is of another kind.
          if (subresource !== undefined && subresource !== 'status') return undefined;
          const isOne = ![group, version, plural].includes('*');
          found.add(isOne ? catalog.find(group, version, plural) : undefined);
        }
      }
    }
  }
  const [one] = found;
  return found.size === 1 ? one : undefined;
}

function paramKindOf(root: OutlineNode | undefined, catalog: TypeCatalog): ResourceVersion | undefined {
  const textOf = (name: string) => textAt(root, ['spec', 'paramKind', name]) ?? '';
  return catalog.findKind(textOf('apiVersion'), textOf('kind'));
}

function itemsAt(root: OutlineNode | undefined, path: ValuePath): readonly (OutlineNode | undefined)[] {
  const node = nodeOf(root, path);
  return node?.kind === 'list' ? node.items.map(({ value }) => value) : [];
}

function scalarOf(node: OutlineNode | undefined): string {
  return node?.kind === 'scalar' ? node.text : '';
}

const simple: ReadonlyMap<string, CelType> = new Map(
  (
    [
      ['string', 'string', 'string'],
      ['integer', 'int', 'int'],
      ['number', 'double', 'double'],
      ['boolean', 'bool', 'bool'],
    ] as const
  ).map(([type, kind, name]) => [type, { kind, name, params: [] }]),
);
const text: CelType = { kind: 'string', name: 'string', params: [] };
const any: CelType = { kind: 'dyn', name: 'dyn', params: [] };

/** The types of expressions that the fields of kinds have, made as they are asked for. */
class TypesOfKinds {
  private readonly nodes = new WeakMap<CelType, SchemaNode>();

  of(node: SchemaNode): CelType {
    const type = fieldTypeOf(node);
    const each = type === 'list' || type === 'map' ? childOf(node, null) : undefined;
    switch (type) {
      case 'object':
        return this.struct(node);
      case 'list':
        return { kind: 'list', name: 'list', params: [each === undefined ? any : this.of(each)] };
      case 'map':
        return { kind: 'map', name: 'map', params: [text, each === undefined ? any : this.of(each)] };
      default:
        return simple.get(type) ?? any;
    }
  }

  nodeOf(owner: CelType, name: string): { readonly node: SchemaNode; readonly parent: SchemaNode } | undefined {
    const parent = this.nodes.get(owner);
    const child = parent && this.childrenOf(parent).get(name);
    return parent && child && { parent, node: child };
  }

  private struct(node: SchemaNode): CelType {
    const { lazyType } = customResources();
    const fields = () => new Map([...this.childrenOf(node)].map(([name, child]) => [name, this.of(child)]));
    const type = lazyType(typeNameOf(node), fields);
    this.nodes.set(type, node);
    return type;
  }

  /** By their names in expressions. */
  private childrenOf(node: SchemaNode): ReadonlyMap<string, SchemaNode> {
    const { escapeName } = customResources();
    return new Map(
      childrenOf(node).flatMap((child) => {
        const name = escapeName(child.path.at(-1) ?? '');
        return name === undefined ? [] : [[name, child] as const];
      }),
    );
  }
}

/** What a type is called in what is shown of it: by its definition, else as an object. */
function typeNameOf({ definition, path, kind }: SchemaNode): string {
  if (path.length === 0) return kind.version.resource.kind;
  return definition.split('.').at(-1) || 'object';
}

/** Where the rules of a schema stand: the schema that they are about is the map that has them. */
function scopeOfRule({ path, root }: ExpressionAt): ScopeAt | undefined {
  const at = path.lastIndexOf('x-kubernetes-validations');
  const top = path.indexOf('openAPIV3Schema');
  const isRule = at === path.length - 3 && (path.at(-1) === 'rule' || path.at(-1) === 'messageExpression');
  if (!isRule || top < 0 || at <= top) return undefined;
  const schemaPath = path.slice(0, at);
  const schema = outlineValue(nodeOf(root, schemaPath));
  const isEmbedded = schema instanceof Map && schema.get('x-kubernetes-embedded-resource') === true;
  const isOptional = textAt(root, [...path.slice(0, -1), 'optionalOldSelf']) === 'true';
  const scope = customResources().ruleExpressionScope(schema, {
    isResource: schemaPath.length === top + 1 || isEmbedded,
    isOptional,
  });
  return { scope, nodeOf: () => undefined };
}

/** The value of an outline, with flags as such; numbers stay texts, since no type depends on one. */
function outlineValue(node: OutlineNode | undefined): Value {
  switch (node?.kind) {
    case 'map': {
      const map: ValueMap = new Map(
        node.entries.filter(({ key }) => key !== '').map(({ key, value }) => [key, outlineValue(value)]),
      );
      return map;
    }
    case 'list':
      return node.items.map(({ value }) => outlineValue(value));
    case 'scalar':
      return node.text === 'true' ? true : node.text === 'false' ? false : node.text;
    default:
      return null;
  }
}
