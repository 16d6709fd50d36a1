import type { Problem, TextRange } from '@managed-fields/scenario';
import { scalarText } from './scalar-text.ts';

/** An error of a compiler of expressions, with its line from 1 and its column from 0 in characters. */
interface CompileError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The line that the compiler shows; empty where it shows none. */
  readonly shown: string;
}

/**
 * The places of the errors that a message of the server tells of an expression: `compilation failed: ERROR: <input>:1:8:
 * undeclared reference to 'a'`, or of each kind that a policy is about: `apps/v1, Kind=Deployment: ERROR: …`. Undefined where it tells none, or where the expression is not the one in the text.
 * `value` is the expression, `range` where it is written.
 * Upstream: github.com/google/cel-go common/error.go ToDisplayString, which prints them.
 */
export function expressionPlaces(
  text: string,
  range: TextRange,
  value: string,
  message: string,
): readonly Pick<Problem, 'message' | 'from' | 'to'>[] | undefined {
  const errors = compileErrors(message);
  if (errors.length === 0) return undefined;
  const { content, offsets } = scalarText(text, range);
  if (content.trimEnd() !== value.trimEnd()) return undefined;
  const end = offsets[content.trimEnd().length] ?? range.to;
  const found = errors.map((error) => {
    const unit = unitOf(value, error);
    if (unit === undefined) return undefined;
    const length = lengthAt(value, unit);
    const from = Math.min(offsets[unit] ?? end, Math.max(end - 1, range.from));
    const last = offsets[unit + length - 1] ?? from;
    return { message: error.message, from, to: Math.max(from, Math.min(last, end - 1)) + 1 };
  });
  return found.every((each) => each !== undefined) ? found : undefined;
}

function compileErrors(message: string): readonly CompileError[] {
  const lines = message.split('\n');
  return lines.flatMap((line, index): readonly CompileError[] => {
    const [, kind = '', number, column, words] =
      /^(?:.*compilation failed: |(\S+, Kind=\w+: ))?ERROR: <input>:(\d+):(\d+): (.*)$/.exec(line) ?? [];
    if (words === undefined) return [];
    const next = lines[index + 1] ?? '';
    const shown = next.startsWith(' | ') ? next.slice(3) : '';
    return [{ line: Number(number), column: Number(column) - 1, message: kind + words, shown }];
  });
}

/**
 * Where in an expression an error is, in UTF-16 code units. The server compiles some expressions without the blanks around
 * them: the line that it shows tells which.
 */
function unitOf(value: string, { line, column, shown }: CompileError): number | undefined {
  for (const skipped of [0, value.length - value.trimStart().length]) {
    const lines = value.slice(skipped).trimEnd().split('\n');
    const own = lines[line - 1];
    if (own === undefined || (shown !== '' && own.replaceAll('\t', ' ').trimEnd() !== shown.trimEnd())) continue;
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, skipped);
    return before + [...own].slice(0, column).join('').length;
  }
  return undefined;
}

/** The length of the name, number or sign at a place; a dot has the name behind it. */
function lengthAt(value: string, unit: number): number {
  return /^(?:[.?]*\w+|[\ud800-\udbff][\udc00-\udfff]|.)/s.exec(value.slice(unit))?.[0].length ?? 1;
}
