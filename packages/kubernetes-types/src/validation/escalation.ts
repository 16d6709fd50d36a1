import type { Writer } from '@managed-fields/api-server';
import { mapFromPlain, quote, type ValueMap } from '@managed-fields/merge-engine';
import type { KindChecks } from './kind-checks.ts';
import { pointer, struct, structs, text, texts, withoutAt } from './object.ts';
import { aggregate, decide, mayDoEverything, ruleCoversPath, rulesIn, rulesOf } from './permissions.ts';
import { sameMeaning } from './semantic.ts';

/*
 * Whoever writes a role or a binding has to have what it grants.
 * Upstream: k8s.io/kubernetes pkg/registry/rbac/escalation_check.go, and policybased/storage.go of each kind.
 */

type DeniedGrantOf = NonNullable<KindChecks['deniedGrant']>;

const group = 'rbac.authorization.k8s.io';

/** What somebody may not grant who writes a Role or a ClusterRole. */
export const deniedRole: DeniedGrantOf = (role, old, writer) => {
  const { plural } = writer.resource;
  if (mayDoEverything(writer.user, writer)) return undefined;
  if (may(writer, 'escalate', plural, writer.namespace, writer.name) || isForCollector(role, old)) return undefined;
  const missing = missingOf(writer, structs(role, 'rules'));
  if (missing !== undefined) return { kind: 'forbidden', message: missing };
  const aggregates = plural === 'clusterroles' && [role, old].some(hasAggregation);
  if (!aggregates || missingOf(writer, everything) === undefined) return undefined;
  return { kind: 'forbidden', message: 'must have cluster-admin privileges to use the aggregationRule' };
};

/** What somebody may not grant who writes a RoleBinding or a ClusterRoleBinding. */
export const deniedBinding: DeniedGrantOf = (binding, old, writer) => {
  if (mayDoEverything(writer.user, writer) || isForCollector(binding, old)) return undefined;
  const reference = struct(binding, 'roleRef');
  const [kind, name] = [text(reference, 'kind'), text(reference, 'name')];
  const plural = pluralOf[kind];
  if (plural === undefined) return { kind: 'error', message: `unsupported role reference kind: ${quote(kind)}` };
  if (may(writer, 'bind', plural, writer.namespace, name, text(reference, 'apiGroup'))) return undefined;
  if (kind === 'Role' && writer.namespace === '') {
    return { kind: 'bad-request', message: 'Namespace parameter required.' };
  }
  const rules = rulesIn(kind, name, writer.namespace, writer);
  // The storage of roles calls them by the resource of the request.
  if (rules === undefined) return { kind: 'not-found', name };
  const message = missingOf(writer, rules);
  return message === undefined ? undefined : { kind: 'forbidden', message };
};

const pluralOf: Readonly<Record<string, string>> = { Role: 'roles', ClusterRole: 'clusterroles' };

function may(writer: Writer, verb: string, resource: string, namespace: string, name: string, of = group): boolean {
  const wish = { kind: 'resource', verb, group: of, resource, subresource: '', namespace, name } as const;
  return decide(wish, writer.user, writer).allowed;
}

const everything = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
].map((rule) => mapFromPlain(rule));

function hasAggregation(role: ValueMap | undefined): boolean {
  return structs(pointer(role, 'aggregationRule'), 'clusterRoleSelectors').length > 0;
}

/**
 * Whether a change touches only what the garbage collector needs to remove the object.
 * Upstream: pkg/registry/rbac/helpers.go IsOnlyMutatingGCFields.
 */
function isForCollector(object: ValueMap, old: ValueMap | undefined): boolean {
  return old !== undefined && sameMeaning(apartFromCollector(object), apartFromCollector(old));
}

function apartFromCollector(object: ValueMap): ValueMap {
  const left = ['ownerReferences', 'finalizers', 'selfLink', 'managedFields'];
  return left.reduce((rest, field) => withoutAt(rest, ['metadata', field]), object);
}

