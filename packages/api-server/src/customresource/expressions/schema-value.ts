import {
  bytesOfBase64,
  formatJson,
  goTypeName,
  isList,
  isMap,
  parseGoTime,
  secondsLayout,
  type TimeLayout,
  type Value,
  type ValueList,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type CelRelease, does, usualRelease } from '../../cel/release.ts';
import {
  bytesValue,
  type CelList,
  type CelMap,
  type CelValue,
  celError,
  durationValue,
  isCelMap,
  isError,
  listValue,
  noSuchOverload,
  timestampValue,
} from '../../cel/value/cel-value.ts';
import { equalTo } from '../../cel/value/equality.ts';
import { escapeName, unescapeName } from '../../cel/value/escape.ts';
import { parseDuration } from '../../cel/value/time.ts';
import { parseLongDuration } from '../../formats/formats.ts';
import type { JsonSchema } from '../json-schema.ts';
import { sameValue } from '../validation/same-value.ts';
import { withTypeAndMetadata } from './schema-type.ts';

/**
 * Converts a value of an object to a value of expressions, by its schema. Whatever does not fit the schema becomes an
 * error value.
 * Upstream: k8s.io/apiserver pkg/cel/common/valuesunstructured.go UnstructuredToVal.
 */
export function celValueOf(value: Value, schema: JsonSchema, release: CelRelease = usualRelease): CelValue {
  if (value === null) {
    return schema.nullable ? null : celError('invalid data, got null for schema with nullable=false');
  }
  if (schema.intOrString) {
    if (typeof value === 'string' || typeof value === 'bigint') return value;
    return celError('invalid data, expected XIntOrString value to be either a string or integer');
  }
  switch (schema.type) {
    case 'object':
      if (!isMap(value)) return celError('invalid data, expected a map for the provided schema with type=object');
      return celMapOf(value, schema.embeddedResource ? withTypeAndMetadata(schema) : schema, release);
    case 'array':
      return listOf(value, schema, release);
    case 'string':
      return typeof value === 'string' ? textOf(value, schema.format) : unexpected('string', value);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : unexpected('float', value);
    case 'integer':
      return typeof value === 'bigint' ? value : unexpected('int', value);
    case 'boolean':
      return typeof value === 'boolean' ? value : unexpected('bool', value);
    default:
      return unknownOf(value);
  }
}

function unexpected(type: string, value: Value): CelValue {
  return celError(`invalid data, expected ${type}, got ${goTypeName(value)}`);
}

/** Makes a value without a type, which can only be compared. */
function unknownOf(value: Value): CelValue {
  return {
    kind: 'opaque',
    type: 'unknown',
    content: value,
    text: formatJson(value),
    equals: (other) => sameValue(value, other.content as Value),
  };
}

function textOf(text: string, format: string): CelValue {
  switch (format) {
    case 'duration': {
      const nanos = parseDuration(text) ?? parseLongDuration(text);
      return nanos === undefined
        ? celError(`Invalid duration ${text}: unable to parse ${text} as duration`)
        : durationValue(nanos);
    }
    case 'date':
      return timeOf(text, 'date', '2006-01-02');
    case 'date-time':
      return timeOf(text, 'date-time', secondsLayout, '2006-01-02T15:04:05');
    case 'byte':
      return bytesOf(text);
    default:
      return text;
  }
}

/** Reads a time by a layout, or by another one. Upstream: k8s.io/kube-openapi pkg/validation/strfmt/time.go ParseDateTime. */
function timeOf(text: string, format: string, layout: TimeLayout, other?: TimeLayout): CelValue {
  const time = parseGoTime(text, layout);
  if (time.kind === 'time') {
    return timestampValue(BigInt(time.seconds) * 1_000_000_000n + BigInt(time.nanos), time.offset);
  }
  if (other !== undefined) return timeOf(text, format, other);
  return celError(`Invalid ${format} formatted string ${text}: ${time.message}`);
}

function bytesOf(text: string): CelValue {
  const bytes = bytesOfBase64(text);
  return bytes === undefined ? celError(`Invalid byte formatted string ${text}`) : bytesValue(bytes);
}

function celMapOf(value: ValueMap, schema: JsonSchema, release: CelRelease): CelMap {
  const isObject = schema.properties.size > 0;
  const schemaAt = (key: string) => (isObject ? schema.properties.get(key) : schema.additionalProperties?.schema);
  const found = new Map<string, CelValue>();
  const at = (key: string): CelValue | undefined => {
    const before = found.get(key);
    if (before !== undefined) return before;
    const entry = value.get(key);
    const own = schemaAt(key);
    if (entry === undefined || own === undefined || (isObject && entry === null)) return undefined;
    const made = celValueOf(entry, own, release);
    found.set(key, made);
    return made;
  };
  return {
    kind: 'map',
    size: value.size,
    native: value,
    keys: () =>
      [...value.keys()]
        .filter((key) => schemaAt(key) !== undefined)
        .map((key) => (isObject ? (escapeName(key) ?? key) : key)),
    find(key) {
      if (typeof key !== 'string') return isError(key) ? key : noSuchOverload;
      const plain = isObject ? unescapeName(key) : key;
      return plain === undefined ? undefined : at(plain);
    },
    equals: (other) => mapsEqual(value, other, at, schemaAt),
  };
}

