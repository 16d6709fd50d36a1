import { deflateRawSync, gzipSync } from 'node:zlib';
import type { Text } from './segments.ts';

/** A candidate for the dictionary. */
export interface Piece {
  readonly text: string;
  /** The group of the piece. Pieces of a group stay together and keep their order. */
  readonly group: number;
  /**
   * How much the piece shortens the texts. In a dictionary the pieces with most worth stand last, where the distance is
   * smallest.
   */
  readonly worth: number;
}

/** A text with the length that its packed size is compared with. */
export interface Measured extends Text {
  /** The length to compare with. */
  readonly yardstick: number;
}

/** The dictionary of some pieces. */
export function dictionaryOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** Cuts pieces into shorter ones at the start of lines or of words, so that each is judged by itself. */
export function cut(pieces: readonly Piece[], where: 'lines' | 'words'): readonly Piece[] {
  return pieces.flatMap((piece) => {
    const parts: string[] = [];
    for (const part of piece.text.split(boundaries[where])) {
      if ((parts.at(-1)?.length ?? shortest) < shortest) parts.push(`${parts.pop() ?? ''}${part}`);
      else parts.push(part);
    }
    return parts.map((text) => ({ ...piece, text }));
  });
}

const boundaries = {
  // Characters that stand for a line break with the spaces after it.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  lines: /(?=[\n\x02-\x0e])/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  words: /(?=[ \n\x02-\x1f])/,
} as const;

/** Shorter pieces, in characters, are not cut off but stay with what follows. */
const shortest = 9;

/** The number of bytes that a dictionary adds to the download. */
export function gzippedLength(dictionary: string): number {
  return gzipSync(JSON.stringify(dictionary), { level: 9 }).length;
}

/**
 * Removes pieces until the rest has at most `budget` bytes, gzipped. Each round removes the pieces that shorten the
 * texts least for their size. What a piece does for the two families that it helps most does not count, because that is
 * where it was found.
 */
export function pruned(pieces: readonly Piece[], texts: readonly Measured[], budget: number): readonly Piece[] {
  let kept = pieces;
  for (let size = gzippedLength(dictionaryOf(kept)); size > budget; size = gzippedLength(dictionaryOf(kept))) {
    const before = sizesByFamily(dictionaryOf(kept), texts);
    const values = kept.map((piece, index) => {
      const rest = dictionaryOf(kept.filter((_, at) => at !== index));
      const losses = [...sizesByFamily(rest, texts)].map(([family, after]) => after - (before.get(family) ?? 0));
      losses.sort((a, b) => b - a);
      const worth = losses.slice(2).reduce((sum, loss) => sum + loss, 0);
      const cost = Math.max(1, size - gzippedLength(rest));
      return { piece, worth, cost };
    });
    values.sort((a, b) => a.worth / a.cost - b.worth / b.cost);
    const excess = size - budget;
    const leave = new Set<Piece>();
    let saved = 0;
    for (const { piece, worth, cost } of values) {
      if (worth > 0 && (saved >= excess * (excess > 400 ? 0.4 : 1) || leave.size > kept.length * 0.2)) break;
      leave.add(piece);
      saved += cost;
    }
    kept = ordered(
      values.filter(({ piece }) => !leave.has(piece)).map(({ piece, worth }) => ({ ...piece, worth })),
      kept,
    );
  }
  return kept;
}

/** Sorts groups by their worth for each byte, ascending. Within a group the order stays. */
function ordered(pieces: readonly Piece[], before: readonly Piece[]): readonly Piece[] {
  const places = new Map(before.map(({ group, text }, at) => [`${group} ${text}`, at]));
  const groups = new Map<number, { worth: number; length: number }>();
  for (const { group, worth, text } of pieces) {
    const sum = groups.get(group) ?? { worth: 0, length: 0 };
    groups.set(group, { worth: sum.worth + worth, length: sum.length + text.length });
  }
  const density = ({ group }: Piece) => (groups.get(group)?.worth ?? 0) / (groups.get(group)?.length ?? 1);
  const place = ({ group, text }: Piece) => places.get(`${group} ${text}`) ?? 0;
  return pieces.toSorted((a, b) => density(a) - density(b) || a.group - b.group || place(a) - place(b));
}

function sizesByFamily(dictionary: string, texts: readonly Measured[]): Map<string, number> {
  const sizes = new Map<string, number>();
  const bytes = Buffer.from(dictionary);
  for (const { bytes: text, family, weight, yardstick } of texts) {
    const packed = deflateRawSync(text, { level: 7, memLevel: 9, dictionary: bytes }).length;
    sizes.set(family, (sizes.get(family) ?? 0) + (weight * packed) / yardstick);
  }
  return sizes;
}
