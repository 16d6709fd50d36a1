import { equalPaths, type FieldPath } from '../fieldpath/element.ts';
import { hasPath } from '../fieldpath/set.ts';
import type { Conflict } from '../merge/conflict.ts';
import type { Atom } from '../schema/atom.ts';
import { deducedType } from '../schema/deduced.ts';
import { locate } from '../typed/locate.ts';
import { equals } from '../value/order.ts';
import type { Value, ValueMap } from '../value/value.ts';
import { type OwnerIdentity, ownerOfIdentifier, ownersOf, sameOwner } from './owner.ts';
import { valueAt } from './value-at.ts';

/** One request in the life of an object. */
export interface Episode {
  /** The stored object before and after; undefined where there was none. */
  readonly before: ValueMap | undefined;
  readonly after: ValueMap | undefined;
  readonly type: Atom;
  /** Whom the request was recorded under; undefined for what records nobody. */
  readonly by: OwnerIdentity | undefined;
  /** Set where the request failed with conflicts. */
  readonly refused?: { readonly conflicts: readonly Conflict[]; readonly config: Value };
}

/**
 * What an episode did to one field.
 * `refused`: an apply wanted another value and conflicted. `set`, `changed`, `removed`: the value, by whoever wrote;
 * `defaulted`: a value that nobody wrote. With the value as it was: `taken`: from owners, by an update or by force,
 * `given-up`: by an applier that no longer lists it, `claimed`: by a further owner.
 */
export interface FieldEvent {
  /** The place of the episode. */
  readonly episode: number;
  readonly code: 'refused' | 'set' | 'changed' | 'removed' | 'defaulted' | 'taken' | 'given-up' | 'claimed';
  readonly by: OwnerIdentity | undefined;
  /** The value before, and after (or wanted, where refused). */
  readonly from: Value | undefined;
  readonly to: Value | undefined;
  readonly gained: readonly OwnerIdentity[];
  readonly lost: readonly OwnerIdentity[];
  /** Who stood in the way, where refused. */
  readonly against: readonly OwnerIdentity[];
}

/** Why a field is as it is: everything that happened to it, in order. Episodes that left it alone are not told. */
export function explainField(episodes: readonly Episode[], path: FieldPath): readonly FieldEvent[] {
  return episodes.flatMap((episode, index) => {
    const event = eventOf(episode, index, path);
    return event === undefined ? [] : [event];
  });
}

function eventOf(episode: Episode, index: number, path: FieldPath): FieldEvent | undefined {
  const { before, after, type, by, refused } = episode;
  const from = fieldOf(before, type, path);
  const base = { episode: index, by, from, gained: [], lost: [], against: [] };
  if (refused !== undefined) {
    const against = refused.conflicts.filter((conflict) => equalPaths(conflict.path, path));
    if (against.length === 0) return undefined;
    const to = fieldOf(refused.config, type, path);
    return { ...base, code: 'refused', to, against: against.map(({ manager }) => ownerOfIdentifier(manager)) };
  }
  const to = fieldOf(after, type, path);
  const owned = ownersAt(before, type, path);
  const owns = ownersAt(after, type, path);
  const gained = owns.filter((owner) => !owned.some((other) => sameOwner(owner, other)));
  const lost = owned.filter((owner) => !owns.some((other) => sameOwner(owner, other)));
  const code = codeOf({ from, to, gained, lost, by, owns });
  return code === undefined ? undefined : { ...base, code, to, gained, lost };
}

function codeOf(event: {
  readonly from: Value | undefined;
  readonly to: Value | undefined;
  readonly gained: readonly OwnerIdentity[];
  readonly lost: readonly OwnerIdentity[];
  readonly owns: readonly OwnerIdentity[];
  readonly by: OwnerIdentity | undefined;
}): FieldEvent['code'] | undefined {
  const { from, to, gained, lost, owns, by } = event;
  const wrote = by !== undefined && owns.some((owner) => sameOwner(owner, by));
  if (to === undefined) return from === undefined ? ownersOnly(gained, lost, by) : 'removed';
  if (from === undefined) return wrote ? 'set' : 'defaulted';
  if (!equals(from, to)) return wrote ? 'changed' : 'defaulted';
  return ownersOnly(gained, lost, by);
}

function ownersOnly(
  gained: readonly OwnerIdentity[],
  lost: readonly OwnerIdentity[],
  by: OwnerIdentity | undefined,
): FieldEvent['code'] | undefined {
  if (lost.some((owner) => by === undefined || !sameOwner(owner, by))) return 'taken';
  if (lost.length > 0) return 'given-up';
  return gained.length > 0 ? 'claimed' : undefined;
}

function fieldOf(value: Value | undefined, type: Atom, path: FieldPath): Value | undefined {
  const place = value === undefined ? undefined : locate(value, type, path);
  return place === undefined || value === undefined ? undefined : valueAt(value, place);
}

/** Who owns a field, by itself or through the atomic whole that it is a part of. */
export function ownersAt(object: ValueMap | undefined, type: Atom, path: FieldPath): readonly OwnerIdentity[] {
  const owners = (object && ownersOf(object)) ?? [];
  const whole = path.slice(0, wholeLength(type, path));
  return owners
    .filter(({ set }) => hasPath(set, path) || hasPath(set, whole))
    .map(({ manager, operation, subresource, apiVersion }) => ({ manager, operation, subresource, apiVersion }));
}

/** How many elements of a path lead to the first atomic whole; all of them where there is none. */
function wholeLength(type: Atom, path: FieldPath): number {
  let node = type;
  for (const [index, element] of path.entries()) {
    const { map, list } = node;
    if (index > 0 && (element.kind === 'field' ? map?.relationship : list?.relationship) === 'atomic') return index;
    if (element.kind === 'field') node = map?.fields.get(element.name)?.type ?? map?.element ?? deducedType;
    else node = list?.element ?? deducedType;
  }
  return path.length;
}
