import { lossyText, utf8 } from './bytes.ts';
import { deepest } from './json.ts';

/** The characters that the reader looks at, as bytes. */
export const byteOf = {
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  f: 0x66,
  n: 0x6e,
  t: 0x74,
  u: 0x75,
  openMap: 0x7b,
  closeMap: 0x7d,
} as const;

/**
 * A JSON text that is read as the reader of fieldsV1 does: byte by byte, through a buffer whose borders show in error
 * texts, and no further than needed. After the first error reading goes on harmlessly, and the error is kept.
 * Upstream: github.com/json-iterator/go iter.go Iterator.
 */
export class JsonIterator {
  private readonly bytes: Uint8Array;
  /** How many bytes are in the buffer at once; undefined where the text itself is the buffer. */
  private readonly chunk: number | undefined;
  /** The borders of the buffer, and the next byte to be read. */
  private from = 0;
  private to: number;
  private at = 0;
  private depth = 0;
  private ended = false;
  /** Upstream's words for the first error; the end of the text alone is none. */
  complaint: string | undefined;

  constructor(text: string, chunk?: number) {
    this.bytes = utf8(text);
    this.chunk = chunk;
    this.to = chunk === undefined ? this.bytes.length : 0;
  }

  /** Whether something went wrong, or the text ended before what was read did. */
  get failed(): boolean {
    return this.ended || this.complaint !== undefined;
  }

  /** The byte that far after the next one, of those in the buffer. */
  peek(offset = 0): number | undefined {
    return this.at + offset < this.to ? this.bytes[this.at + offset] : undefined;
  }

  /** The next byte that is no white space; 0 at the end. */
  token(): number {
    for (;;) {
      for (let i = this.at; i < this.to; i++) {
        const byte = this.bytes[i] as number;
        if (byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d) continue;
        this.at = i + 1;
        return byte;
      }
      if (!this.more()) return 0;
    }
  }

  /** The next byte; 0 at the end. */
  byte(): number {
    if (this.at === this.to && !this.more()) return 0;
    return this.bytes[this.at++] as number;
  }

  /** Goes back by one byte; not after an error. */
  back(): void {
    if (!this.failed) this.at--;
  }

  /** Goes forward by some bytes of the buffer. */
  skip(count: number): void {
    this.at += count;
  }

  /** The bytes from here on that fit; the iterator stays before them where the text ends with them. */
  take(fits: (byte: number) => boolean): string {
    let taken = '';
    do {
      for (let i = this.at; i < this.to; i++) {
        const byte = this.bytes[i] as number;
        if (!fits(byte)) {
          this.at = i;
          return taken;
        }
        taken += String.fromCharCode(byte);
      }
    } while (this.more());
    return taken;
  }

  /** The text of so many bytes from here on. */
  slice(count: number): string {
    return lossyText(this.bytes.subarray(this.at, this.at + count));
  }

  private more(): boolean {
    if (this.chunk !== undefined && this.to < this.bytes.length) {
      this.from = this.to;
      this.at = this.to;
      this.to = Math.min(this.bytes.length, this.to + this.chunk);
      return true;
    }
    if (!this.failed) {
      if (this.chunk === undefined) this.at = this.to;
      this.ended = true;
    }
    return false;
  }

  /** Notes an error here, in upstream's words with what is around it. */
  report(operation: string, message: string): void {
    if (this.complaint !== undefined) return;
    const near = Math.max(this.from, this.at - 10);
    const around = (reach: number) =>
      lossyText(this.bytes.subarray(Math.max(this.from, this.at - reach), Math.min(this.to, this.at + reach)));
    this.fail(
      `${operation}: ${message}, error found in #${this.at - near} byte of ...|${around(10)}|..., bigger context ...|${around(50)}|...`,
    );
  }

  /** Notes an error in these words. */
  fail(message: string): void {
    this.complaint ??= message;
  }

  /** Forgets the error. */
  forgive(): void {
    this.complaint = undefined;
    this.ended = false;
  }

  /** Goes a level deeper; false where that is too deep. */
  enter(): boolean {
    this.depth++;
    if (this.depth <= deepest) return true;
    this.report('incrementDepth', 'exceeded max depth');
    return false;
  }

  leave(): void {
    this.depth--;
  }
}
