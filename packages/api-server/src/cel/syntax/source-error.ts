/** An error at a position of an expression, counted in characters; -1 for none. */
export interface SourceError {
  readonly at: number;
  readonly message: string;
}

const most = 100;

/**
 * Prints errors as the compiler does, in the order of their positions, each with its line and a mark below.
 * Upstream: github.com/google/cel-go common/errors.go ToDisplayString, common/error.go.
 */
export function sourceErrorsText(source: string, errors: readonly SourceError[]): string {
  const lines = source.split('\n').map((line) => Array.from(line));
  const shown = errors
    .slice(0, most)
    .map((error) => ({ error, place: placeOf(lines, error.at) }))
    .sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
    .map(({ error, place }) => errorText(lines[place.line - 1], place, error.message));
  if (errors.length > most) shown.push(`${errors.length - most} more errors were truncated`);
  return shown.join('\n');
}

interface Place {
  /** Counted from 1; -1 for none. */
  readonly line: number;
  /** Counted from 0; -1 for none. */
  readonly column: number;
}

function placeOf(lines: readonly (readonly string[])[], at: number): Place {
  if (at < 0) return { line: -1, column: -1 };
  // The end of an expression without characters stands before its first one.
  if (lines.length === 1 && lines[0]?.length === 0) return { line: 1, column: -1 };
  let before = 0;
  for (const [index, line] of lines.entries()) {
    if (at <= before + line.length) return { line: index + 1, column: at - before };
    before += line.length + 1;
  }
  return { line: lines.length, column: at - before };
}

const longest = 16384;

function errorText(line: readonly string[] | undefined, { line: number, column }: Place, message: string): string {
  const head = `ERROR: <input>:${number}:${column + 1}: ${message}`;
  if (line === undefined || column < 0 || byteCount(line) > longest) return head;
  const before = line.slice(0, Math.max(column, 0)).map((char) => (isWide(char) ? '\uff0e' : '.'));
  const marked = line[column];
  const mark = marked !== undefined && isWide(marked) ? '\uff3e' : '^';
  return `${head}\n | ${line.join('').replaceAll('\t', ' ')}\n | ${before.join('')}${mark}`;
}

function isWide(char: string): boolean {
  return (char.codePointAt(0) ?? 0) >= 0x80;
}

function byteCount(line: readonly string[]): number {
  return line.reduce((sum, char) => sum + (isWide(char) ? 3 : 1), 0);
}
