/** The control characters of compact text, in the order of what they stand for. */
const controls =
  '\n\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f';

/**
 * What the control characters stand for: JSON text has none of its own, so each can mean a piece that scenarios repeat.
 * Never changed: links of codec `d` are written in it.
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

/** Finds all pieces, the longer before the shorter, and pairs of backslashes, which hide what follows. */
const anyPiece = new RegExp(
  ['\\\\', ...pieces]
    .sort((a, b) => b.length - a.length)
    .map((piece) => piece.replaceAll(/[\\[{}]/g, '\\$&'))
    .join('|'),
  'g',
);

/** JSON text, as JSON.stringify writes it, in fewer characters. */
export function compacted(json: string): string {
  return json.replaceAll(anyPiece, (piece) => controls[pieces.indexOf(piece)] ?? piece);
}

/** What `compacted` was given, or undefined where it would have more characters than the ceiling allows. */
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
