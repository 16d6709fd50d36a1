import { differenceOf, type OwnerMove, ownerMoves, type ValueChange } from '@managed-fields/api-server';
import {
  type ExplainedKind,
  identityOf,
  listAt,
  mapAt,
  type OwnerIdentity,
  ownersNow,
  sameOwner,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { preview, type ValueChangeView } from '@managed-fields/scenario';
import type { ObjectVersion } from './event.ts';
import { detached, shortPath } from './short-text.ts';

/** Items of a list that is kept short, and how many were left out. */
export interface Some<Item> {
  readonly shown: readonly Item[];
  readonly leftOut: number;
}

/** What happened to the object. `found`: it was there when the watch began; `recreated`: it has another uid. */
export type RowChange = 'found' | 'created' | 'changed' | 'deleted' | 'recreated';

/** One version of the object that is followed, and what changed in it. Plain data of a bounded size. */
export interface WatchRow {
  /** Counts the rows of a watch, from 1. */
  readonly number: number;
  readonly change: RowChange;
  /** When the page received it, in milliseconds since 1970. */
  readonly received: number;
  /** The newest time in managedFields, `2026-01-01T00:00:00Z`; undefined where no entry has one. */
  readonly written: string | undefined;
  readonly resourceVersion: string;
  readonly uid: string;
  /** Versions between the row before and this one were missed, or may have been. */
  readonly missed: boolean;
  /** The entries of managedFields that are new, gone, or have other fields or another time than before. */
  readonly entries: Some<ChangedEntry>;
  /** The fields whose value changed, both values on one line; without those that change at every write. */
  readonly values: Some<ValueChangeView>;
  readonly owners: Some<OwnerChangeRow>;
}

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

/** A field whose owners changed. */
export interface OwnerChangeRow {
  readonly path: string;
  readonly before: Some<OwnerIdentity>;
  readonly after: Some<OwnerIdentity>;
}

/** The most lines that a row keeps of each: fields changed in value, fields changed in owners, entries. */
export const mostLines = 12;
/** The most owners that a line keeps of one field. */
export const mostOwners = 6;
/** The longest name that is kept, in UTF-16 code units; servers let 128 pass. */
const longestName = 128;

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

/** What a row says beside what changed. */
export type RowFacts = Pick<WatchRow, 'number' | 'change' | 'received' | 'missed'>;

/**
 * Makes the row of a version. Of an object that appears or disappears no lines are kept: all its fields would be in
 * them.
 */
export function rowOf(
  facts: RowFacts,
  version: Pick<ObjectVersion, 'object' | 'resourceVersion' | 'uid'> | undefined,
  difference: VersionDifference | undefined,
): WatchRow {
  const { entries = [], values = [], moves = [] } = difference ?? {};
  return detached({
    ...facts,
    written: version && newestTime(version.object),
    resourceVersion: version?.resourceVersion ?? '',
    uid: version?.uid ?? '',
    entries: some(entries, mostLines, (entry) => ({ ...entry, owner: shortOwner(entry.owner) })),
    values: some(values, mostLines, ({ text, before, after }) => ({
      path: shortPath(text),
      before: before === undefined ? undefined : preview(before),
      after: after === undefined ? undefined : preview(after),
    })),
    owners: some(moves, mostLines, ({ text, before, after }) => ({
      path: shortPath(text),
      before: some(before, mostOwners, shortOwner),
      after: some(after, mostOwners, shortOwner),
    })),
  });
}

/** The newest time in an object's managedFields, which is that of the write that made this version. */
export function newestTime(object: ValueMap): string | undefined {
  const times = (listAt(mapAt(object, 'metadata'), 'managedFields') ?? []).flatMap((entry: Value) => {
    const time = entry instanceof Map ? stringAt(entry, 'time') : undefined;
    return time === undefined || time.length > 40 ? [] : [time];
  });
  // RFC 3339 in UTC without parts of seconds: the order of texts is the order of times.
  return times.sort().at(-1);
}

/** An owner with its names cut to what a server lets pass. */
export function shortOwner({ manager, operation, subresource, apiVersion }: OwnerIdentity): OwnerIdentity {
  return {
    manager: manager.slice(0, longestName),
    operation,
    subresource: subresource.slice(0, longestName),
    apiVersion: apiVersion.slice(0, 2 * longestName),
  };
}

function some<From, To>(items: readonly From[], most: number, of: (item: From) => To): Some<To> {
  return { shown: items.slice(0, most).map(of), leftOut: Math.max(0, items.length - most) };
}
