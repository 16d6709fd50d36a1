import type { Json } from '../json.ts';
import type { UnreadReason } from '../object.ts';

/** A part of a source: the text of one value, or something that is passed over. */
export type SourcePart = Piece | PassedOver;

/** A part of a source that stands for one value. */
export interface Piece {
  readonly kind: 'piece';
  readonly form: 'json' | 'yaml';
  /** Its text, or the bytes of it. That of an item of a YAML list has a space where its dash stood. */
  readonly source: string | Uint8Array;
  /** Bytes that it has as JSON without spaces; undefined where that was not counted. */
  readonly bytes: number | undefined;
  /** Levels of maps and lists in it; undefined where that was not counted. */
  readonly depth: number | undefined;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** What stands before the items of the list that it is in. */
  readonly list: Json | undefined;
}

/** A part of a source that is passed over. */
export interface PassedOver {
  readonly kind: 'passed-over';
  readonly line: number;
  readonly reason: UnreadReason;
  readonly detail: string;
}

/** Splits a source into its parts, as its bytes come; they are UTF-8. */
export interface Splitter {
  /** Takes more bytes, and returns the parts that are whole now. */
  push(bytes: Uint8Array): readonly SourcePart[];
  /** Takes the end of the source, and returns what is left. */
  end(): readonly SourcePart[];
}

/** Whether a piece is longer than an object of a cluster can be: what a cluster stores, and spaces between. */
export function isTooLong(length: number): boolean {
  return length > 8_000_000;
}

/** A part for an object that is too long. */
export function tooLarge(line: number): PassedOver {
  return { kind: 'passed-over', line, reason: 'too-large', detail: '' };
}

/** Bytes that came one after the other as one; what came at once is not copied. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
