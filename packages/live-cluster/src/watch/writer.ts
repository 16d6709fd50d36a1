import { type FieldPath, hasPath, type OwnerIdentity, ownersNow, sameOwner } from '@managed-fields/merge-engine';
import type { ChangedEntry, VersionDifference } from './difference.ts';
import { shortOwner } from './short-text.ts';

/** The owners of a field in both versions. */
export interface FieldOwners {
  readonly before: readonly OwnerIdentity[];
  readonly after: readonly OwnerIdentity[];
}

/**
 * The owners of a field that changed in its value. Such a field is a leaf of its object: whoever owns it owns it by its
 * own path.
 */
export function ownersOfField(path: FieldPath, { before, after, kind }: VersionDifference): FieldOwners {
  const at = (object: VersionDifference['before']) =>
    ((object && ownersNow(object, kind)) ?? []).filter(({ now }) => hasPath(now, path));
  return { before: at(before), after: at(after) };
}

/**
 * Who wrote a field in a version: an owner of it whose entry is new, has another time or gained fields; where none of its
 * owners has, the only manager that has; else its only owner, whose entry has the same time where it wrote twice within a
 * second. Undefined where that leaves a choice.
 */
export function writerOf({ before, after }: FieldOwners, entries: readonly ChangedEntry[]): OwnerIdentity | undefined {
  const active = entries.filter(({ entry, wrote, gained }) => entry !== 'gone' && (wrote || gained > 0));
  const writing = after.filter((owner) => active.some((entry) => sameOwner(entry.owner, owner)));
  const gaining = writing.filter((owner) => !before.some((other) => sameOwner(owner, other)));
  if (writing.length > 0) return only(gaining) ?? only(writing);
  return only(active.map(({ owner }) => owner)) ?? only(after);
}

/** The first of some owners where they are all of one manager; undefined where they are not, or there are none. */
export function only(owners: readonly OwnerIdentity[]): OwnerIdentity | undefined {
  const [first] = owners;
  return first !== undefined && owners.every((owner) => isSame(owner, first)) ? first : undefined;
}

/** Whether two owners are one manager, whatever it does. */
export function isSame(a: OwnerIdentity, b: OwnerIdentity): boolean {
  return shortOwner(a).manager === shortOwner(b).manager;
}
