import {
  capUpdaters,
  decodeManaged,
  emptyEntry,
  emptySet,
  identifierOf,
  listAt,
  type Managed,
  mapAt,
  maxUpdaters,
  type OwnerIdentity,
  ownerOfIdentifier,
  readEntries,
  type ValueMap,
  type VersionedSet,
} from '@managed-fields/merge-engine';

/** The number of Update entries of an object, compared with the number that a server keeps. */
export interface UpdaterLimit {
  /** The number of Update entries. */
  readonly updaters: number;
  /** The number that a server keeps before it merges the oldest into `ancient-changes`. */
  readonly most: number;
  /** The entries that would be merged if one more manager wrote now; empty where the limit is not reached. */
  readonly folded: readonly OwnerIdentity[];
}

/**
 * Computes what one more updater would do to an object's entries, by the server's own rule; undefined where the entries
 * cannot be decoded. Upstream: apimachinery pkg/util/managedfields/internal/capmanagers.go.
 */
export function oneMoreUpdater(object: ValueMap, apiVersion: string): UpdaterLimit | undefined {
  const entries = readEntries(listAt(mapAt(object, 'metadata'), 'managedFields') ?? []);
  const decoded = entries === undefined ? undefined : decodeManaged(entries);
  if (decoded?.kind !== 'managed') return undefined;
  const { fields, times } = decoded.managed;
  const updaters = [...fields.values()].filter(({ applied }) => !applied).length;
  const newcomer = identifierOf({ ...emptyEntry, manager: nobody, operation: 'Update', apiVersion });
  const owned: VersionedSet = { set: emptySet, apiVersion, applied: false };
  const next: Managed = {
    fields: new Map(fields).set(newcomer, owned),
    times: new Map(times).set(newcomer, latest),
  };
  const left = capUpdaters(next).fields;
  const folded = [...fields.keys()].filter((identifier) => left.get(identifier) !== fields.get(identifier));
  return { updaters, most: maxUpdaters, folded: folded.map(ownerOfIdentifier) };
}

/** A name that no manager can have: it is not printable. */
const nobody = '\u0000';
/** The last time that can be written, so that the new entry is never among the oldest. */
const latest = '9999-12-31T23:59:59Z';
