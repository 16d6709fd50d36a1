import { parsePattern } from './parse.ts';
import { compileProgram, findMatch, matchesText, type Program } from './program.ts';

/** A regular expression as Go's regexp package reads it: a test for texts, or why it is none. */
export type Pattern =
  | {
      readonly kind: 'pattern';
      test(text: string): boolean;
      /** The parts that match, one behind the other, at most so many; all where the number is negative. */
      findAll(text: string, most: number): readonly string[];
    }
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
    // An empty match right behind another does not count.
    if (begin !== end || begin !== previousEnd) found.push(characters.slice(begin, end).join(''));
    from = end > from || begin !== end ? end : from + 1;
    if (begin === end && end === from) from++;
    previousEnd = end;
  }
  return found;
}
