import { parsePattern } from './parse.ts';
import { compileProgram, findMatch, matchesText, type Program } from './program.ts';

/** A regular expression of Go's regexp package, or the error in it. */
export type Pattern =
  | {
      readonly kind: 'pattern';
      test(text: string): boolean;
      /** Returns at most `most` matches from left to right; all where it is negative. */
      findAll(text: string, most: number): readonly string[];
    }
  /** The message is Go's: ``error parsing regexp: missing closing ): `(` ``. */
  | { readonly kind: 'error'; readonly message: string };

/**
 * Compiles a regular expression in Go's syntax (RE2). A text matches if any part of it does. A test takes time linear
 * in the length of the text. Upstream: Go regexp.Compile, Regexp.MatchString.
 */
export function compilePattern(source: string): Pattern {
  const parsed = parsePattern(source);
  if (parsed.kind === 'error') return { kind: 'error', message: `error parsing regexp: ${parsed.message}` };
  let compiled: Program | undefined;
  const program = () => {
    compiled ??= compileProgram(parsed.node);
    return compiled;
  };
  return {
    kind: 'pattern',
    test: (text) => matchesText(program(), text),
    findAll: (text, most) => allMatches(program(), text, most),
  };
}

/** Upstream: Go regexp.Regexp.FindAllString. */
function allMatches(program: Program, text: string, most: number): readonly string[] {
  const characters = Array.from(text);
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const found: string[] = [];
  let from = 0;
  let previousEnd = -1;
  while (from <= codes.length && (most < 0 || found.length < most)) {
    const match = findMatch(program, codes, from);
    if (match === undefined) break;
    const [begin, end] = match;
    // An empty match directly after another one does not count.
    if (begin !== end || begin !== previousEnd) found.push(characters.slice(begin, end).join(''));
    from = end > from || begin !== end ? end : from + 1;
    if (begin === end && end === from) from++;
    previousEnd = end;
  }
  return found;
}
