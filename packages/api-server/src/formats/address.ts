import { quote } from '@managed-fields/merge-engine';

/** An IPv4 or IPv6 address as a number of 32 or 128 bits. */
export interface Address {
  readonly size: 32 | 128;
  readonly bits: bigint;
}

/** The result of parsing an address; messages are Go's. */
export type ParsedAddress =
  | { readonly kind: 'address'; readonly address: Address; readonly zone: string }
  | { readonly kind: 'error'; readonly message: string };

/** Thrown inside this file only, by a malformed address. */
class Refused extends Error {}

/** Parses an address. Upstream: Go net/netip ParseAddr. */
export function parseAddress(text: string): ParsedAddress {
  try {
    const first = /[.:%]/.exec(text)?.[0];
    if (first === '.') return { kind: 'address', address: { size: 32, bits: fourNumbers(text) }, zone: '' };
    if (first === ':') return sixteenBytes(text);
    return refuse(first === '%' ? 'missing IPv6 address' : 'unable to parse IP');
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: 'error', message: `ParseAddr(${quote(text)}): ${error.message}` };
  }
}

function refuse(words: string, at = ''): never {
  throw new Refused(at === '' ? words : `${words} (at ${quote(at)})`);
}

function fourNumbers(text: string): bigint {
  let bits = 0n;
  let value = 0;
  let digits = 0;
  let fields = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (/\d/.test(char)) {
      if (digits === 1 && value === 0) refuse('IPv4 field has octet with leading zero');
      value = value * 10 + Number(char);
      digits++;
      if (value > 255) refuse('IPv4 field has value >255');
    } else if (char === '.') {
      if (i === 0 || i === text.length - 1 || text.charAt(i - 1) === '.') {
        refuse('IPv4 field must have at least one digit', text.slice(i));
      }
      if (fields === 3) refuse('IPv4 address too long');
      bits = (bits << 8n) | BigInt(value);
      fields++;
      value = 0;
      digits = 0;
    } else refuse('unexpected character', text.slice(i));
  }
  if (fields < 3) refuse('IPv4 address too short');
  return (bits << 8n) | BigInt(value);
}

function sixteenBytes(text: string): ParsedAddress {
  const percent = text.indexOf('%');
  const zone = percent < 0 ? '' : text.slice(percent + 1);
  if (percent >= 0 && zone === '') refuse('zone must be a non-empty string');
  let rest = percent < 0 ? text : text.slice(0, percent);
  const groups: bigint[] = [];
  let gap = -1;
  if (rest.startsWith('::')) {
    gap = 0;
    rest = rest.slice(2);
    if (rest === '') return { kind: 'address', address: { size: 128, bits: 0n }, zone };
  }
  while (groups.length < 8) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? '';
    if (digits.length > 4) refuse('each group must have 4 or less digits', rest);
    if (digits === '') refuse('each colon-separated field must have at least one digit', rest);
    if (rest.charAt(digits.length) === '.') {
      if (gap < 0 && groups.length !== 6) {
        refuse('embedded IPv4 address must replace the final 2 fields of the address', rest);
      }
      if (groups.length > 6) refuse('too many hex fields to fit an embedded IPv4 at the end of the address', rest);
      const embedded = fourNumbers(rest);
      groups.push(embedded >> 16n, embedded & 0xffffn);
      rest = '';
      break;
    }
    groups.push(BigInt(`0x${digits}`));
    rest = rest.slice(digits.length);
    if (rest === '') break;
    if (!rest.startsWith(':')) refuse('unexpected character, want colon', rest);
    if (rest === ':') refuse('colon must be followed by more characters', rest);
    rest = rest.slice(1);
    if (!rest.startsWith(':')) continue;
    if (gap >= 0) refuse('multiple :: in address', rest);
    gap = groups.length;
    rest = rest.slice(1);
    if (rest === '') break;
  }
  if (rest !== '') refuse('trailing garbage after address', rest);
  if (groups.length < 8 && gap < 0) refuse('address string too short');
  if (groups.length === 8 && gap >= 0) refuse('the :: must expand to at least one field of zeros');
  if (gap >= 0) groups.splice(gap, 0, ...new Array<bigint>(8 - groups.length).fill(0n));
  return { kind: 'address', address: { size: 128, bits: groups.reduce((sum, each) => (sum << 16n) | each, 0n) }, zone };
}

/** Prints an address in canonical form, without the longest run of zeros. Upstream: Go net/netip Addr.String. */
export function addressText({ size, bits }: Address): string {
  if (size === 32) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.');
  const groups = [7n, 6n, 5n, 4n, 3n, 2n, 1n, 0n].map((place) => (bits >> (place * 16n)) & 0xffffn);
  let start = -1;
  let length = 1;
  for (let i = 0; i < 8; i++) {
    let end = i;
    while (end < 8 && groups[end] === 0n) end++;
    if (end - i > length) [start, length] = [i, end - i];
  }
  const hex = (part: readonly bigint[]) => part.map((each) => each.toString(16)).join(':');
  return start < 0 ? hex(groups) : `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`;
}

/** Whether an address is in a special range. Upstream: Go net/netip, the methods Is…. */
export function isRange(
  range: 'unspecified' | 'loopback' | 'link-local-multicast' | 'link-local-unicast' | 'global-unicast',
  address: Address,
): boolean {
  const { size, bits } = address;
  const v4 = size === 32;
  switch (range) {
    case 'unspecified':
      return bits === 0n;
    case 'loopback':
      return v4 ? bits >> 24n === 127n : bits === 1n;
    case 'link-local-multicast':
      return v4 ? bits >> 8n === 0xe00000n : ((bits >> 112n) & 0xff0fn) === 0xff02n;
    case 'link-local-unicast':
      return v4 ? bits >> 16n === 0xa9fen : bits >> 118n === 0x3fan;
    case 'global-unicast':
      return (
        bits !== 0n &&
        !(v4 && bits === 0xffffffffn) &&
        !isRange('loopback', address) &&
        !isMulticast(address) &&
        !isRange('link-local-unicast', address)
      );
  }
}

function isMulticast({ size, bits }: Address): boolean {
  return size === 32 ? bits >> 28n === 0xen : bits >> 120n === 0xffn;
}
