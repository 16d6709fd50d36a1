import { latin1, textOfUtf8 } from '@managed-fields/merge-engine';

/*
 * Values in DER, read as Go reads them into its types, with its words.
 * Upstream: encoding/asn1/asn1.go.
 */

/** A value that is malformed, in Go's words. */
export class Malformed extends Error {}

/** The error of a value whose structure is another one than that of the type. */
export function structural(words: string): Malformed {
  return new Malformed(`asn1: structure error: ${words}`);
}

/** The error of bytes that are no DER. */
export function syntax(words: string): Malformed {
  return new Malformed(`asn1: syntax error: ${words}`);
}

/** A Go type, as far as bytes are read into it. `name` is what Go calls it; types without a name have none. */
export type Asn1Type =
  | { readonly kind: 'any' | 'raw' | 'identifier' | 'bits' | 'integer' | 'boolean' | 'octets'; readonly name: string }
  | { readonly kind: 'list'; readonly name: string; readonly of: Asn1Type; readonly isSet?: true }
  | { readonly kind: 'struct'; readonly name: string; readonly fields: readonly Asn1Field[] };

/** A field of a struct. */
export interface Asn1Field {
  readonly type: Asn1Type;
  readonly optional?: true;
  /** The number of a tag of its own, in place of that of the type. */
  readonly tag?: number;
  readonly isSet?: true;
}

/** What was read: its own bytes with the head (`full`) and without (`inner`), and the parts of a list or struct. */
export interface Asn1Value {
  readonly full: Uint8Array;
  readonly inner: Uint8Array;
  readonly tag: number;
  readonly parts: readonly Asn1Value[];
}

const none = new Uint8Array();
const nothing: Asn1Value = { full: none, inner: none, tag: -1, parts: [] };

/** The types that have no parts. */
export const basic = {
  any: { kind: 'any', name: '' },
  raw: { kind: 'raw', name: 'RawValue' },
  identifier: { kind: 'identifier', name: 'ObjectIdentifier' },
  bits: { kind: 'bits', name: 'BitString' },
  integer: { kind: 'integer', name: 'int' },
  boolean: { kind: 'boolean', name: 'bool' },
  octets: { kind: 'octets', name: '' },
} as const satisfies Readonly<Record<string, Asn1Type>>;

/** Reads a value at the beginning of bytes, and what is behind it. Throws `Malformed`. Upstream: Unmarshal. */
export function unmarshal(bytes: Uint8Array, type: Asn1Type): { readonly value: Asn1Value; readonly rest: Uint8Array } {
  const { value, next } = readField(bytes, 0, { type });
  return { value, rest: bytes.subarray(next) };
}

interface Head {
  readonly class: number;
  readonly tag: number;
  readonly length: number;
  readonly isCompound: boolean;
  /** Where the value begins. */
  readonly next: number;
}

/** Upstream: parseTagAndLength. */
function headAt(bytes: Uint8Array, from: number): Head {
  const first = bytes[from] ?? 0;
  let [tag, at] = [first & 0x1f, from + 1];
  if (tag === 0x1f) {
    ({ number: tag, next: at } = base128(bytes, at));
    if (tag < 0x1f) throw syntax('non-minimal tag');
  }
  const { length, next } = lengthAt(bytes, at);
  return { class: first >> 6, tag, length, isCompound: (first & 0x20) !== 0, next };
}

function lengthAt(bytes: Uint8Array, from: number): { readonly length: number; readonly next: number } {
  const truncated = () => syntax('truncated tag or length');
  const first = bytes[from];
  if (first === undefined) throw truncated();
  if (first < 0x80) return { length: first, next: from + 1 };
  const count = first & 0x7f;
  if (count === 0) throw syntax('indefinite length found (not DER)');
  let length = 0;
  for (let i = 1; i <= count; i++) {
    const byte = bytes[from + i];
    if (byte === undefined) throw truncated();
    if (length >= 1 << 23) throw structural('length too large');
    length = length * 256 + byte;
    if (length === 0) throw structural('superfluous leading zeros in length');
  }
  if (length < 0x80) throw structural('non-minimal length');
  return { length, next: from + 1 + count };
}

