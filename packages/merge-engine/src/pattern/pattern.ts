import { parsePattern } from './parse.ts';
import { compileProgram, matchesText, type Program } from './program.ts';

/** A regular expression as Go's regexp package reads it: a test for texts, or why it is none. */
export type Pattern =
  | { readonly kind: 'pattern'; test(text: string): boolean }
  /** In Go's words: ``error parsing regexp: missing closing ): `(` ``. */
  | { readonly kind: 'error'; readonly message: string };

/**
 * Compiles a regular expression of Go's syntax (RE2). A text matches if any part of it does; time grows with the
 * length of the text.
 * Upstream: Go regexp.Compile, Regexp.MatchString.
 */
export function compilePattern(source: string): Pattern {
  const parsed = parsePattern(source);
  if (parsed.kind === 'error') return { kind: 'error', message: `error parsing regexp: ${parsed.message}` };
  let program: Program | undefined;
  return {
    kind: 'pattern',
    test(text) {
      program ??= compileProgram(parsed.node);
      return matchesText(program, text);
    },
  };
}
