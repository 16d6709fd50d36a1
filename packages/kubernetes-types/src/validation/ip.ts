/*
 * Addresses as the server reads them: sloppily (leading zeros) and strictly, and how it prefers to see them written.
 * Upstream: k8s.io/utils net/parse.go (ParseIPSloppy, ParseCIDRSloppy), Go's net/netip, and
 * k8s.io/apimachinery pkg/util/validation/ip.go.
 */

/** An address as 4 or 16 bytes; an IPv4 address in IPv6 form (`::ffff:1.2.3.4`) has 4 and is `mapped`. */
export interface Address {
  readonly bytes: readonly number[];
  readonly family: 'IPv4' | 'IPv6';
  /** Whether it is written as IPv6 though it is an IPv4 address. */
  readonly mapped: boolean;
  /** Whether it is written as Go's strict parser takes it: no leading zeros. */
  readonly strict: boolean;
}

/** Reads an address as leniently as the server does; undefined where it is none. */
export function parseAddress(text: string): Address | undefined {
  if (!text.includes(':')) {
    const bytes = parseIpv4(text);
    if (bytes === undefined) return undefined;
    return { bytes, family: 'IPv4', mapped: false, strict: !hasLeadingZero(text) };
  }
  const read = parseIpv6(text);
  if (read === undefined) return undefined;
  const mapped =
    read.bytes.slice(0, 10).every((byte) => byte === 0) && read.bytes[10] === 255 && read.bytes[11] === 255;
  if (mapped) return { bytes: read.bytes.slice(12), family: 'IPv4', mapped, strict: read.strict };
  return { bytes: read.bytes, family: 'IPv6', mapped, strict: read.strict };
}

function parseIpv4(text: string): readonly number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^[0-9]+$/.test(part))) return undefined;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function hasLeadingZero(text: string): boolean {
  return text.split('.').some((part) => part.length > 1 && part.startsWith('0'));
}

function parseIpv6(text: string): { bytes: readonly number[]; strict: boolean } | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [left, right] = halves.map((half) => (half === '' ? [] : half.split(':')));
  if (left === undefined) return undefined;
  let strict = true;
  const read = (groups: readonly string[], last: boolean): number[] | undefined => {
    const bytes: number[] = [];
    for (const [i, group] of groups.entries()) {
      if (last && i === groups.length - 1 && group.includes('.')) {
        const tail = parseIpv4(group);
        if (tail === undefined) return undefined;
        if (hasLeadingZero(group)) strict = false;
        bytes.push(...tail);
      } else {
        if (!/^[0-9a-fA-F]{1,4}$/.test(group)) return undefined;
        const word = Number.parseInt(group, 16);
        bytes.push(word >> 8, word & 255);
      }
    }
    return bytes;
  };
  const head = read(left, right === undefined);
  const tail = right === undefined ? [] : read(right, true);
  if (head === undefined || tail === undefined) return undefined;
  if (right === undefined) return head.length === 16 ? { bytes: head, strict } : undefined;
  const gap = 16 - head.length - tail.length;
  if (gap < 2) return undefined;
  return { bytes: [...head, ...new Array<number>(gap).fill(0), ...tail], strict };
}

/** The canonical text of an address (RFC 5952 for IPv6). */
export function printAddress(address: Pick<Address, 'bytes' | 'family'>): string {
  if (address.family === 'IPv4') return address.bytes.join('.');
  const words: number[] = [];
  for (let i = 0; i < 16; i += 2) words.push(((address.bytes[i] ?? 0) << 8) | (address.bytes[i + 1] ?? 0));
  const gap = longestZeros(words);
  if (gap === undefined) return words.map((word) => word.toString(16)).join(':');
  const print = (part: readonly number[]) => part.map((word) => word.toString(16)).join(':');
  return `${print(words.slice(0, gap.start))}::${print(words.slice(gap.start + gap.length))}`;
}

function longestZeros(words: readonly number[]): { start: number; length: number } | undefined {
  let best: { start: number; length: number } | undefined;
  let start = 0;
  for (let i = 0; i <= words.length; i++) {
    if (i < words.length && words[i] === 0) continue;
    const length = i - start;
    if (length >= 2 && (best === undefined || length > best.length)) best = { start, length };
    start = i + 1;
  }
  return best;
}

/** A range of addresses: the address as written, and how many of its bits are fixed. */
export interface Range {
  readonly address: Address;
  readonly bits: number;
  readonly strict: boolean;
  /** Whether bits are set that are not fixed. */
  readonly loose: boolean;
}

/** Reads a range such as `10.0.0.0/8` as leniently as the server does; undefined where it is none. */
export function parseRange(text: string): Range | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const address = parseAddress(text.slice(0, slash));
  const bitsText = text.slice(slash + 1);
  if (address === undefined || !/^[0-9]+$/.test(bitsText)) return undefined;
  const size = address.family === 'IPv4' && !address.mapped ? 32 : 128;
  const bits = Number(bitsText);
  if (bits > size) return undefined;
  const strict = address.strict && !(bitsText.length > 1 && bitsText.startsWith('0'));
  const fixed = fixedBytes(address, bits);
  return { address, bits, strict, loose: fixed.some((byte, i) => byte !== address.bytes[i]) };
}

function fixedBytes(address: Address, bits: number): readonly number[] {
  const fixed = address.mapped ? bits - 96 : bits;
  return address.bytes.map((byte, i) => byte & (0xff00 >> Math.max(0, Math.min(8, fixed - i * 8))) & 0xff);
}

/** The range with the bits that are not fixed set to zero, as the server prints it. */
export function printRange(range: Range): string {
  const { address, bits } = range;
  const text = printAddress({ bytes: fixedBytes(address, bits), family: address.family });
  return `${text}/${address.mapped ? Math.max(0, bits - 96) : bits}`;
}
