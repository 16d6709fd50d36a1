import { fieldSetFromJson, fieldSetFromV1, type ReadFields } from '../fieldpath/fields-v1.ts';
import { compareStrings } from '../value/order.ts';
import { isList, isMap, type Value, type ValueMap } from '../value/value.ts';
import { formatTime, parseTime } from './time.ts';

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

/** An entry without anything; a list of this one alone empties managedFields. */
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
 * Upstream: apimachinery pkg/apis/meta/v1/unstructured/unstructured.go GetManagedFields.
 */
export function readEntries(list: Value | undefined): readonly ManagedFieldsEntry[] | undefined {
  if (!isList(list)) return undefined;
  const entries: ManagedFieldsEntry[] = [];
  for (const item of list) {
    const entry = isMap(item) ? readEntry(item) : undefined;
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

/** Reads the fields of an entry; an entry without any has no text to read. */
export function readFieldsOf({ fieldsV1 }: Pick<ManagedFieldsEntry, 'fieldsV1'>): ReadFields {
  return fieldsV1 === undefined ? fieldSetFromJson('') : fieldSetFromV1(fieldsV1);
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
