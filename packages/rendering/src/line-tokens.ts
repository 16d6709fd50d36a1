import { type Token, tokens } from '@managed-fields/source';
import { lineLimits } from './lines.ts';

/** Texts up to this length are cut into tokens whole, in UTF-16 code units. */
const wholeUpTo = 60_000;

/** The tokens of one line, with offsets in the whole text, in order. */
export type TokensOfLine = (line: number) => readonly Token[];

/**
 * Tokens line by line. A long text is read only where it is looked at, so that half a megabyte costs no more than a
 * page: each line by itself, and what follows a block scalar's header as its string. Strings in quotes over several
 * lines, which kubectl does not print, may then get other colours.
 */
export function lineTokens(text: string, starts: readonly number[]): TokensOfLine {
  return text.length <= wholeUpTo ? wholeTokens(text, starts) : lazyTokens(text, starts);
}

function wholeTokens(text: string, starts: readonly number[]): TokensOfLine {
  const all = tokens(text);
  const first: number[] = [];
  let at = 0;
  for (const start of starts) {
    while (at < all.length && (all[at]?.to ?? 0) <= start) at++;
    first.push(at);
  }
  return (line) => {
    const end = starts[line + 1] ?? text.length + 1;
    const found: Token[] = [];
    for (let index = first[line] ?? all.length; index < all.length; index++) {
      const token = all[index];
      if (token === undefined || token.from >= end) break;
      found.push(token);
    }
    return found;
  };
}

function lazyTokens(text: string, starts: readonly number[]): TokensOfLine {
  const known = new Map<number, readonly Token[]>();
  const blocks = blockLines(text, starts);
  return (line) => {
    const before = known.get(line);
    if (before !== undefined) return before;
    const from = starts[line] ?? text.length;
    // Nobody sees more of a line than this.
    const to = Math.min((starts[line + 1] ?? text.length + 1) - 1, from + lineLimits.length);
    const own = text.slice(from, to);
    const found: readonly Token[] =
      blocks[line] === 1
        ? own.trim() === ''
          ? []
          : [{ kind: 'string', from: from + (own.length - own.trimStart().length), to }]
        : tokens(own).map((token) => ({ ...token, from: token.from + from, to: token.to + from }));
    known.set(line, found);
    return found;
  };
}

/** The header of a block scalar, after the key or dash that it belongs to. Its time grows with the square of the line. */
const blockHeader = /(?:^|[:-]\s+)[|>][-+0-9]*\s*(?:#.*)?$/;
const longestHeader = 1000;

/** Which lines belong to a block scalar: those after its header that are indented deeper than the line of the header. */
function blockLines(text: string, starts: readonly number[]): Uint8Array {
  const blocks = new Uint8Array(starts.length);
  let deeperThan = -1;
  for (const [line, from] of starts.entries()) {
    const own = text.slice(from, (starts[line + 1] ?? text.length + 1) - 1);
    const body = own.trimStart();
    const indent = own.length - body.length;
    if (deeperThan >= 0 && (body === '' || indent > deeperThan)) {
      blocks[line] = 1;
      continue;
    }
    deeperThan = body.length <= longestHeader && blockHeader.test(body) ? indent : -1;
  }
  return blocks;
}
