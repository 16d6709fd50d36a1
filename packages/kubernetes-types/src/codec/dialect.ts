import { base64, bytesOfBase64, isList, quote, type ValueList, writtenNumber } from '@managed-fields/merge-engine';
import type { Read } from './custom.ts';
import { fitsBits, jsonName, kindName, numberText, type Present } from './fault.ts';
import type { GoBytes, GoContainer, GoScalar, GoStruct } from './go-types.ts';

/** The answer of `normalizeBase64`: the text in canonical form, or the server's error. */
type Base64 = { readonly kind: 'bytes'; readonly text: string } | { readonly kind: 'error'; readonly message: string };

/**
 * Decodes padded base64 and encodes it again: line breaks are skipped, and bits that fill no byte are dropped.
 * Upstream: encoding/base64 StdEncoding, by which encoding/json reads []byte.
 */
export function normalizeBase64(text: string): Base64 {
  const bytes = bytesOfBase64(text);
  if (bytes !== undefined) return { kind: 'bytes', text: base64(bytes) };
  return { kind: 'error', message: `illegal base64 data at input byte ${faultIn(text)}` };
}

/** The place that Go names in a text that is not base64. The text before it is ASCII, so that it counts bytes, too. */
function faultIn(text: string): number {
  let at = 0;
  let read = 0;
  while (true) {
    at = skipBreaks(text, at);
    const character = text[at];
    // For a group that ends early Go names its beginning.
    if (character === undefined) return at - read;
    if (character === '=') return faultInPadding(text, at, read);
    if (!/[A-Za-z0-9+/]/.test(character)) return at;
    read = (read + 1) % 4;
    at++;
  }
}

function skipBreaks(text: string, from: number): number {
  let at = from;
  while (text[at] === '\n' || text[at] === '\r') at++;
  return at;
}

/** The place of a fault in padding that begins at `at`, after `read` letters of a group. */
function faultInPadding(text: string, at: number, read: number): number {
  if (read < 2) return at;
  const next = skipBreaks(text, at + 1);
  if (read === 3) return next;
  if (next >= text.length) return text.length;
  // Upstream names the character before the one that should have been padding.
  return text[next] === '=' ? skipBreaks(text, next + 1) : next - 1;
}

/**
 * The differences between the server's two decoders: the JSON decoder follows the text and reports the first misfit at
 * its end; the decoder of unstructured objects follows the struct and stops at the first.
 */
export interface Dialect {
  /** Whether fields are read in the order of the struct, and not of the text. */
  readonly byStruct: boolean;
  /** Whether map keys belong to the path of an unknown field. */
  readonly keysInPath: boolean;
  /** Whether a misfit is reported only if nothing worse follows. */
  readonly savesMisfits: boolean;
  /** Whether faults name the field. */
  readonly namesFields: boolean;
  /** `number` is how a number was written, where it is not as it is printed. */
  scalar(value: Present, type: GoScalar, number?: string): Read;
  bytes(value: Present, type: GoBytes): Read;
  /** Why a value is no struct, slice or map. */
  misfit(value: Present, type: GoStruct | GoContainer): Read;
  /** A field that the type does not have. */
  unknown(path: string): string;
}

function misfit(value: string, type: string): Read {
  return { kind: 'fault', fault: { kind: 'type', value, type } };
}

function words(message: string): Read {
  return { kind: 'fault', fault: { kind: 'text', message } };
}

/** Upstream: sigs.k8s.io/json, its fork of encoding/json decode.go. */
export const jsonDialect: Dialect = {
  byStruct: false,
  keysInPath: true,
  savesMisfits: true,
  namesFields: true,
  scalar(value, type, number) {
    switch (type.kind) {
      case 'string':
        return typeof value === 'string' ? { kind: 'read', value } : misfit(jsonName(value), type.name);
      case 'bool':
        return typeof value === 'boolean' ? { kind: 'read', value } : misfit(jsonName(value), type.name);
      case 'float64':
        return isNumber(value) ? { kind: 'read', value: asWritten(Number(value)) } : misfit(jsonName(value), type.name);
      case 'int':
        if (!isNumber(value)) return misfit(jsonName(value), type.name);
        if (typeof value === 'bigint' && fitsBits(value, type.bits)) return { kind: 'read', value };
        return misfit(`number ${number ?? numberText(value)}`, type.name);
    }
  },
  bytes(value, type) {
    if (isList(value)) return byteList(value, (item, index) => jsonByte(item, writtenNumber(value, index)));
    if (typeof value !== 'string') return misfit(jsonName(value), type.name);
    const decoded = normalizeBase64(value);
    return decoded.kind === 'bytes' ? { kind: 'read', value: decoded.text } : words(decoded.message);
  },
  misfit: (value, type) => misfit(jsonName(value), type.name),
  unknown: (path) => `unknown field ${quote(path)}`,
};

