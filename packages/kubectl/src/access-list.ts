import { isMap, listAt, mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { Failure } from './failure.ts';
import type { Flags } from './flags.ts';
import { goSorted } from './printing/go-sort.ts';
import { TabWriter } from './printing/tab-writer.ts';
import { review } from './review.ts';
import type { Session } from './session.ts';

/** A rule about one resource, or about one path. */
interface Rule {
  readonly group?: string;
  readonly resource?: string;
  readonly name?: string;
  readonly path?: string;
  readonly verbs: readonly string[];
}

/**
 * `kubectl auth can-i --list`: what whoever acts may do in a namespace, by the server's answer.
 * Upstream: k8s.io/kubectl pkg/cmd/auth/cani.go RunAccessList, pkg/util/rbac/rbac.go.
 */
export function listAccess(session: Session, flags: Flags): Failure | undefined {
  const spec: ValueMap = new Map([['namespace', flags.truth('all-namespaces') ? '' : session.namespace]]);
  const status = new Map<string, Value>([
    ['incomplete', false],
    ['nonResourceRules', null],
    ['resourceRules', null],
  ]);
  const got = review(session, 'authorization.k8s.io/v1', 'SelfSubjectRulesReview', spec, status);
  if (got.kind === 'failure') return got;
  const answer = mapAt(got.object, 'status');
  const rules = compacted([
    ...mapsAt(answer, 'resourceRules').flatMap(ofResources),
    ...mapsAt(answer, 'nonResourceRules').flatMap(ofPaths),
  ]);
  const writer = new TabWriter(session.out);
  if (!flags.truth('no-headers')) writer.write('Resources\tNon-Resource URLs\tResource Names\tVerbs\n');
  for (const rule of goSorted(rules, (a, b) => orderText(a) < orderText(b))) {
    const [path, name] = [rule.path, rule.name].map((each) => (each === undefined ? '[]' : `[${each}]`));
    writer.write(`${resourceText(rule)}\t${path}\t${name}\t[${rule.verbs.join(' ')}]\n`);
  }
  writer.flush();
  return undefined;
}

function mapsAt(map: ValueMap | undefined, field: string): readonly ValueMap[] {
  return (listAt(map, field) ?? []).filter(isMap);
}

function textsAt(map: ValueMap, field: string): readonly string[] {
  return (listAt(map, field) ?? []).map(String);
}

/** One rule for each group, resource, verb and name. Upstream: BreakdownRule. */
function ofResources(rule: ValueMap): readonly Rule[] {
  const names = textsAt(rule, 'resourceNames');
  return textsAt(rule, 'apiGroups').flatMap((group) =>
    textsAt(rule, 'resources').flatMap((resource) =>
      textsAt(rule, 'verbs').flatMap((verb): readonly Rule[] =>
        names.length === 0
          ? [{ group, resource, verbs: [verb] }]
          : names.map((name) => ({ group, resource, name, verbs: [verb] })),
      ),
    ),
  );
}

function ofPaths(rule: ValueMap): readonly Rule[] {
  return textsAt(rule, 'nonResourceURLs').flatMap((path) =>
    textsAt(rule, 'verbs').map((verb): Rule => ({ path, verbs: [verb] })),
  );
}

/** Rules of one resource and name become one; those of paths stay. Upstream: CompactRules. */
function compacted(rules: readonly Rule[]): readonly Rule[] {
  const paths = rules.filter(({ path }) => path !== undefined);
  const byResource = new Map<string, Rule>();
  for (const rule of rules) {
    if (rule.path !== undefined) continue;
    const key = JSON.stringify([rule.group, rule.resource, rule.name]);
    const before = byResource.get(key);
    const verbs = [...new Set([...(before?.verbs ?? []), ...rule.verbs])];
    byResource.set(key, { ...rule, verbs });
  }
  return [...paths, ...byResource.values()];
}

/** A rule as Go prints the structure, by which rules are sorted. Upstream: rbacv1.PolicyRule String. */
function orderText({ group, resource, name, path, verbs }: Rule): string {
  const list = (each: string | undefined) => `[${each ?? ''}]`;
  return `&PolicyRule{Verbs:[${verbs.join(' ')}],APIGroups:${list(group)},Resources:${list(resource)},ResourceNames:${list(name)},NonResourceURLs:${list(path)},}`;
}

/** Upstream: kubectl pkg/describe/describe.go CombineResourceGroup. */
function resourceText({ group, resource }: Rule): string {
  if (resource === undefined) return '';
  const [main = '', ...rest] = resource.split('/');
  const sub = rest.length === 0 ? '' : `/${rest.join('/')}`;
  return `${main}${(group ?? '') === '' ? '' : `.${group}`}${sub}`;
}
