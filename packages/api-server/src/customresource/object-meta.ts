import {
  compareStrings,
  formatTime,
  isList,
  isMap,
  parseTime,
  sortedKeys,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { objectMetaShape } from './definition-shape.ts';
import { readAsGoStruct } from './go-shape.ts';
import { mapEntries, mapList } from './pruning.ts';

/** Metadata as the server's ObjectMeta holds it, or the error of decoding it. */
export type ObjectMetaReading =
  | { readonly kind: 'metadata'; readonly metadata: ValueMap; readonly unknown: readonly string[] }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Decodes metadata into ObjectMeta and encodes it again: unknown fields, empty strings, zeros, empty maps and empty
 * lists are dropped, and times become UTC. `unknown` are the paths of unknown fields.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/objectmeta/coerce.go GetObjectMetaWithOptions,
 * SetObjectMeta.
 */
export function readObjectMeta(value: Value): ObjectMetaReading {
  if (value === null) return { kind: 'metadata', metadata: new Map(), unknown: [] };
  const written = asWritten(value);
  const { error, unknown } = readAsGoStruct(written, objectMetaShape);
  if (error === undefined && isMap(written)) return { kind: 'metadata', metadata: encode(written), unknown };
  return { kind: 'error', message: String(error) };
}

/**
 * Decodes stored metadata in the same way, but drops each field that cannot be decoded; undefined where the metadata is
 * no map.
 */
export function repairObjectMeta(value: Value): ValueMap | undefined {
  const reading = readObjectMeta(value);
  if (reading.kind === 'metadata') return reading.metadata;
  const written = asWritten(value);
  if (!isMap(written)) return undefined;
  const fits = (field: readonly [string, Value]) =>
    readAsGoStruct(new Map([field]), objectMetaShape).error === undefined;
  return encode(new Map([...written].filter(fits)));
}

/**
 * Returns a value as it is after Go wrote it as JSON: keys sorted, floats without a fraction as integers. Parts that are so
 * already stay the same objects.
 */
function asWritten(value: Value): Value {
  if (typeof value === 'number') return integerOf(value) ?? value;
  if (isList(value)) return mapList(value, asWritten);
  if (!isMap(value)) return value;
  const written = mapEntries(value, (_key, entry) => asWritten(entry));
  return hasSortedKeys(written) ? written : new Map(sortedKeys(written).map((key) => [key, written.get(key) ?? null]));
}

function hasSortedKeys(map: ValueMap): boolean {
  let last: string | undefined;
  for (const key of map.keys()) {
    if (last !== undefined && compareStrings(last, key) > 0) return false;
    last = key;
  }
  return true;
}

/**
 * Returns the integer that a float becomes when Go writes and reads it; undefined where it stays a float. After its shortest
 * digits Go writes zeros, which puts -2^63 out of range.
 */
export function integerOf(value: number): bigint | undefined {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value) : undefined;
}

/** The encoder of each field of ObjectMeta; undefined drops the field. */
const writers: ReadonlyMap<string, (value: Value) => Value | undefined> = new Map([
  ...['name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion'].map(
    (key) => [key, notEmptyText] as const,
  ),
  ['generation', (value) => (value === 0n ? undefined : value)],
  ['creationTimestamp', time],
  ['deletionTimestamp', time],
  ['deletionGracePeriodSeconds', (value) => value],
  ['labels', texts],
  ['annotations', texts],
  ['ownerReferences', (value) => notEmptyList(value, ownerReference)],
  ['finalizers', (value) => notEmptyList(value, (item) => item ?? '')],
  ['managedFields', (value) => notEmptyList(value, managedFieldsEntry)],
]);

function encode(metadata: ValueMap): ValueMap {
  return mapEntries(metadata, (key, value) => (value === null ? undefined : writers.get(key)?.(value)));
}

function notEmptyText(value: Value): Value | undefined {
  return value === '' ? undefined : value;
}

function time(value: Value): Value | undefined {
  const seconds = typeof value === 'string' ? parseTime(value) : undefined;
  return seconds === undefined || seconds === zeroTime ? undefined : formatTime(seconds);
}

/** Go's zero time, the first second of the year 1. */
const zeroTime = -62_135_596_800;

function texts(value: Value): Value | undefined {
  if (!isMap(value) || value.size === 0) return undefined;
  return mapEntries(value, (_key, entry) => entry ?? '');
}

function notEmptyList(value: Value, write: (item: Value) => Value): Value | undefined {
  return isList(value) && value.length > 0 ? mapList(value, write) : undefined;
}

function ownerReference(value: Value): Value {
  const reference: ValueMap = isMap(value) ? value : new Map();
  const written = new Map<string, Value>();
  for (const key of ['apiVersion', 'kind', 'name', 'uid']) written.set(key, reference.get(key) ?? '');
  for (const key of ['controller', 'blockOwnerDeletion']) {
    const flag = reference.get(key);
    if (typeof flag === 'boolean') written.set(key, flag);
  }
  return written;
}

const entryTexts = ['manager', 'operation', 'apiVersion', 'fieldsType', 'subresource'];

function managedFieldsEntry(value: Value): Value {
  if (!isMap(value)) return new Map();
  return mapEntries(value, (key, field) => {
    if (field === null) return undefined;
    if (key === 'time') return time(field);
    if (key === 'fieldsV1') return field;
    return entryTexts.includes(key) ? notEmptyText(field) : undefined;
  });
}
