import { formatDouble, quote, textOfUtf8, utf8 } from '@managed-fields/merge-engine';
import { checkedTimestamp } from './arithmetic.ts';
import { bytesValue, type CelValue, celError, durationValue, typeName, uintValue } from './cel-value.ts';
import { durationText, parseDuration, parseTimestamp, timestampText } from './time.ts';

/**
 * Converts a value to another type, or returns an error.
 * Upstream: github.com/google/cel-go common/types, the methods ConvertToType.
 */
export function convert(value: CelValue, to: string): CelValue {
  if (typeName(value) === to) return value;
  return converted(value, to) ?? celError(`type conversion error from '${typeName(value)}' to '${to}'`);
}

function converted(value: CelValue, to: string): CelValue | undefined {
  if (typeof value === 'string') return fromText(value, to);
  if (typeof value === 'bigint') return fromInt(value, to);
  if (typeof value === 'number') return fromDouble(value, to);
  if (typeof value === 'boolean') return to === 'string' ? String(value) : undefined;
  if (value === null) return to === 'string' ? 'null' : undefined;
  switch (value.kind) {
    case 'uint':
      return fromUint(value.value, to);
    case 'bytes':
      return to === 'string' ? fromBytes(value.bytes) : undefined;
    case 'duration':
      if (to === 'int') return value.nanos;
      return to === 'string' ? durationText(value.nanos) : undefined;
    case 'timestamp':
      if (to === 'int') return (value.nanos - (((value.nanos % second) + second) % second)) / second;
      return to === 'string' ? timestampText(value) : undefined;
    case 'type':
      return to === 'string' ? value.name : undefined;
    default:
      return undefined;
  }
}

const second = 1_000_000_000n;

function fromText(text: string, to: string): CelValue | undefined {
  switch (to) {
    case 'int': {
      const number = /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
      return number !== undefined && BigInt.asIntN(64, number) === number ? number : undefined;
    }
    case 'uint': {
      const number = /^\d+$/.test(text) ? BigInt(text) : undefined;
      return number !== undefined && BigInt.asUintN(64, number) === number ? uintValue(number) : undefined;
    }
    case 'double':
      return doubleFromText(text);
    case 'bool':
      if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return true;
      return ['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text) ? false : undefined;
    case 'bytes':
      return bytesValue(utf8(text));
    case 'google.protobuf.Duration': {
      const nanos = parseDuration(text);
      return nanos === undefined ? undefined : durationValue(nanos);
    }
    case 'google.protobuf.Timestamp':
      return parseTimestamp(text);
    default:
      return undefined;
  }
}

function doubleFromText(text: string): number | undefined {
  const special = /^([+-]?)(?:(inf|infinity)|nan)$/i.exec(text);
  if (special !== null) {
    if (special[2] === undefined) return special[1] === '' ? Number.NaN : undefined;
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function fromInt(value: bigint, to: string): CelValue | undefined {
  switch (to) {
    case 'uint':
      return value < 0n ? celError('unsigned integer overflow') : uintValue(value);
    case 'double':
      return Number(value);
    case 'string':
      return String(value);
    case 'google.protobuf.Timestamp':
      return checkedTimestamp(value * second);
    default:
      return undefined;
  }
}

function fromUint(value: bigint, to: string): CelValue | undefined {
  if (to === 'int') return value >= 2n ** 63n ? celError('integer overflow') : value;
  if (to === 'double') return Number(value);
  return to === 'string' ? String(value) : undefined;
}

function fromDouble(value: number, to: string): CelValue | undefined {
  if (to === 'string') return formatDouble(value);
  if (to === 'int') {
    const fits = Number.isFinite(value) && value > -(2 ** 63) && value < 2 ** 63;
    return fits ? BigInt(Math.trunc(value)) : celError('integer overflow');
  }
  if (to !== 'uint') return undefined;
  const fits = Number.isFinite(value) && value >= 0 && value < 2 ** 64;
  return fits ? uintValue(BigInt(Math.trunc(value))) : celError('unsigned integer overflow');
}

function fromBytes(bytes: Uint8Array): CelValue {
  return textOfUtf8(bytes) ?? celError('invalid UTF-8 in bytes, cannot convert to string');
}

/** Prints a value as messages do, with Go's `%v` of cel-go's values. */
export function valueText(value: CelValue): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatDouble(value);
  switch (value.kind) {
    case 'uint':
      return String(value.value);
    case 'list':
      return `[${value.items.map(valueText).join(', ')}]`;
    case 'map':
      return `{${value
        .keys()
        .map((key) => `${valueText(key)}: ${valueText(value.find(key) ?? null)}`)
        .join(', ')}}`;
    case 'type':
      return value.name;
    case 'optional':
      return value.value === undefined ? 'optional.none()' : `optional(${valueText(value.value)})`;
    case 'error':
      return value.message;
    case 'opaque':
      return value.text;
    case 'made':
      return `${value.type}{}`;
    case 'bytes':
      return `[${value.bytes.join(' ')}]`;
    default:
      return quote(String(value.nanos));
  }
}
