import { toUtf8 } from './bytes.ts';
import { dictionaryText } from './data/frozen.ts';

/** The dictionary of codec `d`: the bytes that its data can refer back to. */
export const dictionary: Uint8Array = toUtf8(dictionaryText);

/** The control characters of compact text, in the order of `pieces`. */
const controls =
  '\n\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f';

/**
 * The pieces of text that the control characters stand for. JSON text has no control characters of its own, so each can
 * stand for a piece that scenarios often have. The list never changes, because links of codec `d` are written with it.
 */
const pieces: readonly string[] = [
  '\\n',
  '\\"',
  ...Array.from({ length: 10 }, (_, depth) => `\\n${'  '.repeat(depth + 1)}`),
  '","text":"',
  '","manager":"',
  '","name":"',
  '","note":"',
  '","userAgent":"',
  '"},{"kind":"',
  '\\n"},{"kind":"',
  '\\n"},{"kind":"apply","manager":"',
  '","force":true,"text":"',
  '","object":{"apiVersion":"',
  '","kind":"',
  '"},"text":"',
  '{"version":1,"steps":[{"kind":"',
  '{"version":1,"title":"',
  '","about":"',
  '","steps":[{"kind":"',
  '\\n"}]}',
];

/** Matches all pieces, longer ones first, and pairs of backslashes, after which a piece may not begin. */
const anyPiece = new RegExp(
  ['\\\\', ...pieces]
    .sort((a, b) => b.length - a.length)
    .map((piece) => piece.replaceAll(/[\\[{}]/g, '\\$&'))
    .join('|'),
  'g',
);

/** Shortens a JSON text that JSON.stringify wrote. */
export function compacted(json: string): string {
  return json.replaceAll(anyPiece, (piece) => controls[pieces.indexOf(piece)] ?? piece);
}

/** Restores the text that `compacted` shortened; undefined where it would be longer than `ceiling`, in characters. */
export function expanded(compact: string, ceiling: number): string | undefined {
  let length = compact.length;
  for (const [control] of compact.matchAll(anyControl)) length += pieceOf(control).length - 1;
  return length > ceiling ? undefined : compact.replaceAll(anyControl, pieceOf);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const anyControl = /[\x01-\x1f]/g;

function pieceOf(control: string): string {
  return pieces[controls.indexOf(control)] ?? control;
}
