import {
  type CelValue,
  convert,
  isCelList,
  isCelMap,
  isMade,
  type MadeObject,
  typeName,
} from '@managed-fields/api-server/cel';
import { base64, quote, type Value } from '@managed-fields/merge-engine';
import { heldBy, unkeyed } from './configuration-value.ts';
import { goText, opaqueTypes } from './go-text.ts';

/** A value as JSON, or why it has none. */
export type JsonValue =
  | { readonly kind: 'json'; readonly value: Value }
  | { readonly kind: 'error'; readonly message: string }
  /** The server's handler panics, and there is no answer. */
  | { readonly kind: 'panic'; readonly message: string };

/** Leaves the conversion of a value inside of this file. */
class Unconverted extends Error {
  readonly isPanic: boolean;

  constructor(message: string, isPanic = false) {
    super(message);
    this.isPanic = isPanic;
  }
}

/**
 * Converts a value of an expression to JSON by way of protobuf, where numbers are doubles and an integer that no double
 * holds is a text. Objects that an expression made may be inside of lists and maps only where `objectsInLists` says so.
 * Upstream: github.com/google/cel-go common/types, the methods ConvertToNative for structpb.Value.
 */
export function jsonValue(value: CelValue, objectsInLists: boolean): JsonValue {
  try {
    return { kind: 'json', value: jsonOf(value, objectsInLists) };
  } catch (error) {
    if (!(error instanceof Unconverted)) throw error;
    return { kind: error.isPanic ? 'panic' : 'error', message: error.message };
  }
}

const pointer = '*structpb.Value';
const safest = 2n ** 53n - 1n;

function jsonOf(value: CelValue, objectsInLists: boolean): Value {
  if (typeof value === 'bigint') return value > safest || value < -safest ? String(value) : value;
  if (typeof value === 'number') return wholeOr(value);
  if (value === null || typeof value !== 'object') return value;
  if (isMade(value)) return madeOf(value);
  if ('go' in value) {
    const [from, to] = value.go.includes('.')
      ? [`struct type ${value.go}`, pointer]
      : [`'${value.go}'`, `'${pointer}'`];
    throw new Unconverted(`type conversion error from ${from} to ${to}`);
  }
  if (isCelList(value)) return value.items.map((item) => partOf(item, objectsInLists));
  if (isCelMap(value)) {
    return new Map(value.keys().map((key) => [keyOf(key), partOf(value.find(key) ?? null, objectsInLists)]));
  }
  switch (value.kind) {
    case 'uint':
      return jsonOf(value.value, objectsInLists);
    case 'bytes':
      return base64(value.bytes);
    case 'optional':
      if (value.value === undefined) throw new Unconverted('optional.none() dereference');
      return jsonOf(value.value, objectsInLists);
    case 'duration':
    case 'timestamp':
      return String(convert(value, 'string'));
    case 'error':
      throw new Unconverted(value.message);
    case 'opaque': {
      const name = opaqueTypes.get(value.type)?.name ?? value.type;
      throw new Unconverted(`type conversion error from '${name}' to '*structpb.Value'`);
    }
    default:
      throw new Unconverted(`type conversion not supported for '${value.kind}'`);
  }
}

/** A double as JSON writes it: a whole one without a point, as long as it needs no exponent. */
function wholeOr(double: number): Value {
  return Number.isInteger(double) && Math.abs(double) < 1e21 ? BigInt(double) : double;
}

/**
 * An object that an expression made, by way of Go's own values: lists and maps of the expression only one level below a
 * field, and integers as doubles. Lists and maps in structures of Go are read through there, and nowhere else.
 * Upstream: apiserver pkg/cel/mutation/dynamic/objects.go ConvertToNative, convertField; protobuf structpb NewStruct.
 */
function madeOf({ fields }: MadeObject): Value {
  return new Map(
    [...fields].map(([name, field]) => {
      const wrong = unkeyed(field);
      if (wrong !== undefined) throw new Unconverted(`fail to convert field ${quote(name)}: ${wrong}`);
      return [name, fieldOf(field)];
    }),
  );
}

function fieldOf(field: CelValue): Value {
  const value = heldBy(field);
  if (!isCelList(value) && !isCelMap(value)) return nativeOf(value);
  if (value.native !== undefined) return value.native;
  if (isCelList(value)) return value.items.map(nativeOf);
  return new Map(value.keys().map((key) => [String(key), nativeOf(value.find(key) ?? null)]));
}

/** Upstream: github.com/google/cel-go common/types, the methods Value; protobuf structpb NewValue. */
function nativeOf(value: CelValue): Value {
  if (typeof value === 'bigint' || typeof value === 'number') return wholeOr(Number(value));
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value !== null) {
    if (isMade(value)) return [...value.fields.values()].some(unkeyed) ? invalidType('*types.Err') : madeOf(value);
    switch (value.kind) {
      case 'list':
      case 'map':
        if (value.native === undefined || value.go !== undefined) break;
        return value.native;
      case 'uint':
        return nativeOf(value.value);
      case 'bytes':
        return base64(value.bytes);
      case 'optional':
        return value.value === undefined ? null : nativeOf(value.value);
      case 'type':
        return value.name;
    }
  }
  return invalidType(goText(value).type);
}

function invalidType(type: string): never {
  throw new Unconverted(`proto: invalid type: ${type}`);
}

/** A key of a map, which is a text in JSON. Upstream: github.com/google/cel-go common/types, the methods ConvertToNative. */
function keyOf(key: CelValue): string {
  if (typeof key === 'string') return key;
  if (typeof key === 'boolean') throw new Unconverted("type conversion error from bool to 'string'");
  throw new Unconverted(`unsupported type conversion from '${typeName(key)}' to string`);
}

function partOf(value: CelValue, objectsInLists: boolean): Value {
  const part = jsonOf(value, objectsInLists);
  if (objectsInLists || !isMade(value)) return part;
  throw new Unconverted('interface conversion: interface {} is *structpb.Struct, not *structpb.Value', true);
}
