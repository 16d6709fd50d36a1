import { isMap, listAt, mapAt, metadataText, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';

/**
 * Whether a policy may be for objects of a resource, by the names of the resource alone: which requests it is really for is
 * found when it is played.
 */
export function isPolicyFor(policy: ValueMap, { resource }: { readonly resource: string }): boolean {
  const rules = listAt(mapAt(mapAt(policy, 'spec'), 'matchConstraints'), 'resourceRules') ?? [];
  return namesResource(rules, resource);
}

function namesResource(rules: readonly Value[], resource: string): boolean {
  return rules.some((rule) =>
    (isMap(rule) ? (listAt(rule, 'resources') ?? []) : []).some((each) => {
      const [plural] = String(each).split('/');
      return plural === '*' || plural === resource;
    }),
  );
}

/** Whether a configuration has a webhook that may be for objects of a resource, by the names of the resource alone. */
export function isConfigurationFor(configuration: ValueMap, { resource }: { readonly resource: string }): boolean {
  const webhooks = (listAt(configuration, 'webhooks') ?? []).filter(isMap);
  return webhooks.some((webhook) => namesResource(listAt(webhook, 'rules') ?? [], resource));
}

/** The policy that a binding is of. */
export function policyOf(binding: ValueMap): string {
  return stringAt(mapAt(binding, 'spec'), 'policyName') ?? '';
}

/** Objects that a policy takes parameters from: one by its name, or those that a selector means. */
export interface ParamsWanted {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty where the labels say which. */
  readonly name: string;
  /** Empty for kinds without namespaces. */
  readonly namespace: string;
  /** A label selector as a query has it; empty for all. */
  readonly labels: string;
}

/** What bindings of policies say of their parameters; those of no namespace are in the one of the object. */
export function paramsOf(
  policies: readonly ValueMap[],
  bindings: readonly ValueMap[],
  namespace: string,
): readonly ParamsWanted[] {
  const wanted = bindings.flatMap((binding): readonly ParamsWanted[] => {
    const policy = policies.find((each) => metadataText(each, 'name') === policyOf(binding));
    const paramKind = mapAt(mapAt(policy, 'spec'), 'paramKind');
    const ref = mapAt(mapAt(binding, 'spec'), 'paramRef');
    if (paramKind === undefined || ref === undefined) return [];
    return [
      {
        apiVersion: stringAt(paramKind, 'apiVersion') ?? '',
        kind: stringAt(paramKind, 'kind') ?? '',
        name: stringAt(ref, 'name') ?? '',
        namespace: stringAt(ref, 'namespace') ?? namespace,
        labels: selectorText(mapAt(ref, 'selector')),
      },
    ];
  });
  return [...new Map(wanted.map((each) => [JSON.stringify(each), each])).values()];
}

/** A selector of labels as a query has it. Upstream: apimachinery pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector. */
function selectorText(selector: ValueMap | undefined): string {
  const equal = [...(mapAt(selector, 'matchLabels') ?? [])].map(([name, value]) => `${name}=${String(value)}`);
  const rest = (listAt(selector, 'matchExpressions') ?? []).flatMap((each) =>
    isMap(each) ? [expressionText(each)] : [],
  );
  return [...equal, ...rest].join(',');
}

function expressionText(expression: ValueMap): string {
  const [key, operator] = [stringAt(expression, 'key') ?? '', stringAt(expression, 'operator') ?? ''];
  const values = (listAt(expression, 'values') ?? []).map((value: Value) => String(value)).join(',');
  switch (operator) {
    case 'In':
      return `${key} in (${values})`;
    case 'NotIn':
      return `${key} notin (${values})`;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return key;
  }
}
