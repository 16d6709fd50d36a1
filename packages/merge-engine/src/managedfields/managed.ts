import { fieldSetFromV1, fieldSetToV1 } from '../fieldpath/fields-v1.ts';
import type { Managers, VersionedSet } from '../fieldpath/managers.ts';
import { emptySet, type ReadFields } from '../fieldpath/set.ts';
import { type MergeLibrary, mergeLibraries, usualLibrary } from '../schema/library.ts';
import { quote } from '../value/go-text.ts';
import { formatJson } from '../value/json-write.ts';
import { remembered } from '../value/remembered.ts';
import { isMap, mapAt, type Value, type ValueMap } from '../value/value.ts';
import { compareEntries, emptyEntry, type ManagedFieldsEntry, readEntries, writeEntry } from './entry.ts';
import { sameFields } from './field-order.ts';
import { identifierOf, readIdentifier } from './identifier.ts';

/**
 * Who owns what, and since when. The time of a manager stays when its set is gone, as upstream.
 * Upstream: apimachinery pkg/util/managedfields/internal/managedfields.go ManagedInterface.
 */
export interface Managed {
  readonly fields: Managers;
  /** By identifier; undefined or absent where an entry has no time. */
  readonly times: ReadonlyMap<string, string | undefined>;
}

/** Nobody owns anything. */
export const nothingManaged: Managed = { fields: new Map(), times: new Map() };

/** The answer of reading entries. */
export type DecodedManaged =
  | { readonly kind: 'managed'; readonly managed: Managed }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Reads entries as the server does: where one does not decode, all fail.
 * Upstream: managedfields.go DecodeManagedFields.
 *
 * @example
 * ```js
 * import { managedFieldsToString } from '@managed-fields/merge-engine/fieldpath';
 * import { decodeManagedFields, getManagedFields } from '@managed-fields/merge-engine/managedfields';
 * import { mapFromPlain } from '@managed-fields/merge-engine';
 *
 * const fieldsV1 = { 'f:data': { 'f:color': {} } };
 * const entry = { manager: 'alice', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 };
 * const decoded = decodeManagedFields(getManagedFields(mapFromPlain({ metadata: { managedFields: [entry] } })) ?? []);
 * if (decoded.kind === 'error') throw new Error(decoded.message);
 * console.log(managedFieldsToString(decoded.managed.fields).trimEnd());
 * ```
 * ```text
 * {"manager":"alice","operation":"Apply"}:
 * - Applied: true
 * - APIVersion: v1
 * - Set: .data.color
 * ```
 */
export function decodeManaged(entries: readonly ManagedFieldsEntry[], library?: MergeLibrary): DecodedManaged {
  const fields = new Map<string, VersionedSet>();
  const times = new Map<string, string | undefined>();
  for (const [index, entry] of entries.entries()) {
    const complaint = complaintAbout(entry, index);
    if (complaint !== undefined) return { kind: 'error', message: complaint };
    const read = readSet(entry, library);
    if (read.kind === 'error') return read;
    const identifier = identifierOf(entry);
    fields.set(identifier, { set: read.set, apiVersion: entry.apiVersion, applied: entry.operation === 'Apply' });
    times.set(identifier, entry.time);
  }
  return { kind: 'managed', managed: { fields, times } };
}

function readSet(entry: ManagedFieldsEntry, library: MergeLibrary | undefined): ReadFields {
  const { fieldsV1, ...rest } = entry;
  if (fieldsV1 === undefined) return { kind: 'set', set: emptySet };
  const read = isMap(fieldsV1) ? setOfMap(fieldsV1, library) : fieldSetFromV1(fieldsV1, library);
  if (read.kind === 'set') return read;
  const text = entryText(rest, fieldsV1);
  return { kind: 'error', message: `error decoding versioned set from ${text}: error decoding set: ${read.message}` };
}

/** Most entries stay the same from one write to the next. */
function setOfMap(fieldsV1: ValueMap, library: MergeLibrary = usualLibrary): ReadFields {
  return readers[library](fieldsV1);
}

const readers = Object.fromEntries(
  mergeLibraries.map((library) => [library, remembered((fields: ValueMap) => fieldSetFromV1(fields, library))]),
) as Readonly<Record<MergeLibrary, (fieldsV1: ValueMap) => ReadFields>>;

/** An entry with fields as Go's `%v` prints its struct. */
function entryText(entry: Omit<ManagedFieldsEntry, 'fieldsV1'>, fieldsV1: Value): string {
  const { manager, operation, apiVersion, time, fieldsType, subresource } = entry;
  const moment = time === undefined ? '<nil>' : time.replace('T', ' ').replace('Z', ' +0000 UTC');
  return `{${[manager, operation, apiVersion, moment, fieldsType, formatJson(fieldsV1), subresource].join(' ')}}`;
}