/** Upstream: parseBase128Int. */
function base128(bytes: Uint8Array, from: number): { readonly number: number; readonly next: number } {
  let number = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (at - from === 5) throw structural('base 128 integer too large');
    if (at === from && byte === 0x80) throw syntax('integer is not minimally encoded');
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (number > 0x7f_ff_ff_ff) throw structural('base 128 integer too large');
    return { number, next: at + 1 };
  }
  throw syntax('truncated base 128 integer');
}

const tags: Readonly<Record<Asn1Type['kind'], number>> = {
  any: -1,
  raw: -1,
  boolean: 1,
  integer: 2,
  bits: 3,
  octets: 4,
  identifier: 6,
  struct: 16,
  list: 16,
};
const setTag = 17;

/** Upstream: getUniversalType. */
function tagOf(type: Asn1Type): number {
  return type.kind === 'list' && type.isSet === true ? setTag : tags[type.kind];
}

interface ReadValue {
  readonly value: Asn1Value;
  readonly next: number;
}

/** Upstream: parseField. */
function readField(bytes: Uint8Array, from: number, field: Asn1Field): ReadValue {
  const { type, optional, tag } = field;
  if (from === bytes.length) {
    if (optional) return { value: nothing, next: from };
    throw syntax('sequence truncated');
  }
  const head = headAt(bytes, from);
  const isAny = type.kind === 'any' || type.kind === 'raw';
  const wanted = tag ?? (field.isSet ? setTag : tagOf(type));
  const isCompound = type.kind === 'struct' || type.kind === 'list';
  const fits = (isAny && tag === undefined) || (head.class === (tag === undefined ? 0 : 2) && head.tag === wanted);
  if (!fits || (!isAny && head.isCompound !== isCompound)) {
    if (optional) return { value: nothing, next: from };
    throw structural(
      `tags don't match (${wanted} vs ${shownHead(head)}) ${shownField(field)} ${type.name} @${head.next}`,
    );
  }
  const next = head.next + head.length;
  if (next > bytes.length) throw syntax('data truncated');
  const inner = bytes.subarray(head.next, next);
  return { value: { full: bytes.subarray(from, next), inner, tag: head.tag, parts: partsOf(inner, type, head) }, next };
}

function shownHead({ class: own, tag, length, isCompound }: Head): string {
  return `{class:${own} tag:${tag} length:${length} isCompound:${isCompound}}`;
}

/** A tag of its own is shown by its address in the server's memory, which is made up here. */
function shownField({ optional, isSet, tag }: Asn1Field): string {
  const own = tag === undefined ? '<nil>' : '0xc000000010';
  return `{optional:${optional === true} explicit:false application:false private:false defaultValue:<nil> tag:${own} stringType:0 timeType:0 set:${isSet === true} omitEmpty:false}`;
}

/** The parts of a value; others are only checked. */
function partsOf(inner: Uint8Array, type: Asn1Type, head: Head): readonly Asn1Value[] {
  switch (type.kind) {
    case 'struct': {
      const parts: Asn1Value[] = [];
      let at = 0;
      for (const field of type.fields) {
        const read = readField(inner, at, field);
        parts.push(read.value);
        at = read.next;
      }
      return parts;
    }
    case 'list':
      return itemsOf(inner, type.of);
    case 'any':
      if (!head.isCompound && head.class === 0) checkUniversal(inner, head.tag);
      return [];
    case 'raw':
    case 'octets':
      return [];
    default:
      checkUniversal(inner, tags[type.kind]);
      return [];
  }
}

