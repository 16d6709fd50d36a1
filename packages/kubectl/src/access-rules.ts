import { isMap, listAt, type ValueMap } from '@managed-fields/merge-engine';
import { partsOf } from './parts-of.ts';

/** A rule about one resource, or about one path. */
export interface AccessRule {
  readonly group?: string;
  readonly resource?: string;
  readonly name?: string;
  readonly path?: string;
  readonly verbs: readonly string[];
}

/** One rule for each group, resource, verb and name. Upstream: kubectl pkg/util/rbac/rbac.go BreakdownRule. */
export function resourceRules(rule: ValueMap): readonly AccessRule[] {
  const names = textsAt(rule, 'resourceNames');
  return textsAt(rule, 'apiGroups').flatMap((group) =>
    textsAt(rule, 'resources').flatMap((resource) =>
      textsAt(rule, 'verbs').flatMap((verb): readonly AccessRule[] =>
        names.length === 0
          ? [{ group, resource, verbs: [verb] }]
          : names.map((name) => ({ group, resource, name, verbs: [verb] })),
      ),
    ),
  );
}

/** One rule for each path and verb. */
export function pathRules(rule: ValueMap): readonly AccessRule[] {
  return textsAt(rule, 'nonResourceURLs').flatMap((path) =>
    textsAt(rule, 'verbs').map((verb): AccessRule => ({ path, verbs: [verb] })),
  );
}

/** Rules of one resource and name become one; those of paths stay. Upstream: rbac.go CompactRules. */
export function compactRules(rules: readonly AccessRule[]): readonly AccessRule[] {
  const paths = rules.filter(({ path }) => path !== undefined);
  const byResource = new Map<string, AccessRule>();
  for (const rule of rules) {
    if (rule.path !== undefined) continue;
    const key = JSON.stringify([rule.group, rule.resource, rule.name]);
    const before = byResource.get(key);
    const verbs = [...new Set([...(before?.verbs ?? []), ...rule.verbs])];
    byResource.set(key, { ...rule, verbs });
  }
  return [...paths, ...byResource.values()];
}

/** Whether a rule stands before another one, by their text in Go. Upstream: rbac.go SortableRuleSlice. */
export function isBefore(a: AccessRule, b: AccessRule): boolean {
  return orderText(a) < orderText(b);
}

/** A rule as Go prints the structure. Upstream: rbacv1.PolicyRule String. */
function orderText({ group, resource, name, path, verbs }: AccessRule): string {
  const list = (each: string | undefined) => `[${each ?? ''}]`;
  return `&PolicyRule{Verbs:[${verbs.join(' ')}],APIGroups:${list(group)},Resources:${list(resource)},ResourceNames:${list(name)},NonResourceURLs:${list(path)},}`;
}

/** The columns of a rule: its resource, path, name and verbs. Upstream: kubectl pkg/describe/describe.go CombineResourceGroup. */
export function ruleColumns(rule: AccessRule): string {
  const [path, name] = [rule.path, rule.name].map((each) => (each === undefined ? '[]' : `[${each}]`));
  return [resourceText(rule), path, name, `[${rule.verbs.join(' ')}]`].join('\t');
}

function resourceText({ group, resource }: AccessRule): string {
  if (resource === undefined) return '';
  const [main, ...rest] = partsOf(resource, '/');
  const sub = rest.length === 0 ? '' : `/${rest.join('/')}`;
  return `${main}${(group ?? '') === '' ? '' : `.${group}`}${sub}`;
}

/** The maps of a list. */
export function rulesAt(map: ValueMap | undefined, field: string): readonly ValueMap[] {
  return (listAt(map, field) ?? []).filter(isMap);
}

function textsAt(map: ValueMap, field: string): readonly string[] {
  return (listAt(map, field) ?? []).map(String);
}