/** Upstream: apimachinery pkg/runtime/converter.go fromUnstructured. */
export const unstructuredDialect: Dialect = {
  byStruct: true,
  keysInPath: false,
  savesMisfits: false,
  namesFields: false,
  scalar(value, type) {
    switch (type.kind) {
      case 'string':
        if (typeof value === 'string') return { kind: 'read', value };
        // Go can make a string of an integer, so this pair is refused in other words than the rest.
        return typeof value === 'bigint' ? unconvertible(value, type) : unrecognized(type);
      case 'bool':
        return typeof value === 'boolean' ? { kind: 'read', value } : unrecognized(type);
      case 'float64':
        return isNumber(value) ? { kind: 'read', value: asWritten(Number(value)) } : unrecognized(type);
      case 'int':
        if (typeof value === 'bigint') return { kind: 'read', value: BigInt.asIntN(type.bits, value) };
        if (typeof value !== 'number') return unrecognized(type);
        if (!Number.isInteger(value)) return unconvertible(value, type);
        return { kind: 'read', value: BigInt.asIntN(type.bits, truncated(value)) };
    }
  },
  bytes(value) {
    if (isList(value)) return byteList(value, unstructuredByte);
    if (typeof value !== 'string') return words(`cannot restore slice from ${kindName(value)}`);
    const decoded = normalizeBase64(value);
    if (decoded.kind === 'bytes') return { kind: 'read', value: decoded.text };
    return words(`error decoding from json: ${decoded.message}`);
  },
  misfit(value, type) {
    if (type.kind === 'struct') return words(`cannot restore struct from: ${kindName(value)}`);
    return words(`cannot restore ${type.kind} from ${kindName(value)}`);
  },
  unknown: (path) => `unknown field "${path}"`,
};

/** Reads bytes that are written as a list of numbers: rare, but no error. */
function byteList(list: ValueList, readByte: (item: Present, index: number) => Read): Read {
  const bytes: number[] = [];
  for (const [index, item] of list.entries()) {
    const byte: Read = item === null ? { kind: 'read', value: 0n } : readByte(item, index);
    if (byte.kind === 'fault') return byte;
    bytes.push(Number(byte.value));
  }
  return { kind: 'read', value: base64(Uint8Array.from(bytes)) };
}

function jsonByte(item: Present, number: string | undefined): Read {
  if (!isNumber(item)) return misfit(jsonName(item), 'uint8');
  // An unsigned number has no sign, not even zero.
  if (typeof item === 'bigint' && item >= 0n && item < 256n && number === undefined)
    return { kind: 'read', value: item };
  return misfit(`number ${number ?? numberText(item)}`, 'uint8');
}

function unstructuredByte(item: Present): Read {
  if (typeof item === 'bigint') return { kind: 'read', value: BigInt.asUintN(8, item) };
  if (typeof item !== 'number') return words('unrecognized type: uint8');
  if (!Number.isInteger(item)) return words('cannot convert float64 to uint8');
  return { kind: 'read', value: BigInt.asUintN(8, truncated(item)) };
}

function isNumber(value: Present): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** A float as a reader of its JSON sees it: whole numbers have no point there. */
function asWritten(value: number): bigint | number {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value) : value;
}

/** A float as an int64; what does not fit becomes the least one, as on the processors that servers run on. */
function truncated(value: number): bigint {
  return Math.abs(value) < 2 ** 63 ? BigInt(value) : -(2n ** 63n);
}

function unconvertible(value: Present, type: GoScalar): Read {
  return words(`cannot convert ${kindName(value)} to ${type.name}`);
}

function unrecognized(type: GoScalar): Read {
  return words(`unrecognized type: ${type.kind === 'int' ? `int${type.bits}` : type.kind}`);
}
