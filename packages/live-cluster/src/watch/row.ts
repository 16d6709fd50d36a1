import {
  listAt,
  mapAt,
  type OwnerIdentity,
  sameOwner,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { preview, type ValueChangeView } from '@managed-fields/player';
import type { ChangedEntry, VersionDifference } from './difference.ts';
import type { ObjectVersion } from './event.ts';
import { detached, shortOwner, shortPath } from './short-text.ts';
import { ownersOfField, writerOf } from './writer.ts';

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
  readonly values: Some<ValueChangeRow>;
  readonly owners: Some<OwnerChangeRow>;
}

/** A field whose value changed. */
export interface ValueChangeRow extends ValueChangeView {
  /** Who wrote it, where that can be told. */
  readonly by: OwnerIdentity | undefined;
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
    values: some(values, mostLines, ({ path, text, before, after }) => {
      const by = difference && writerOf(ownersOfField(path, difference), difference.entries);
      return {
        path: shortPath(text),
        before: before === undefined ? undefined : preview(before),
        after: after === undefined ? undefined : preview(after),
        by: by && shortOwner(by),
      };
    }),
    owners: some(moves, mostLines, ({ text, before, after }) => ({
      path: shortPath(text),
      before: some(before, mostOwners, shortOwner),
      after: some(after, mostOwners, shortOwner),
    })),
  });
}

/**
 * Who wrote a version, as far as can be told: whose entry is new, has another time or gained fields, and who wrote one of
 * the fields that are listed. Entries of `/scale` have no time, so those who write through it may not be among the first.
 */
export function writersOf({ entries, values }: Pick<WatchRow, 'entries' | 'values'>): readonly OwnerIdentity[] {
  const writing = entries.shown.filter(({ entry, wrote, gained }) => entry !== 'gone' && (wrote || gained > 0));
  const all = [...writing.map(({ owner }) => owner), ...values.shown.flatMap(({ by }) => by ?? [])];
  return all.filter((owner, index) => all.findIndex((other) => sameOwner(other, owner)) === index);
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

function some<From, To>(items: readonly From[], most: number, of: (item: From) => To): Some<To> {
  return { shown: items.slice(0, most).map(of), leftOut: Math.max(0, items.length - most) };
}