/** Upstream: parseSequenceOf. */
function itemsOf(bytes: Uint8Array, type: Asn1Type): readonly Asn1Value[] {
  const isAny = type.kind === 'any' || type.kind === 'raw';
  const isCompound = type.kind === 'struct' || type.kind === 'list';
  for (let at = 0; at < bytes.length; ) {
    const head = headAt(bytes, at);
    if (!isAny && (head.class !== 0 || head.isCompound !== isCompound || head.tag !== tagOf(type))) {
      throw structural('sequence tag mismatch');
    }
    if (head.next + head.length > bytes.length) throw syntax('truncated sequence');
    at = head.next + head.length;
  }
  const items: Asn1Value[] = [];
  for (let at = 0; at < bytes.length; ) {
    const read = readField(bytes, at, { type });
    items.push(read.value);
    at = read.next;
  }
  return items;
}

/** Checks the content of a value by its tag. */
function checkUniversal(bytes: Uint8Array, tag: number): void {
  switch (tag) {
    case 1:
      if (bytes.length !== 1) throw syntax('invalid boolean');
      if (bytes[0] !== 0 && bytes[0] !== 0xff) throw syntax('invalid boolean');
      return;
    case 2:
      checkInteger(bytes);
      return;
    case 3:
      checkBits(bytes);
      return;
    case 6:
      identifierOf(bytes);
      return;
    default:
      checkText(bytes, tag);
  }
}

/** Upstream: checkInteger, parseInt64. */
function checkInteger(bytes: Uint8Array): void {
  const [first = 0, second = 0] = bytes;
  if (bytes.length === 0) throw structural('empty integer');
  const isLong = (first === 0 && second < 0x80) || (first === 0xff && second >= 0x80);
  if (bytes.length > 1 && isLong) throw structural('integer not minimally-encoded');
  if (bytes.length > 8) throw structural('integer too large');
}

/** Upstream: parseBitString. */
function checkBits(bytes: Uint8Array): void {
  const padding = bytes[0];
  if (padding === undefined) throw syntax('zero length BIT STRING');
  const last = bytes.at(-1) ?? 0;
  if (padding > 7 || (bytes.length === 1 && padding > 0) || (last & ((1 << padding) - 1)) !== 0) {
    throw syntax('invalid padding bits in BIT STRING');
  }
}

const printable = /^[A-Za-z0-9'()+,\-./ :=?*&]*$/;

/** Checks the letters of a text by its tag. Throws `Malformed`. Upstream: parsePrintableString and the like. */
export function checkText(bytes: Uint8Array, tag: number): void {
  const text = latin1(bytes);
  if (tag === 19 && !printable.test(text)) throw syntax('PrintableString contains invalid character');
  if (tag === 18 && !/^[0-9 ]*$/.test(text)) throw syntax('NumericString contains invalid character');
  if (tag === 22 && bytes.some((byte) => byte >= 0x80)) throw syntax('IA5String contains invalid character');
  if (tag === 12 && textOfUtf8(bytes) === undefined) throw new Malformed('asn1: invalid UTF-8 string');
}

/** An object identifier as text: `1.2.840.113549.1.1.1`. Throws `Malformed`. Upstream: parseObjectIdentifier. */
export function identifierOf(bytes: Uint8Array): string {
  if (bytes.length === 0) throw syntax('zero length OBJECT IDENTIFIER');
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { number, next } = base128(bytes, at);
    if (at > 0) numbers.push(number);
    else numbers.push(...(number < 80 ? [Math.floor(number / 40), number % 40] : [2, number - 80]));
    at = next;
  }
  return numbers.join('.');
}

/** The bytes of a string of bits, the last bit at the end. Upstream: BitString.RightAlign. */
export function rightAligned(bits: Uint8Array): Uint8Array {
  const [shift = 0, ...bytes] = bits;
  if (shift === 0) return bits.subarray(1);
  return Uint8Array.from(bytes, (byte, i) => ((bytes[i - 1] ?? 0) << (8 - shift)) | (byte >> shift));
}