/**
 * Says what of rules a writer has not himself; undefined where he has all of them.
 * Upstream: pkg/registry/rbac/validation/rule.go ConfirmNoEscalation.
 */
function missingOf(writer: Writer, rules: readonly ValueMap[]): string | undefined {
  const { user, namespace } = writer;
  const held = rulesOf(user, namespace, writer, writer.resource.plural);
  const missing = rules.flatMap(brokenDown).filter((part) => !held.rules.some((rule) => covers(rule, part)));
  if (missing.length === 0) return undefined;
  const lines = [...new Set(compact(missing).map(shownPart))].sort();
  const groups = `[${user.groups.map(quote).join(' ')}]`;
  const said = `user ${quote(user.name)} (groups=${groups}) is attempting to grant RBAC permissions not currently held:`;
  const errors = held.errors.length === 0 ? '' : `; resolution errors: [${aggregate(held.errors)}]`;
  return `${said}\n${lines.join('\n')}${errors}`;
}

/** A rule with one of each; of a path only verb and path. */
type Part =
  | { readonly group: string; readonly resource: string; readonly name?: string; readonly verbs: readonly string[] }
  | { readonly path: string; readonly verbs: readonly string[] };

/** Upstream: k8s.io/component-helpers auth/rbac/validation/policy_comparator.go BreakdownRule. */
function brokenDown(rule: ValueMap): readonly Part[] {
  const names = texts(rule, 'resourceNames');
  const named = names.length === 0 ? [{}] : names.map((name) => ({ name }));
  const verbs = texts(rule, 'verbs').map((verb) => [verb]);
  return [
    ...texts(rule, 'apiGroups').flatMap((each) =>
      texts(rule, 'resources').flatMap((resource) =>
        verbs.flatMap((one) => named.map((name) => ({ group: each, resource, ...name, verbs: one }))),
      ),
    ),
    ...texts(rule, 'nonResourceURLs').flatMap((path) => verbs.map((one) => ({ path, verbs: one }))),
  ];
}

/** Upstream: policy_comparator.go ruleCovers. */
function covers(rule: ValueMap, part: Part): boolean {
  const has = (field: string, value: string, all = '*') =>
    texts(rule, field).some((each) => each === all || each === value);
  if (!part.verbs.every((verb) => has('verbs', verb))) return false;
  const names = texts(rule, 'resourceNames');
  if ('path' in part) return names.length === 0 && ruleCoversPath(rule, part.path);
  const slash = part.resource.indexOf('/');
  const ofAll = slash < 0 ? part.resource : `*${part.resource.slice(slash)}`;
  return (
    has('apiGroups', part.group) &&
    (has('resources', part.resource) || has('resources', ofAll)) &&
    (names.length === 0 || (part.name !== undefined && names.includes(part.name)))
  );
}

/** Parts that differ in their verbs alone, as one. Upstream: rbac/validation/policy_compact.go CompactRules. */
function compact(parts: readonly Part[]): readonly Part[] {
  const found = new Map<string, Part>();
  for (const part of parts) {
    const { verbs, ...rest } = part;
    const key = JSON.stringify('path' in part ? part : rest);
    const known = 'path' in part ? undefined : found.get(key);
    found.set(key, known === undefined ? part : { ...known, verbs: [...known.verbs, ...verbs] });
  }
  return [...found.values()];
}

/** Upstream: k8s.io/kubernetes pkg/apis/rbac/v1/evaluation_helpers.go CompactString. */
function shownPart(part: Part): string {
  const verbs = `Verbs:[${part.verbs.map(quote).join(' ')}]`;
  if ('path' in part) return `{NonResourceURLs:[${quote(part.path)}], ${verbs}}`;
  const name = part.name === undefined ? '' : `, ResourceNames:[${quote(part.name)}]`;
  return `{APIGroups:[${quote(part.group)}], Resources:[${quote(part.resource)}]${name}, ${verbs}}`;
}
