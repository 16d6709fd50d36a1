import { code } from './characters.ts';

/** Characters that a YAML 1.1 text may not contain, not even in quotes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it looks for
const forbidden = /[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/** The end of the readable part of a text. */
export interface Forbidden {
  /** The offset of the forbidden character. */
  readonly at: number;
  /**
   * The offset from which nothing can be read. Upstream decodes a text in pieces of 512 bytes, and loses the whole
   * piece.
   */
  readonly limit: number;
}

/**
 * Finds the first character that a YAML text may not contain.
 * Upstream: go.yaml.in/yaml/v2 readerc.go yaml_parser_update_buffer.
 */
export function findForbidden(text: string, from: number, to: number): Forbidden | undefined {
  // Only its own part is searched, so that a text of many documents is not searched once for each of them.
  const found = text.slice(from, to).search(forbidden);
  if (found < 0) return undefined;
  const at = from + found;
  return { at, limit: startOfPiece(text, from, at) };
}

const pieceLength = 512;

function startOfPiece(text: string, from: number, at: number): number {
  let start = from;
  let bytes = 0;
  for (let i = from; i <= at; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair counts for two of the four bytes. Pieces do not end between them.
    const width = unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
    const whole = unit >= 0xd800 && unit < 0xdc00 ? 4 : width;
    if (bytes + whole > pieceLength) {
      // A byte order mark at the start counts in the first piece only.
      start = i;
      bytes = 0;
    }
    bytes += width;
  }
  return start === from && text.charCodeAt(from) === code.byteOrderMark ? from + 1 : start;
}
