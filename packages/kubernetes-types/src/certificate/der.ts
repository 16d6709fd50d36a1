import { type Asn1Value, basic, Malformed, unmarshal } from './asn1.ts';
import { numberOf } from './hash.ts';

/*
 * Values in DER, read one after another.
 * Upstream: golang.org/x/crypto/cryptobyte/asn1.go.
 */

/** A value by its tag at the beginning of bytes; undefined where it is none. Upstream: ReadASN1. */
export function readTagged(bytes: Uint8Array, tag: number): Asn1Value | undefined {
  if (bytes[0] !== tag) return undefined;
  try {
    return unmarshal(bytes, basic.raw).value;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** A whole number at the beginning of bytes, and how long it is. Upstream: ReadASN1Integer. */
export function readInteger(bytes: Uint8Array): { readonly number: bigint; readonly length: number } | undefined {
  const found = readTagged(bytes, 2);
  if (found === undefined || found.inner.length === 0) return undefined;
  const [first = 0, second = 0] = found.inner;
  const isLong = (first === 0 && second < 0x80) || (first === 0xff && second >= 0x80);
  if (found.inner.length > 1 && isLong) return undefined;
  const number = BigInt.asIntN(found.inner.length * 8, numberOf(found.inner));
  return { number, length: found.full.length };
}

/** Bytes in DER from which one value after another is taken. What is not there as it should be throws `Malformed`. */
export class Der {
  #rest: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#rest = bytes;
  }

  get isEmpty(): boolean {
    return this.#rest.length === 0;
  }

  /** The tag of the next value. */
  get tag(): number {
    return this.#rest[0] ?? 0;
  }

  /** Takes the next value, which has a tag. */
  take(tag = this.tag): Asn1Value {
    const found = readTagged(this.#rest, tag);
    if (found === undefined) throw new Malformed('x509: malformed certificate');
    this.#rest = this.#rest.subarray(found.full.length);
    return found;
  }

  /** Takes the next value and what is inside of it. */
  enter(tag: number): Der {
    return new Der(this.take(tag).inner);
  }

  /** Takes the next value where it has a tag. */
  optional(tag: number): Der | undefined {
    return this.tag === tag ? this.enter(tag) : undefined;
  }

  /** Takes a whole number. */
  integer(): bigint {
    const found = readInteger(this.#rest);
    if (found === undefined) throw new Malformed('x509: malformed integer');
    this.#rest = this.#rest.subarray(found.length);
    return found.number;
  }
}
