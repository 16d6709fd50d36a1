import { code } from './characters.ts';

/** Characters that YAML 1.1 does not allow in a text, escaped in quotes or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it looks for
const forbidden = /[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/g;

/** Where a text stops being readable. */
export interface Forbidden {
  /** The place of the character. */
  readonly at: number;
  /** From here on nothing can be read: upstream decodes a text in pieces of 512 bytes, each as a whole. */
  readonly limit: number;
}

/**
 * Finds the first character that may not stand in a YAML text.
 * Upstream: go.yaml.in/yaml/v2 readerc.go yaml_parser_update_buffer.
 */
export function findForbidden(text: string, from: number, to: number): Forbidden | undefined {
  forbidden.lastIndex = from;
  const at = forbidden.exec(text)?.index;
  if (at === undefined || at >= to) return undefined;
  return { at, limit: startOfPiece(text, from, at) };
}

const pieceLength = 512;

function startOfPiece(text: string, from: number, at: number): number {
  let start = from;
  let bytes = 0;
  for (let i = from; i <= at; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair counts for two of the four bytes; pieces are not cut between them.
    const width = unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
    const whole = unit >= 0xd800 && unit < 0xdc00 ? 4 : width;
    if (bytes + whole > pieceLength) {
      // A byte order mark in front takes room in the first piece only.
      start = i;
      bytes = 0;
    }
    bytes += width;
  }
  return start === from && text.charCodeAt(from) === code.byteOrderMark ? from + 1 : start;
}
