import { differenceOf, type OwnerMove, ownerMoves, type ValueChange } from '@managed-fields/api-server';
import {
  type ExplainedKind,
  identityOf,
  type OwnerIdentity,
  ownersNow,
  sameOwner,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** An entry of managedFields that is not as it was. */
export interface ChangedEntry {
  readonly owner: OwnerIdentity;
  readonly entry: 'kept' | 'new' | 'gone';
  /** Whether its time changed: its manager wrote. The time has no parts of seconds. */
  readonly wrote: boolean;
  /** How many fields it owns that it did not own, and the other way round. */
  readonly gained: number;
  readonly lost: number;
}

/** All that differs between two versions of an object, for rows and for whoever looks for fights. */
export interface VersionDifference {
  readonly before: ValueMap | undefined;
  readonly after: ValueMap | undefined;
  readonly kind: ExplainedKind;
  readonly entries: readonly ChangedEntry[];
  readonly values: readonly ValueChange[];
  readonly moves: readonly OwnerMove[];
}

/** Compares two versions of an object by the engine's own difference, and the entries of both by their times. */
export function versionDifference(
  before: ValueMap | undefined,
  after: ValueMap | undefined,
  kind: ExplainedKind,
): VersionDifference {
  const { values, owners } = differenceOf(before, after, kind);
  const old = (before && ownersNow(before, kind)) ?? [];
  const next = (after && ownersNow(after, kind)) ?? [];
  const kept = next.flatMap((owner): ChangedEntry[] => {
    const was = old.find((other) => sameOwner(owner, other));
    const change = owners.find((each) => sameOwner(each.owner, owner));
    const wrote = was === undefined || was.time !== owner.time;
    if (!wrote && change === undefined) return [];
    const { gained = [], lost = [] } = change ?? {};
    return [
      {
        owner: identityOf(owner),
        entry: was === undefined ? 'new' : 'kept',
        wrote,
        gained: gained.length,
        lost: lost.length,
      },
    ];
  });
  const gone = owners.flatMap(({ owner, entry, lost }): ChangedEntry[] =>
    entry === 'gone' ? [{ owner, entry, wrote: false, gained: 0, lost: lost.length }] : [],
  );
  return { before, after, kind, entries: [...kept, ...gone], values, moves: ownerMoves(before, after, kind) };
}