function mapsEqual(
  value: ValueMap,
  other: CelMap,
  at: (key: string) => CelValue | undefined,
  schemaAt: (key: string) => JsonSchema | undefined,
): CelValue {
  if (value.size !== other.size) return false;
  for (const [key, entry] of value) {
    if (schemaAt(key) === undefined) {
      if (!isMap(other.native)) return noSuchOverload;
      const unknown = other.native.get(key);
      if (unknown !== undefined && !sameValue(entry, unknown)) return false;
      continue;
    }
    const own = at(key);
    const beside = other.find(key);
    if ((own === undefined) !== (beside === undefined)) return false;
    if (own === undefined || beside === undefined) continue;
    const equal = equalTo(own, beside);
    if (equal !== true) return equal;
  }
  return true;
}

function listOf(value: Value, schema: JsonSchema, release: CelRelease): CelValue {
  const items = schema.items?.schema;
  if (!isList(value) || items === undefined) {
    return celError('invalid data, expected an array for the provided schema with type=array');
  }
  return typedList(
    value,
    value.map((item) => celValueOf(item, items, release)),
    schema,
    does('sumsPlainly', release),
  );
}

/**
 * Makes a list value. Sets and map lists compare without regard to order, and concatenation merges their items by key.
 * `plainly`: whether the sum of other lists is a list of the language.
 */
function typedList(
  native: ValueList,
  items: readonly CelValue[],
  schema: JsonSchema,
  plainly: boolean,
  made = 'unstructured',
): CelList {
  const keys = schema.listMapKeys.map((key) => escapeName(key) ?? key);
  const isMapList = schema.listType === 'map';
  const identity = (item: CelValue) => (isMapList ? mapListKey(item, keys) : scalarKey(item));
  if (!isMapList && schema.listType !== 'set') {
    return {
      kind: 'list',
      items,
      native,
      equals: (other) => sameItems(items, other.items),
      plus: (other) => {
        const sum = items.concat(other.items);
        return plainly ? listValue(sum) : typedList(native, sum, schema, plainly);
      },
    };
  }
  const keyAt = (item: CelValue, index: number) => (isMapList || plainly ? identity(item) : nativeKey(native[index]));
  const refusal = isMapList ? undefined : setRefusal(items, plainly);
  return {
    kind: 'list',
    items,
    native,
    goType: `*common.${made}${isMapList ? 'Map' : 'Set'}List`,
    equals(other) {
      if (items.length !== other.items.length) return false;
      if (refusal !== undefined) return refusal;
      const own = new Map(items.map((item, index) => [keyAt(item, index), item]));
      const seen = new Set<string>();
      for (const item of other.items) {
        const key = identity(item);
        const beside = key === undefined ? undefined : own.get(key);
        if (key === undefined || beside === undefined) return false;
        const equal = isMapList ? equalTo(beside, item) : true;
        if (equal !== true) return equal;
        seen.add(key);
      }
      return !plainly || seen.size === own.size;
    },
    plus(other) {
      if (refusal !== undefined) return refusal;
      const joined = [...items];
      const places = new Map(items.map((item, index) => [keyAt(item, index), index]));
      for (const item of other.items) {
        const key = identity(item);
        const place = places.get(key);
        if (place === undefined) {
          if (!isMapList) places.set(key, joined.length);
          joined.push(item);
        } else if (isMapList) joined[place] = item;
      }
      return typedList(joined.map(nativeOf), joined, schema, plainly, plainly ? 'refVal' : made);
    },
  };
}

const unhashable: ReadonlyMap<string, string> = new Map([
  ['list', '[]interface {}'],
  ['map', 'map[string]interface {}'],
  ['bytes', '[]uint8'],
]);

/** Sets are looked up by their items, which the server cannot do with lists and maps, nor with bytes up to v1.36. */
function setRefusal(items: readonly CelValue[], plainly: boolean): CelValue | undefined {
  const kinds = items.map((item) => (item !== null && typeof item === 'object' ? item.kind : ''));
  const kind = kinds.find((each) => unhashable.has(each) && !(plainly && each === 'bytes'));
  if (kind === undefined) return undefined;
  if (plainly) return celError('listSet operations are only supported on lists of scalar values');
  return celError(`internal error: runtime error: hash of unhashable type ${unhashable.get(kind)}`);
}

function sameItems(left: readonly CelValue[], right: readonly CelValue[]): CelValue {
  if (left.length !== right.length) return false;
  for (const [index, item] of left.entries()) {
    const equal = equalTo(item, right[index] ?? null);
    if (equal !== true) return equal;
  }
  return true;
}

function mapListKey(item: CelValue, keys: readonly string[]): string | undefined {
  if (!isCelMap(item) || !isMap(item.native)) return undefined;
  const { native } = item;
  return keys.map((key) => nativeKey(native.get(key))).join('\u0000');
}

function nativeKey(value: Value = null): string {
  return `${typeof value} ${formatJson(value)}`;
}

/** Returns the identity of a set's item: its type and value, since an int is not a double. */
function scalarKey(item: CelValue): string | undefined {
  if (item === null) return undefined;
  if (typeof item !== 'object') return `${typeof item} ${formatJson(item)}`;
  if ('nanos' in item) return `${item.kind} ${item.nanos}`;
  return item.kind === 'bytes' ? String(item.bytes) : undefined;
}

function nativeOf(item: CelValue): Value {
  if (item === null || typeof item !== 'object') return item;
  return ('native' in item ? item.native : undefined) ?? null;
}
