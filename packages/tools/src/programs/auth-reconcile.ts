import type { ObjectPlace } from '@managed-fields/api-server';
import {
  equals,
  isList,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import { type Answer, type ToolSession, tagOf } from './session.ts';

const apiGroup = 'rbac.authorization.k8s.io';

/** The fields of each kind that is reconciled; a client of the kind's own type sends no others. */
const fields: Readonly<Record<string, readonly string[]>> = {
  Role: ['rules'],
  ClusterRole: ['rules', 'aggregationRule'],
  RoleBinding: ['subjects', 'roleRef'],
  ClusterRoleBinding: ['subjects', 'roleRef'],
};

/** Whether `kubectl auth reconcile` works on an object: roles and bindings at v1. */
export function isReconciled(object: ValueMap): boolean {
  return stringAt(object, 'apiVersion') === `${apiGroup}/v1` && Object.hasOwn(fields, stringAt(object, 'kind') ?? '');
}

/** What has to be sent for an object; `protected`: it asks to be left as it is. */
type Change =
  | { readonly kind: 'none' }
  | { readonly kind: 'protected' }
  | { readonly kind: 'create' | 'update' | 'recreate'; readonly object: ValueMap };

/**
 * Brings a role or binding to the cluster as `kubectl auth reconcile` does, by its own type and without naming a field
 * manager: creates it, adds rules, subjects, labels and annotations that are missing, and takes none out; a binding to
 * another role is deleted and made again. Returns the words that it fails with. With `dryRun` it only reads. A conflict
 * with another writer cannot come up here, so nothing is tried again. Upstream: k8s.io/kubectl pkg/cmd/auth/reconcile.go
 * RunReconcile; k8s.io/component-helpers auth/rbac/reconciliation ReconcileRoleOptions.Run, ReconcileRoleBindingOptions.Run.
 */
export function authReconcile(
  session: ToolSession,
  place: ObjectPlace,
  manifest: ValueMap,
  dryRun: boolean,
): string | undefined {
  const read = session.get(place, dryRun ? 'dry-run' : 'check');
  const change = read.kind === 'object' ? changeOf(read.object, manifest) : creation(read, manifest);
  if (typeof change === 'string') return failure(place, change);
  if (dryRun || change.kind === 'none' || change.kind === 'protected') return undefined;
  const { kind, object } = change;
  if (kind === 'update') return failureOf(place, session.replace(place, object, { purpose: 'replace' }));
  if (kind === 'recreate' && read.kind === 'object') {
    const preconditions: ValueMap = new Map([['uid', metadataText(read.object, 'uid')]]);
    const gone = session.removeBy(place, new Map([['preconditions', preconditions]]), 'recreate');
    if (gone.kind === 'refusal' && gone.reason !== 'NotFound') return failureOf(place, gone);
  }
  return failureOf(place, session.create(place, object, { purpose: 'create' }));
}

function creation(read: Extract<Answer, { kind: 'refusal' }>, manifest: ValueMap): Change | string {
  return read.reason === 'NotFound' ? { kind: 'create', object: typed(manifest) } : read.message;
}

function failureOf(place: ObjectPlace, answer: Answer): string | undefined {
  return answer.kind === 'refusal' ? failure(place, answer.message) : undefined;
}

/**
 * The error of a role. Of a binding kubectl prints the result before it looks at the error, which ends it. Upstream:
 * pkg/cmd/auth/reconcile.go RunReconcile; argo-cd gitops-engine pkg/utils/kube/resource_ops.go AuthReconcile.
 */
function failure({ version }: ObjectPlace, message: string): string {
  return version.resource.kind.endsWith('Binding')
    ? 'error running kubectl auth reconcile: runtime error: invalid memory address or nil pointer dereference'
    : message;
}

/** A manifest as a client sends it that knows only the kind's own type: empty lists are none, and texts are always there. */
function typed(manifest: ValueMap): ValueMap {
  const known = new Set(['apiVersion', 'kind', 'metadata', ...(fields[stringAt(manifest, 'kind') ?? ''] ?? [])]);
  const sent = [...manifest].filter(([key, value]) => known.has(key) && value !== null);
  return new Map(
    sent.map(([key, value]): [string, Value] => {
      if (key === 'roleRef' && isMap(value)) return [key, new Map([['apiGroup', ''], ...value])];
      if (key !== 'rules' || !isList(value)) return [key, value];
      return [key, value.map((rule) => (isMap(rule) ? typedRule(rule) : rule))];
    }),
  );
}

function typedRule(rule: ValueMap): ValueMap {
  const filled = [...rule].filter(([, value]) => !isList(value) || value.length > 0);
  return new Map<string, Value>([['verbs', null], ...filled]);
}

/** Upstream: reconciliation computeReconciledRole, computeReconciledRoleBinding. */
function changeOf(existing: ValueMap, expected: ValueMap): Change {
  const isBinding = (stringAt(expected, 'kind') ?? '').endsWith('Binding');
  const isProtected = tagOf(existing, 'annotations', 'rbac.authorization.kubernetes.io/autoupdate') === 'false';
  if (isProtected) return { kind: 'protected' };
  if (isBinding && !equals(referenceOf(expected), referenceOf(existing))) {
    return { kind: 'recreate', object: typed(expected) };
  }
  const tagged = withTagsOf(withTagsOf(existing, expected, 'annotations'), expected, 'labels');
  const object = isBinding ? withSubjects(tagged, expected) : withSelectors(withRules(tagged, expected), expected);
  return object === existing ? { kind: 'none' } : { kind: 'update', object };
}

/** What a role is referred to by, as its type has it: without defaults, which only the server adds. */
function referenceOf(binding: ValueMap): Value {
  const reference = mapAt(binding, 'roleRef');
  return ['apiGroup', 'kind', 'name'].map((key) => stringAt(reference, key) ?? '');
}

/** Adds labels or annotations of the manifest that the live object lacks; what it has stays as it is. */
function withTagsOf(existing: ValueMap, expected: ValueMap, group: 'annotations' | 'labels'): ValueMap {
  const [there, wanted] = [mapAt(metadataOf(existing), group), mapAt(metadataOf(expected), group)];
  if (wanted === undefined || (there !== undefined && [...wanted.keys()].every((key) => there.has(key)))) {
    return existing;
  }
  return withMetadata(existing, group, new Map([...wanted, ...(there ?? [])]));
}

/** Adds the subjects of the manifest that the live binding lacks. Upstream: diffSubjectLists. */
function withSubjects(existing: ValueMap, expected: ValueMap): ValueMap {
  const parts = (subject: Value) =>
    ['kind', 'apiGroup', 'name', 'namespace'].map((key) => (isMap(subject) ? (stringAt(subject, key) ?? '') : ''));
  const there = listAt(existing, 'subjects') ?? [];
  const found = there.map(parts);
  const missing: Value[] = [];
  for (const subject of listAt(expected, 'subjects') ?? []) {
    if (found.some((each) => equals(each, parts(subject)))) continue;
    missing.push(subject);
    found.push(parts(subject));
  }
  return missing.length === 0 ? existing : new Map(existing).set('subjects', [...there, ...missing]);
}

/** Adds what the rules of the manifest allow and those of the live role do not. */
function withRules(existing: ValueMap, expected: ValueMap): ValueMap {
  const there = (listAt(existing, 'rules') ?? []).filter(isMap);
  const missing = (listAt(expected, 'rules') ?? [])
    .filter(isMap)
    .flatMap(singleRules)
    .filter((rule) => !there.some((owner) => covers(owner, rule)));
  return missing.length === 0 ? existing : new Map(existing).set('rules', [...there, ...missing.map(ruleValue)]);
}

/** Adds the selectors that a live ClusterRole lacks, or takes its aggregation away where the manifest has none. */
function withSelectors(existing: ValueMap, expected: ValueMap): ValueMap {
  if (stringAt(existing, 'kind') !== 'ClusterRole') return existing;
  const [there, wanted] = [mapAt(existing, 'aggregationRule'), mapAt(expected, 'aggregationRule')];
  if (wanted === undefined) {
    return there === undefined ? existing : new Map([...existing].filter(([key]) => key !== 'aggregationRule'));
  }
  const selectors = listAt(there, 'clusterRoleSelectors') ?? [];
  const missing = (listAt(wanted, 'clusterRoleSelectors') ?? []).filter(
    (selector) => !selectors.some((each) => equals(each, selector)),
  );
  if (missing.length === 0) return existing;
  const all: ValueMap = new Map([['clusterRoleSelectors', [...selectors, ...missing]]]);
  return new Map(existing).set('aggregationRule', all);
}

/** A rule with at most one verb and one resource, name or URL. */
interface SingleRule {
  readonly verb: string;
  readonly group?: string;
  readonly resource?: string;
  readonly name?: string;
  readonly url?: string;
}

/** Upstream: k8s.io/component-helpers auth/rbac/validation/policy_comparator.go BreakdownRule. */
function singleRules(rule: ValueMap): readonly SingleRule[] {
  const verbs = textsOf(rule, 'verbs');
  const names = textsOf(rule, 'resourceNames');
  const ofResources = textsOf(rule, 'apiGroups').flatMap((group) =>
    textsOf(rule, 'resources').flatMap((resource) =>
      verbs.flatMap((verb): readonly SingleRule[] =>
        names.length === 0 ? [{ verb, group, resource }] : names.map((name) => ({ verb, group, resource, name })),
      ),
    ),
  );
  const ofUrls = textsOf(rule, 'nonResourceURLs').flatMap((url) => verbs.map((verb): SingleRule => ({ verb, url })));
  return [...ofResources, ...ofUrls];
}

/** Upstream: policy_comparator.go ruleCovers, resourceCoversAll, nonResourceURLsCoversAll. */
function covers(owner: ValueMap, { verb, group, resource, name, url }: SingleRule): boolean {
  const has = (key: string, wanted: string | undefined, all: string) => {
    const texts = textsOf(owner, key);
    return wanted === undefined || texts.includes(all) || texts.includes(wanted);
  };
  const names = textsOf(owner, 'resourceNames');
  const resources = textsOf(owner, 'resources');
  const [, subresource] = /^[^/]*\/(.*)$/s.exec(resource ?? '') ?? [];
  return (
    has('verbs', verb, '*') &&
    has('apiGroups', group, '*') &&
    (has('resources', resource, '*') || (subresource !== undefined && resources.includes(`*/${subresource}`))) &&
    (names.length === 0 || (name !== undefined && names.includes(name))) &&
    (url === undefined || textsOf(owner, 'nonResourceURLs').some((each) => coversUrl(each, url)))
  );
}

function coversUrl(owner: string, url: string): boolean {
  return owner === url || (owner.endsWith('*') && url.startsWith(owner.replace(/\*+$/, '')));
}

function ruleValue({ verb, group, resource, name, url }: SingleRule): ValueMap {
  const listed: readonly (readonly [string, string | undefined])[] = [
    ['verbs', verb],
    ['apiGroups', group],
    ['resources', resource],
    ['resourceNames', name],
    ['nonResourceURLs', url],
  ];
  return new Map(listed.flatMap(([key, text]) => (text === undefined ? [] : [[key, [text]] as const])));
}

function textsOf(map: ValueMap, key: string): readonly string[] {
  const list = map.get(key);
  return isList(list ?? null) ? (listAt(map, key) ?? []).filter((item) => typeof item === 'string') : [];
}