function complaintAbout(entry: ManagedFieldsEntry, index: number): string | undefined {
  if (entry.operation !== 'Apply' && entry.operation !== 'Update') return 'operation must be `Apply` or `Update`';
  if (entry.apiVersion === '') return 'apiVersion must not be empty';
  if (entry.fieldsType === '') return `missing fieldsType in managed fields entry ${index}`;
  if (entry.fieldsType !== 'FieldsV1') {
    return `invalid fieldsType ${quote(entry.fieldsType)} in managed fields entry ${index}`;
  }
  return undefined;
}

/**
 * Writes entries in the server's order; undefined where nobody owns anything, which removes the list. Fields that the
 * manager's entry before has in the same form are the very same map.
 * Upstream: managedfields.go encodeManagedFields.
 */
export function encodeManaged(
  managed: Managed,
  before: readonly ManagedFieldsEntry[] = [],
  library?: MergeLibrary,
): readonly ValueMap[] | undefined {
  if (managed.fields.size === 0) return undefined;
  const earlier = new Map(before.map((entry) => [nameOf(entry), entry.fieldsV1 ?? null]));
  const entries: ManagedFieldsEntry[] = [];
  for (const [identifier, owned] of managed.fields) {
    const named = readIdentifier(identifier);
    const written = fieldSetToV1(owned.set, library);
    const had = earlier.get(named === undefined ? '' : nameOf(named)) ?? null;
    const same = sameFields(had, written);
    entries.push({
      ...emptyEntry,
      ...named,
      operation: owned.applied ? 'Apply' : (named?.operation ?? ''),
      apiVersion: owned.apiVersion,
      time: managed.times.get(identifier),
      fieldsType: 'FieldsV1',
      fieldsV1: same ? had : written,
    });
  }
  return entries.sort(compareEntries).map(writeEntry);
}

/** What tells managers apart but for versions, made in less time than an identifier. */
function nameOf({
  manager,
  operation,
  subresource,
}: Pick<ManagedFieldsEntry, 'manager' | 'operation' | 'subresource'>) {
  return `${operation} ${subresource} ${manager}`;
}

/** The object with metadata.managedFields set to these entries, or without the list. */
export function withManagedFields(object: ValueMap, entries: readonly Value[] | undefined): ValueMap {
  const metadata = object.get('metadata');
  const known = metadata instanceof Map ? (metadata as ValueMap) : undefined;
  if (entries === undefined && !known?.has('managedFields')) return object;
  const changed = new Map(known ?? []);
  if (entries === undefined) changed.delete('managedFields');
  else changed.set('managedFields', entries);
  return new Map(object).set('metadata', changed);
}

/** The entries of an object's metadata; undefined where it has no list that reads as entries. */
export function entriesOf(object: ValueMap): readonly ManagedFieldsEntry[] | undefined {
  return readEntries(mapAt(object, 'metadata')?.get('managedFields'));
}

/**
 * Returns the managers that an update starts from: the entries that the request sent if they decode, none if it empties
 * the list (`[]` or `[{}]`), else those of the live object. A subresource cannot set entries.
 * Upstream: apimachinery pkg/util/managedfields/internal/fieldmanager.go decodeLiveOrNew.
 */
export function startOfUpdate(
  live: readonly ManagedFieldsEntry[] | undefined,
  sent: readonly ManagedFieldsEntry[] | undefined,
  subresource: string,
  library?: MergeLibrary,
): Managed {
  if (subresource === '') {
    if (isReset(sent)) return nothingManaged;
    const decoded = decodeManaged(sent ?? [], library);
    if (decoded.kind === 'managed' && decoded.managed.fields.size > 0) return decoded.managed;
  }
  const decoded = decodeManaged(live ?? [], library);
  return decoded.kind === 'managed' ? decoded.managed : nothingManaged;
}

/** Whether a list of entries asks to empty managedFields. Upstream: fieldmanager.go isResetManagedFields. */
export function isReset(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  if (entries === undefined) return false;
  const [first] = entries;
  return first === undefined || (entries.length === 1 && isBlank(first));
}

function isBlank(entry: ManagedFieldsEntry): boolean {
  return (
    entry.manager === '' &&
    entry.operation === '' &&
    entry.apiVersion === '' &&
    entry.time === undefined &&
    entry.fieldsType === '' &&
    entry.fieldsV1 === undefined &&
    entry.subresource === ''
  );
}
