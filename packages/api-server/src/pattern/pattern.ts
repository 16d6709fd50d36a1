import { parsePattern } from './parse.ts';
import { compileProgram, type FoundMatch, findMatch, matchesText, type Program } from './program.ts';

/** A regular expression of Go's regexp package, or the error in it. */
export type Pattern =
  | {
      readonly kind: 'pattern';
      test(text: string): boolean;
      /** Returns at most `most` matches from left to right; all where it is negative. */
      findAll(text: string, most: number): readonly string[];
      /** Returns all matches with their groups, from left to right, without overlap. */
      findEach(text: string): readonly PatternMatch[];
      /** The same, but of matches that begin at one place the longest, as POSIX has it, and without their groups. */
      findLongest(text: string): readonly Range[];
    }
  /** The message is Go's: ``error parsing regexp: missing closing ): `(` ``. */
  | { readonly kind: 'error'; readonly message: string };

/** A range of a text, in offsets of UTF-16. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The range of a match, and of each group, from group 1 on; undefined for a group that took no part. */
export interface PatternMatch extends Range {
  readonly groups: readonly (Range | undefined)[];
}

/**
 * Compiles a regular expression in Go's syntax (RE2). A text matches if any part of it does. A test takes time linear
 * in the length of the text. Upstream: Go regexp.Compile, Regexp.MatchString.
 *
 * @example
 * ```js
 * import { compilePattern } from '@managed-fields/api-server/pattern';
 *
 * const pattern = compilePattern('^[a-z]+(?:-[0-9]+)?$');
 * if (pattern.kind === 'error') throw new Error(pattern.message);
 * console.log(pattern.test('web-1'), pattern.test('Web'));
 * const wrong = compilePattern('(?=a)');
 * if (wrong.kind === 'error') console.log(wrong.message);
 * ```
 * ```text
 * true false
 * error parsing regexp: invalid or unsupported Perl syntax: `(?=`
 * ```
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
    findEach: (text) => matchesWithGroups(program(), text),
    findLongest: (text) => matchesWithGroups(program(), text, true).map(({ from, to }) => ({ from, to })),
  };
}

/** Upstream: Go regexp.Regexp.FindAllStringSubmatchIndex. */
function matchesWithGroups(program: Program, text: string, longest = false): readonly PatternMatch[] {
  const characters = Array.from(text);
  const offsets: number[] = [0];
  for (const [index, character] of characters.entries()) offsets.push((offsets[index] ?? 0) + character.length);
  const range = (begin: number, end: number) => ({ from: offsets[begin] ?? 0, to: offsets[end] ?? 0 });
  return matchesIn(program, codesOf(characters), -1, longest).map(({ begin, end, saved }) => {
    const groups = Array.from({ length: Math.ceil(saved.length / 2) }, (_, index) => {
      const [first, last] = [saved[2 * index], saved[2 * index + 1]];
      return first === undefined || last === undefined ? undefined : range(first, last);
    });
    return { ...range(begin, end), groups };
  });
}

/** Upstream: Go regexp.Regexp.FindAllString. */
function allMatches(program: Program, text: string, most: number): readonly string[] {
  const characters = Array.from(text);
  return matchesIn(program, codesOf(characters), most).map(({ begin, end }) => characters.slice(begin, end).join(''));
}

function codesOf(characters: readonly string[]): readonly number[] {
  return characters.map((character) => character.codePointAt(0) ?? 0);
}

/** At most `most` matches from left to right; all where it is negative. Upstream: Go regexp.Regexp.allMatches. */
function matchesIn(program: Program, codes: readonly number[], most: number, longest = false): readonly FoundMatch[] {
  const found: FoundMatch[] = [];
  let from = 0;
  let previousEnd = -1;
  while (from <= codes.length && (most < 0 || found.length < most)) {
    const match = findMatch(program, codes, from, longest);
    if (match === undefined) break;
    const { begin, end } = match;
    // An empty match directly after another one does not count.
    if (begin !== end || begin !== previousEnd) found.push(match);
    from = end > from || begin !== end ? end : from + 1;
    if (begin === end && end === from) from++;
    previousEnd = end;
  }
  return found;
}
