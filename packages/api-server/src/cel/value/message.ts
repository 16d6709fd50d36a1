import { type CelValue, celError, durationValue, isError, kindOf, type Optional, timestampValue } from './cel-value.ts';

/** The messages that expressions can make: a name with fields in braces. */
export type MessageName = 'google.protobuf.Duration' | 'google.protobuf.Timestamp';

/** Whether a type is one of these messages. */
export function isMessageName(name: string): name is MessageName {
  return name === 'google.protobuf.Duration' || name === 'google.protobuf.Timestamp';
}

/** The fields of these messages, both ints, with their Go types. */
const fieldTypes: ReadonlyMap<string, 'int64' | 'int32'> = new Map([
  ['seconds', 'int64'],
  ['nanos', 'int32'],
]);

/** Whether the messages have a field. All of them are ints. */
export function hasMessageField(field: string): boolean {
  return fieldTypes.has(field);
}

/**
 * Makes the timestamp or duration of a message with fields, or returns an error where one of them does not fit. Years
 * may have more than four digits, and a duration that is too long becomes the longest.
 * Upstream: github.com/google/cel-go common/types/provider.go NewValue, google.golang.org/protobuf types/known AsTime,
 * AsDuration.
 */
export function messageValue(name: MessageName, fields: ReadonlyMap<string, CelValue>): CelValue {
  const ints = new Map<string, bigint>();
  for (const [field, value] of fields) {
    const int = intOf(value, fieldTypes.get(field) ?? 'int64');
    if (typeof int === 'string') return celError(`field type conversion error for ${name}.${field} value type: ${int}`);
    ints.set(field, int);
  }
  const [seconds = 0n, nanos = 0n] = [ints.get('seconds'), ints.get('nanos')];
  const sum = seconds * second + nanos;
  if (name === 'google.protobuf.Timestamp') return timestampValue(sum);
  if (fits64(seconds * second) && fits64(sum)) return durationValue(sum);
  return durationValue(seconds < 0n ? -(2n ** 63n) : 2n ** 63n - 1n);
}

const second = 1_000_000_000n;

function fits64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** Converts a value to a Go type, or returns the error. Upstream: cel-go common/types, ConvertToNative. */
function intOf(value: CelValue, type: 'int64' | 'int32'): bigint | string {
  if (typeof value === 'bigint') {
    return type === 'int64' || BigInt.asIntN(32, value) === value ? value : 'integer overflow';
  }
  if (value === null) return `type conversion error from 'null_type' to '${type}'`;
  if (typeof value === 'string') return `unsupported native conversion from string to '${type}'`;
  if (typeof value === 'number') return `type conversion error from Double to '${type}'`;
  const kind = typeof value === 'boolean' ? 'bool' : value.kind;
  switch (kind) {
    case 'optional': {
      const { value: inner } = value as Optional;
      return inner === undefined ? 'optional.none() dereference' : intOf(inner, type);
    }
    case 'uint':
      return `unsupported type conversion from 'uint' to ${type}`;
    case 'bytes':
      return `type conversion error from Bytes to '${type}'`;
    case 'timestamp':
      return `type conversion error from 'Timestamp' to '${type}'`;
    case 'duration':
      return `type conversion error from 'Duration' to '${type}'`;
    case 'type':
      return "type conversion not supported for 'type'";
    default:
      return `type conversion error from ${kind} to '${type}'`;
  }
}

/**
 * Returns the value of an optional field; undefined where it has none, and an error for a value that is not optional.
 */
export function optionalField(field: string, value: CelValue, text: (value: CelValue) => string): CelValue | undefined {
  if (isError(value)) return value;
  if (value === null || typeof value !== 'object' || kindOf(value) !== 'optional') {
    return celError(`cannot initialize optional entry '${field}' from non-optional value ${text(value)}`);
  }
  return value.kind === 'optional' ? value.value : undefined;
}
