import { equalPaths, type FieldPath, type PathElement, pathToString } from '../fieldpath/element.ts';
import { childSet, hasPath } from '../fieldpath/set.ts';
import type { Conflict } from '../merge/conflict.ts';
import { type Atom, deducedType } from '../schema/atom.ts';
import { locate } from '../typed/locate.ts';
import { equals } from '../value/order.ts';
import { isScalar, type Value, type ValueMap } from '../value/value.ts';
import { valueAt } from '../value/value-path.ts';
import { identityOf, type OwnerIdentity, ownerOfIdentifier, ownersOf, sameOwner } from './owner.ts';
import { type ExplainedKind, explainOwnership, ownersNow } from './ownership.ts';

/** One request in the life of an object, or a change of its schema. */
export interface Episode {
  /** The stored object before and after; undefined where there was none. */
  readonly before: ValueMap | undefined;
  readonly after: ValueMap | undefined;
  /** The kind at the version of both. */
  readonly kind: ExplainedKind;
  /** The manager under which the request was recorded; undefined where the request records nobody. */
  readonly by: OwnerIdentity | undefined;
  /** The body of the request where it states values: a configuration, an object or a merge patch. */
  readonly wanted?: Value | undefined;
  /** Set where the request failed; holds the conflicts if it was refused for conflicts. */
  readonly failed?: { readonly conflicts: readonly Conflict[] };
  /** The kind before a change of the definition; set only for such changes, which do not write the object. */
  readonly kindBefore?: ExplainedKind | undefined;
}

/**
 * What an episode did to one field.
 *
 * The request failed. `refused`: an apply wanted another value and conflicted. `rejected`: a write wanted another value
 * and failed for another reason.
 *
 * The value changed. `set`, `changed`, `removed`: by the writer. `pruned`: removed because the applier that no longer
 * lists it was its last owner. `defaulted`: set to a value that nobody wrote. `restored`: set to such a value after its
 * last owner gave the field up. `deleted`: gone with the whole object.
 *
 * Only the owners changed. `taken`: from owners, by an update or by force. `given-up`: by an applier that no longer
 * lists the field. `claimed`: by a further owner. `snapshot`: given to `before-first-apply`. `folded`: into
 * `ancient-changes`. `erased`: managedFields were emptied. `rewritten`: managedFields were written by hand, as kubectl
 * does when it migrates.
 *
 * `schema-changed`: the definition changed how the field is owned, or its value.
 */
export interface FieldEvent {
  /** The index of the episode. */
  readonly episode: number;
  readonly code:
    | 'refused'
    | 'rejected'
    | 'set'
    | 'changed'
    | 'removed'
    | 'pruned'
    | 'defaulted'
    | 'restored'
    | 'deleted'
    | 'taken'
    | 'given-up'
    | 'claimed'
    | 'snapshot'
    | 'folded'
    | 'erased'
    | 'rewritten'
    | 'schema-changed';
  readonly by: OwnerIdentity | undefined;
  /** The value before, and after (or wanted, where it failed). */
  readonly from: Value | undefined;
  readonly to: Value | undefined;
  /** What was written, where the server made another value of it. */
  readonly wrote: Value | undefined;
  readonly gained: readonly OwnerIdentity[];
  readonly lost: readonly OwnerIdentity[];
  /** Everybody who owns it then. */
  readonly owners: readonly OwnerIdentity[];
  /** Who stood in the way, where refused. */
  readonly against: readonly OwnerIdentity[];
}

/**
 * Explains why a field has its value and its owners: everything that happened to it, in order. Episodes that did not
 * touch the field are left out.
 */
export function explainField(episodes: readonly Episode[], path: FieldPath): readonly FieldEvent[] {
  return episodes.flatMap((episode, index) => {
    const event = episode.failed === undefined ? eventOf(episode, index, path) : failure(episode, index, path);
    return event === undefined ? [] : [event];
  });
}

/** A request that wanted another value and did not get it. */
function failure(episode: Episode, index: number, path: FieldPath): FieldEvent | undefined {
  const { before, kind, by, wanted, failed } = episode;
  const from = fieldOf(before, kind.type, path);
  const to = fieldOf(wanted, kind.type, path);
  const owners = ownersAt(before, kind, path);
  const inTheWay = (failed?.conflicts ?? []).filter((conflict) => equalPaths(conflict.path, path));
  const base = { episode: index, by, from, to, wrote: undefined, gained: [], lost: [], owners };
  if (inTheWay.length > 0) {
    return { ...base, code: 'refused', against: inTheWay.map(({ manager }) => ownerOfIdentifier(manager)) };
  }
  const isOther = to !== undefined && (from === undefined || !equals(from, to)) && failed?.conflicts.length === 0;
  // A failed apply would have given up what it leaves out, and kept what it lists unchanged: neither is an event.
  return isOther ? { ...base, code: 'rejected', against: [] } : undefined;
}

function eventOf(episode: Episode, index: number, path: FieldPath): FieldEvent | undefined {
  const { before, after, kind, kindBefore = kind, by, wanted } = episode;
  const from = fieldOf(before, kindBefore.type, path);
  const to = fieldOf(after, kind.type, path);
  const owned = ownersAt(before, kindBefore, path);
  const owners = ownersAt(after, kind, path);
  const gained = owners.filter((owner) => !owned.some((other) => sameOwner(owner, other)));
  const lost = owned.filter((owner) => !owners.some((other) => sameOwner(owner, other)));
  const written = fieldOf(wanted, kind.type, path);
  const isWritten = by !== undefined && written !== undefined && to !== undefined && equals(written, to);
  const change: Change = { episode, path, from, to, isWritten, gained, lost, owners };
  const code = episode.kindBefore === undefined ? codeOf(change) : codeOfSchema(change, kindBefore.type);
  if (code === undefined) return undefined;
  // A written map or list may be only a part of the one that results, so only scalars are compared.
  const wrote = isScalar(written) && isScalar(to) && !equals(written, to) ? written : undefined;
  return { episode: index, by, from, to, wrote, gained, lost, owners, against: [], code };
}

