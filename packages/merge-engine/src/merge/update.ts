import { difference, union } from '../fieldpath/algebra.ts';
import type { Managers, VersionedSet } from '../fieldpath/managers.ts';
import { emptySet, isEmptySet } from '../fieldpath/set.ts';
import type { TypedValue } from '../typed/typed.ts';
import { conflictsOf } from './conflict.ts';
import { convertingOnce } from './converter.ts';
import type { MergeTrace } from './trace.ts';
import { type Failure, ownedBy, reconcileManagers, type Surroundings, updateManagers } from './update-managers.ts';

/** The input of an update. */
export interface UpdateInput extends Surroundings {
  /** The object as it shall be stored. */
  readonly next: TypedValue;
}

/** The answer of an update. */
export type Updated =
  | {
      readonly kind: 'updated';
      readonly object: TypedValue;
      readonly managers: Managers;
      readonly trace: MergeTrace;
    }
  | Failure;

/**
 * Gives the manager what it changes and takes it from everybody else.
 * Upstream: structured-merge-diff merge/update.go Update.
 */
export function update(input: UpdateInput): Updated {
  const { live, next, version, manager, managers: before } = input;
  const around: Surroundings = {
    live,
    version,
    managers: before,
    manager,
    converter: convertingOnce(input.converter),
    ignored: (at) => input.ignored(at),
  };
  const reconciled = reconcileManagers(around);
  if (reconciled.kind === 'error') return reconciled;
  const updated = updateManagers(around, reconciled.managers, next);
  if (updated.kind === 'error') return updated;

  const { removed, modified, added } = updated.comparison;
  const changed = union(union(difference(ownedBy(updated.managers, manager), removed), modified), added);
  const filter = input.ignored(version);
  const owned = filter === undefined ? changed : filter(changed);
  const managers = new Map<string, VersionedSet>(updated.managers);
  if (isEmptySet(owned)) managers.delete(manager);
  else managers.set(manager, { set: owned, apiVersion: version, applied: false });

  const trace: MergeTrace = {
    compared: updated.compared,
    pruned: emptySet,
    addedBack: emptySet,
    prunedVersion: undefined,
    conflicts: conflictsOf(updated.conflicts),
    taken: updated.taken,
    dropped: reconciled.dropped,
  };
  return { kind: 'updated', object: next, managers, trace };
}
