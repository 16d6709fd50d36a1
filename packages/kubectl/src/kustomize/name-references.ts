import { type Failure, fail } from '../failure.ts';
import type { Session } from '../session.ts';
import { changeField, itemSlot, type Slot } from './field-spec.ts';
import type { NameReference } from './field-specs.ts';
import { isAbsent, isNodeList, isNodeMap, mapIn, type NodeMap, textOf, within } from './node.ts';
import { printedWithNotes } from './notes.ts';
import { type Gvk, idText, isSelected, namespaceOf } from './res-id.ts';
import type { Resource } from './resource.ts';

/**
 * Lets the fields that name resources follow their new names. Upstream: kustomize
 * api/internal/accumulator/namereferencetransformer.go, api/filters/nameref/nameref.go.
 */
export function fixReferences(
  session: Session,
  resources: readonly Resource[],
  references: readonly NameReference[],
): Failure | undefined {
  for (const referrer of resources) {
    const first = referrer.firstId;
    let candidates: readonly Resource[] | undefined;
    for (const { referrers, ...target } of references) {
      for (const spec of referrers) {
        if (!isSelected(first, spec)) continue;
        candidates ??= resources.filter((each) => mayBeReferenced(referrer, each));
        const fixing = { session, referrer, candidates, target, path: spec.path };
        // The kind that the field belongs to was asked by its first name; a patch may have changed it since.
        const failed = changeField(referrer.node, { path: spec.path }, 'nothing', (slot) => fix(slot, fixing));
        if (failed !== undefined) {
          return within(`updating name reference in '${spec.path}' field of '${idText(referrer.id)}'`, failed);
        }
      }
    }
  }
  return undefined;
}

interface Fixing {
  readonly session: Session;
  readonly referrer: Resource;
  readonly candidates: readonly Resource[];
  readonly target: Partial<Gvk>;
  readonly path: string;
}

/** Upstream: reswrangler.go SubsetThatCouldBeReferencedByResource. */
function mayBeReferenced(referrer: Resource, each: Resource): boolean {
  const [from, to] = [referrer.id, each.id];
  if (from.clusterScoped || to.clusterScoped || namespaceOf(from) === namespaceOf(to)) return true;
  return accountNamespaces(referrer).has(each.namespace);
}

/** The namespaces of the accounts that a RoleBinding names. */
function accountNamespaces(referrer: Resource): ReadonlySet<string> {
  const subjects = referrer.gvk.kind === 'RoleBinding' ? referrer.node.get('subjects') : undefined;
  if (!isNodeList(subjects)) return new Set();
  return new Set(
    subjects.flatMap((subject) =>
      isNodeMap(subject) && subject.get('kind') === 'ServiceAccount' && subject.has('namespace')
        ? [textOf(subject.get('namespace'))]
        : [],
    ),
  );
}

function fix(slot: Slot, fixing: Fixing): Failure | undefined {
  const node = slot.get();
  if (isAbsent(node)) return undefined;
  if (isNodeList(node)) {
    for (const index of node.keys()) {
      const failed = isNodeList(node[index]) ? undefined : fix(itemSlot(node, index), fixing);
      if (failed !== undefined) return failed;
    }
    return undefined;
  }
  return isNodeMap(node) ? fixMap(node, fixing) : fixName(slot, fixing);
}

function fixName(slot: Slot, fixing: Fixing): Failure | undefined {
  const name = textOf(slot.get());
  const found = referral(name, fixing.candidates, fixing, (all) => all.every((each) => each.name === all[0]?.name));
  if (found === undefined || 'kind' in found) return found;
  if (found.resource.name !== name) slot.set(found.resource.name);
  return undefined;
}

function fixMap(node: NodeMap, fixing: Fixing): Failure | undefined {
  if (!node.has('name')) return fail("path config error; no 'name' field in node");
  const name = textOf(node.get('name'));
  const among = node.has('namespace')
    ? inNamespace(fixing.candidates, textOf(node.get('namespace')))
    : fixing.candidates;
  const found = referral(name, among, fixing, (all) =>
    all.every((each) => each.name === all[0]?.name && each.namespace === all[0]?.namespace),
  );
  if (found === undefined || 'kind' in found) return found;
  const { resource } = found;
  if (resource.name === name && resource.namespace === '') return undefined;
  node.set('name', resource.name);
  if (resource.namespace !== '') node.set('namespace', resource.namespace);
  return undefined;
}

/** The candidates of a namespace, by what it was at first, or else by what it is. */
function inNamespace(candidates: readonly Resource[], namespace: string): readonly Resource[] {
  const [before, now] = [
    candidates.filter((each) => namespaceOf(each.firstId) === namespace),
    candidates.filter((each) => namespaceOf(each.id) === namespace),
  ];
  return before.length > 0 ? before : now;
}

/** Finds the resource that a name means. Upstream: nameref.go selectReferral. */
function referral(
  name: string,
  candidates: readonly Resource[],
  fixing: Fixing,
  same: (all: readonly Resource[]) => boolean,
): { readonly resource: Resource } | Failure | undefined {
  const { referrer, target } = fixing;
  const role = roleOf(fixing);
  let found = candidates.filter(
    (each) =>
      each.formerIds.some((id) => id.name === name) &&
      each.formerIds.some((id) => isSelected(id, target)) &&
      (role === undefined || each.formerIds.some((id) => isSelected(id, role))) &&
      inReach(referrer, each),
  );
  if (found.length > 1) {
    found = found.filter((each) => sameAffixes(each, referrer, true));
    if (found.length > 1) found = found.filter((each) => sameAffixes(each, referrer, false));
  }
  const [first] = found;
  if (first === undefined) return undefined;
  if (found.length === 1 || same(found)) return { resource: first };
  const ids = found.map((each) => idText(each.id)).join(', ');
  const { session } = fixing;
  const details = [
    `\n**** Too many possible referral targets to referrer:\n${printedWithNotes(session, referrer)}\n`,
    ...found.map((each, index) => `--- possible referral ${index}:\n${printedWithNotes(session, each)}\n`),
  ];
  return fail(`found multiple possible referrals: ${ids}\n${details.join('')}`);
}

/** The kind of the role that a binding names. */
function roleOf({ path, referrer }: Fixing): Partial<Gvk> | undefined {
  if (!path.endsWith('roleRef/name')) return undefined;
  const role = mapIn(referrer.node, 'roleRef');
  if (role === undefined || !role.has('apiGroup') || !role.has('kind')) return undefined;
  return { group: textOf(role.get('apiGroup')), kind: textOf(role.get('kind')) };
}

/** Upstream: nameref.go sameCurrentNamespaceAsReferrer. */
function inReach(referrer: Resource, each: Resource): boolean {
  const [from, to] = [referrer.id, each.id];
  if (from.clusterScoped || to.clusterScoped || to.kind === 'ServiceAccount') return true;
  return namespaceOf(from) === namespaceOf(to);
}

/** Upstream: resource.go PrefixesSuffixesEquals. */
function sameAffixes(a: Resource, b: Resource, allowEmpty: boolean): boolean {
  const same = (one: readonly string[], other: readonly string[]) =>
    (allowEmpty && (one.length === 0 || other.length === 0)) || sameEnd(one, other);
  return same(a.prefixes, b.prefixes) && same(a.suffixes, b.suffixes);
}

/** Whether the shorter of two lists is the end of the other. Upstream: utils/stringslice.go SameEndingSubSlice. */
function sameEnd(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length);
  if (length === 0) return a.length === b.length;
  const end = (list: readonly string[]) => list.slice(list.length - length);
  return end(a).every((each, index) => each === end(b)[index]);
}