interface Change extends Pick<FieldEvent, 'from' | 'to' | 'gained' | 'lost' | 'owners'> {
  readonly episode: Episode;
  readonly path: FieldPath;
  /** The request has the field with this value; nobody need own it, as with a kind or a name. */
  readonly isWritten: boolean;
}

function codeOf(change: Change): FieldEvent['code'] | undefined {
  const { from, to, isWritten, lost, owners, episode, path } = change;
  const { by, after, kind } = episode;
  const owns = by !== undefined && (owners.some((owner) => sameOwner(owner, by)) || ownsInside(after, kind, by, path));
  const wrote = owns || isWritten;
  if (to === undefined) {
    if (from === undefined) return ownersOnly(change);
    if (after === undefined) return 'deleted';
    const gaveUp = by?.operation === 'Apply' && lost.some((owner) => sameOwner(owner, by));
    return gaveUp && wholeLength(kind.type, path) === path.length ? 'pruned' : 'removed';
  }
  if (from === undefined) return wrote ? 'set' : 'defaulted';
  if (equals(from, to)) return ownersOnly(change);
  if (wrote) return 'changed';
  return lost.length > 0 && owners.length === 0 ? 'restored' : 'defaulted';
}

function ownersOnly({ episode, gained, lost, owners }: Change): FieldEvent['code'] | undefined {
  const { by, after } = episode;
  if (gained.length + lost.length === 0) return undefined;
  const isBy = (owner: OwnerIdentity) => by !== undefined && sameOwner(owner, by);
  const others = gained.filter((owner) => !isBy(owner));
  if (others.some(({ manager }) => manager === 'before-first-apply')) return 'snapshot';
  if (others.some(({ manager }) => manager === 'ancient-changes')) return 'folded';
  if (others.length > 0) return 'rewritten';
  if (!lost.some((owner) => !isBy(owner))) return lost.length > 0 ? 'given-up' : 'claimed';
  if (owners.some(isBy)) return 'taken';
  return (after && ownersOf(after))?.length ? 'rewritten' : 'erased';
}

/**
 * The event of a changed definition: the field is owned in another way, its value changed (a new default, a field that
 * is gone), or both.
 */
function codeOfSchema(change: Change, typeBefore: Atom): FieldEvent['code'] | undefined {
  const { from, to, gained, lost, path, episode } = change;
  const sameValue = from === undefined ? to === undefined : to !== undefined && equals(from, to);
  const sameShape = shapeOf(typeBefore, path) === shapeOf(episode.kind.type, path);
  return sameValue && sameShape && gained.length + lost.length === 0 ? undefined : 'schema-changed';
}

/** A text that two types share where a field and everything around it are owned in the same way. */
function shapeOf(type: Atom, path: FieldPath): string {
  let node = type;
  const levels = path.map((element) => {
    node = typeBelow(node, element);
    return `${node.map?.relationship},${node.list?.relationship},${node.list?.keys.join()}`;
  });
  return levels.join(';');
}

function fieldOf(value: Value | undefined, type: Atom, path: FieldPath): Value | undefined {
  const place = value === undefined ? undefined : locate(value, type, path);
  return place === undefined || value === undefined ? undefined : valueAt(value, place);
}

/**
 * Who owns a field, itself or through the atomic whole around it. An absent field is owned by the owners of the whole
 * that it would be part of.
 */
function ownersAt(object: ValueMap | undefined, kind: ExplainedKind, path: FieldPath): readonly OwnerIdentity[] {
  if (object === undefined) return [];
  const { owners = [], fields } = explainOwnership(object, kind);
  const text = pathToString(path);
  const field = fields.find((each) => each.text === text);
  const whole = path.slice(0, wholeLength(kind.type, path));
  return owners
    .filter(({ now }, index) => (field === undefined ? hasPath(now, whole) : field.owners.includes(index)))
    .map(identityOf);
}

/**
 * Whether an owner owns something below a field. A map or list that nobody owns itself comes from the owners of what is
 * in it.
 */
function ownsInside(object: ValueMap | undefined, kind: ExplainedKind, by: OwnerIdentity, path: FieldPath): boolean {
  const owner = ((object && ownersNow(object, kind)) ?? []).find((other) => sameOwner(other, by));
  let inside = owner?.now;
  for (const element of path) inside = inside && childSet(inside, element);
  return inside !== undefined;
}

/** How many elements of a path lead to the first atomic whole; all of them where there is none. */
function wholeLength(type: Atom, path: FieldPath): number {
  let node = type;
  for (const [index, element] of path.entries()) {
    const { map, list } = node;
    if (index > 0 && (element.kind === 'field' ? map?.relationship : list?.relationship) === 'atomic') return index;
    node = typeBelow(node, element);
  }
  return path.length;
}

function typeBelow({ map, list }: Atom, element: PathElement): Atom {
  if (element.kind !== 'field') return list?.element ?? deducedType;
  return map?.fields.get(element.name)?.type ?? map?.element ?? deducedType;
}
