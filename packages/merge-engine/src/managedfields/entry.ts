import { fieldSetFromJson, fieldSetFromV1 } from '../fieldpath/fields-v1.ts';
import type { ReadFields } from '../fieldpath/set.ts';
import type { MergeLibrary } from '../schema/library.ts';
import { isWrittenTime, parseGoTime, secondsLayout } from '../value/go-time.ts';
import { compareStrings } from '../value/order.ts';
import { isList, isMap, mapAt, type Value, type ValueMap, withEntry } from '../value/value.ts';

/**
 * One entry of metadata.managedFields as it stands on the wire; absent strings are empty, as in Go.
 * Upstream: apimachinery pkg/apis/meta/v1/types.go ManagedFieldsEntry.
 */
export interface ManagedFieldsEntry {
  readonly manager: string;
  readonly operation: string;
  readonly apiVersion: string;
  /** As the server writes it, `2026-01-01T00:00:00Z`; undefined where the entry has none. */
  readonly time: string | undefined;
  readonly fieldsType: string;
  readonly fieldsV1: Value | undefined;
  readonly subresource: string;
}

/** An entry without any field. A list of only this entry empties managedFields. */
export const emptyEntry: ManagedFieldsEntry = {
  manager: '',
  operation: '',
  apiVersion: '',
  time: undefined,
  fieldsType: '',
  fieldsV1: undefined,
  subresource: '',
};

/**
 * Reads the list of entries of an object. Undefined stands for Go's nil: no list, or one that does not read as entries.
 * `nullIsEntry` is for objects that are decoded into a Go struct, where null is an entry without any field.
 * Upstream: apimachinery pkg/apis/meta/v1/unstructured/unstructured.go GetManagedFields.
 */
export function readEntries(list: Value | undefined, nullIsEntry = false): readonly ManagedFieldsEntry[] | undefined {
  if (!isList(list)) return undefined;
  const entries: ManagedFieldsEntry[] = [];
  for (const item of list) {
    const entry = isMap(item) ? readEntry(item) : item === null && nullIsEntry ? emptyEntry : undefined;
    if (entry === undefined) return undefined;
    entries.push(entry);
  }
  return entries;
}

function readEntry(item: ValueMap): ManagedFieldsEntry | undefined {
  const manager = readString(item, 'manager');
  const operation = readString(item, 'operation');
  const apiVersion = readString(item, 'apiVersion');
  const fieldsType = readString(item, 'fieldsType');
  const subresource = readString(item, 'subresource');
  const time = readTime(item.get('time'));
  if (
    manager === undefined ||
    operation === undefined ||
    apiVersion === undefined ||
    fieldsType === undefined ||
    subresource === undefined ||
    time === 'malformed'
  ) {
    return undefined;
  }
  const fieldsV1 = item.get('fieldsV1') ?? undefined;
  return { manager, operation, apiVersion, time, fieldsType, fieldsV1, subresource };
}

function readString(item: ValueMap, key: string): string | undefined {
  const value = item.get(key) ?? '';
  return typeof value === 'string' ? value : undefined;
}

function readTime(value: Value | undefined): string | undefined | 'malformed' {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && isWrittenTime(value)) return value;
  const seconds = typeof value === 'string' ? parseTime(value) : undefined;
  return seconds === undefined ? 'malformed' : formatTime(seconds);
}

/** Writes an entry as the server does, empty fields left out. */
export function writeEntry(entry: ManagedFieldsEntry): ValueMap {
  const map = new Map<string, Value>();
  if (entry.manager !== '') map.set('manager', entry.manager);
  if (entry.operation !== '') map.set('operation', entry.operation);
  if (entry.apiVersion !== '') map.set('apiVersion', entry.apiVersion);
  if (entry.time !== undefined) map.set('time', entry.time);
  if (entry.fieldsType !== '') map.set('fieldsType', entry.fieldsType);
  if (entry.fieldsV1 !== undefined) map.set('fieldsV1', entry.fieldsV1);
  if (entry.subresource !== '') map.set('subresource', entry.subresource);
  return map;
}

/** Reads the field set of an entry. One without fieldsV1 gives the error for an empty text. */
export function readFieldsOf({ fieldsV1 }: Pick<ManagedFieldsEntry, 'fieldsV1'>, library?: MergeLibrary): ReadFields {
  return fieldsV1 === undefined ? fieldSetFromJson('', library) : fieldSetFromV1(fieldsV1, library);
}

/** Seconds since 1970 by which an entry is ordered; one without a time comes first. */
export function entrySeconds(time: string | undefined): number {
  return time === undefined ? 0 : (parseTime(time) ?? 0);
}

/**
 * Orders entries as the server keeps them: Apply before Update, then by time, manager, apiVersion, subresource.
 * Upstream: apimachinery pkg/util/managedfields/internal/managedfields.go sortEncodedManagedFields.
 */
export function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareStrings(a.operation, b.operation) ||
    entrySeconds(a.time) - entrySeconds(b.time) ||
    compareStrings(a.manager, b.manager) ||
    compareStrings(a.apiVersion, b.apiVersion) ||
    compareStrings(a.subresource, b.subresource)
  );
}

/** An object whose entries have today's form, and the indexes of those that were rewritten. */
export interface Modernized {
  readonly object: ValueMap;
  readonly older: readonly number[];
}

/**
 * Rewrites entries of managedFields that have the form of Kubernetes 1.16 and before: the fields under `fields` instead
 * of `fieldsV1` (which wins where both are there), and no `fieldsType`. Servers of today do not read that form.
 */
export function modernizeEntries(object: ValueMap): Modernized {
  const metadata = mapAt(object, 'metadata') ?? new Map();
  const list = metadata.get('managedFields');
  if (!isList(list)) return { object, older: [] };
  const older: number[] = [];
  const entries = list.map((entry, index): Value => {
    const modern = isMap(entry) ? modernize(entry) : undefined;
    if (modern === undefined) return entry;
    older.push(index);
    return modern;
  });
  if (older.length === 0) return { object, older };
  return { object: withEntry(object, 'metadata', withEntry(metadata, 'managedFields', entries)), older };
}

/** The entry in today's form; undefined where it has that form already. */
function modernize(entry: ValueMap): ValueMap | undefined {
  const fields = entry.get('fields');
  if (fields === undefined && (entry.has('fieldsType') || !entry.has('fieldsV1'))) return undefined;
  const modern = new Map<string, Value>();
  for (const [key, value] of entry) if (key !== 'fields') modern.set(key, value);
  modern.set('fieldsType', 'FieldsV1');
  if (fields !== undefined && !entry.has('fieldsV1')) modern.set('fieldsV1', fields);
  return modern;
}

/**
 * Reads a time as the server does; seconds since 1970 (a fraction is dropped), or undefined where the text is no time.
 * Upstream: apimachinery pkg/apis/meta/v1/time.go UnmarshalJSON.
 */
export function parseTime(text: string): number | undefined {
  const parsed = parseGoTime(text, secondsLayout);
  return parsed.kind === 'time' ? parsed.seconds : undefined;
}

/** Writes seconds since 1970 as the server does, `2026-01-01T00:00:00Z`. Upstream: time.go MarshalJSON. */
export function formatTime(seconds: number): string {
  // Go writes years in four digits, or as many as it takes, where ECMAScript takes six.
  return new Date(seconds * 1000)
    .toISOString()
    .replace(/\+?0*(\d{4})/, '$1')
    .replace('.000Z', 'Z');
}
