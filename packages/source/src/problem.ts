import type { TextRange } from './range.ts';
import type { Composed } from './yaml/compose.ts';
import type { Failure } from './yaml/failure.ts';

/** A problem of a text with its range. */
export interface Problem extends TextRange {
  readonly code: ProblemCode;
  /** The reader's message, where it has one. */
  readonly message: string;
  /** A document with an error has no value. Warnings are what strict field validation refuses. */
  readonly severity: 'error' | 'warning' | 'info';
}

/** The type of a problem. */
export type ProblemCode = Failure['code'] | 'duplicate-key' | 'non-string-key' | 'separator' | 'too-large' | 'too-many';

/** The most problems of one code that are reported. */
const mostOfKind = 100;

/** The problems of a document that was read, in their order. */
export function problemsOf(composed: Composed, text: string): readonly Problem[] {
  if (composed.kind === 'failure') {
    const { code, message } = composed.failure;
    return [{ code, message, severity: 'error', ...visible(composed.failure, text) }];
  }
  const duplicates = composed.duplicates.slice(0, mostOfKind).map(
    ({ message, from, to }): Problem => ({
      code: 'duplicate-key',
      message: message.replace(/^line \d+: /, ''),
      from,
      to,
      severity: 'warning',
    }),
  );
  const oddKeys = composed.oddKeys.slice(0, mostOfKind).map(
    ({ name, from, to }): Problem => ({
      code: 'non-string-key',
      message: `this key becomes the string ${JSON.stringify(name)}`,
      from,
      to,
      severity: 'info',
    }),
  );
  return [...duplicates, ...oddKeys].sort((a, b) => a.from - b.from);
}

/** A range of at least one character, so that a marker can be seen; empty only in an empty text. */
function visible({ from, to }: TextRange, text: string): TextRange {
  if (from < to && to <= text.length) return { from, to };
  const start = Math.min(from, Math.max(text.length - 1, 0));
  return { from: start, to: Math.min(start + 1, text.length) };
}
