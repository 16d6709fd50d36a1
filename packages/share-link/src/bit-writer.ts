/** Collects bits into bytes, the first bit the lowest of its byte, as deflate data has them. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #held = 0;
  #count = 0;

  /** How many bits were written. */
  get length(): number {
    return this.#bytes.length * 8 + this.#count;
  }

  /** Writes the lowest bits of a number, the lowest first; at most 16. */
  write(value: number, bits: number): void {
    this.#held |= value << this.#count;
    this.#count += bits;
    for (; this.#count >= 8; this.#count -= 8) {
      this.#bytes.push(this.#held & 0xff);
      this.#held >>>= 8;
    }
  }

  /** All bits, the last byte filled up with zeros. */
  bytes(): Uint8Array {
    return Uint8Array.from(this.#count > 0 ? [...this.#bytes, this.#held] : this.#bytes);
  }
}
