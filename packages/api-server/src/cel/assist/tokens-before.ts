import type { SourceError } from '../syntax/source-error.ts';
import { type Token, tokensOf } from '../syntax/tokens.ts';

/** A token with its place in the text of the expression, in UTF-16 code units. */
export interface PlacedToken extends Pick<Token, 'kind' | 'text'> {
  readonly from: number;
  readonly to: number;
}

/** A bracket that is open at a place of an expression. */
export interface OpenBracket {
  readonly sign: string;
  /** The index of its token. */
  readonly at: number;
  /** The arguments, items or fields before the one at the place, as ranges of tokens. */
  readonly before: (readonly [from: number, to: number])[];
  /** The index of the first token of the one at the place. */
  from: number;
  /** For the brace of a type such as `Object.spec{`: its name. */
  readonly struct: string | undefined;
  /** The field of such a type whose value stands at the place. */
  field: string | undefined;
}

/** What stands before a place of an expression that may be incomplete. */
export interface PlaceInExpression {
  /** `text`: inside of quotes, which begin at `from`; `comment`: in one; `code`: elsewhere. */
  readonly kind: 'code' | 'text' | 'comment';
  /** The tokens before the word at the place. */
  readonly tokens: readonly PlacedToken[];
  /** The brackets that are open, outer ones first. */
  readonly open: readonly OpenBracket[];
  /** The word around the place, or what stands inside of the quotes. */
  readonly from: number;
  readonly to: number;
}

/** Splits an expression into tokens with their places; what is none is left out, and told by where it begins. */
export function placedTokens(source: string): { tokens: readonly PlacedToken[]; wrong: readonly number[] } {
  const errors: SourceError[] = [];
  const found = tokensOf(source, errors);
  const units: number[] = [];
  let unit = 0;
  for (const character of source) {
    units.push(unit);
    unit += character.length;
  }
  const placeOf = (at: number) => units[at] ?? source.length;
  const tokens = found.slice(0, -1).map(({ kind, text, at }) => {
    const from = placeOf(at);
    return { kind, text, from, to: from + text.length };
  });
  return { tokens, wrong: errors.map(({ at }) => placeOf(at)) };
}

const wordBefore = /[A-Za-z_]\w*$/;
const wordAfter = /^\w*/;

/** Looks at what stands before a place of an expression. */
export function placeIn(source: string, offset: number): PlaceInExpression {
  const before = source.slice(0, offset);
  const word = wordBefore.exec(before)?.[0] ?? '';
  const rest = wordAfter.exec(source.slice(offset))?.[0] ?? '';
  const from = offset - word.length;
  const { tokens: all, wrong } = placedTokens(before);
  const tokens = all.filter(({ to }) => to <= from);
  const end = all.at(-1)?.to ?? 0;
  const unclosed = wrong.find((at) => at >= end && /^(?:[bB]?[rR]?|[rR]?[bB]?)["']/.test(before.slice(at)));
  if (unclosed !== undefined) {
    const quotes = /^[a-zA-Z]*(?:"""|'''|["'])/.exec(before.slice(unclosed))?.[0].length ?? 1;
    const inside = all.filter(({ to }) => to <= unclosed);
    return { kind: 'text', tokens: inside, open: openBrackets(inside), from: unclosed + quotes, to: offset };
  }
  const isComment = before.slice(end).split('\n').at(-1)?.includes('//') === true;
  return {
    kind: isComment ? 'comment' : 'code',
    tokens,
    open: openBrackets(tokens),
    from,
    to: offset + rest.length,
  };
}

const closing: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

function openBrackets(tokens: readonly PlacedToken[]): readonly OpenBracket[] {
  const open: OpenBracket[] = [];
  for (const [index, { kind }] of tokens.entries()) {
    const top = open.at(-1);
    if (kind === '(' || kind === '[' || kind === '{') {
      const struct = kind === '{' ? nameBefore(tokens, index) : undefined;
      open.push({ sign: kind, at: index, before: [], from: index + 1, struct, field: undefined });
    } else if (closing.get(kind) !== undefined) {
      if (top?.sign === closing.get(kind)) open.pop();
    } else if (kind === ',' && top !== undefined) {
      top.before.push([top.from, index]);
      top.from = index + 1;
      top.field = undefined;
    } else if (kind === ':' && top?.struct !== undefined) {
      top.field ??= tokens[index - 1]?.text;
    }
  }
  return open;
}

/** The name of a type that ends right before a token: `Object.spec`. */
function nameBefore(tokens: readonly PlacedToken[], index: number): string | undefined {
  if (tokens[index - 1]?.kind !== 'IDENTIFIER') return undefined;
  let from = index - 1;
  while (tokens[from - 1]?.kind === '.' && tokens[from - 2]?.kind === 'IDENTIFIER') from -= 2;
  return tokens
    .slice(from, index)
    .map(({ text }) => text)
    .join('');
}

const opening: ReadonlySet<string> = new Set(closing.values());

/** The index of the first token of the operand that ends with a token: of `a.b[c].d(e)` in `x + a.b[c].d(e)`. */
export function operandStart(tokens: readonly PlacedToken[], end: number): number {
  let at = end;
  for (;;) {
    const wanted = closing.get(tokens[at]?.kind ?? '');
    if (wanted !== undefined) {
      let depth = 0;
      for (; at >= 0; at--) {
        const { kind = '' } = tokens[at] ?? {};
        if (closing.has(kind)) depth++;
        if (opening.has(kind) && --depth === 0) break;
      }
      // What stands before a call, an index or the braces of a type belongs to it.
      const { kind = '' } = tokens[at - 1] ?? {};
      const belongs = kind === 'IDENTIFIER' || (tokens[at]?.kind === '[' && (closing.has(kind) || kind === 'STRING'));
      if (belongs) {
        at--;
        continue;
      }
    }
    const optional = tokens[at - 1]?.kind === '?' && tokens[at - 2]?.kind === '.';
    const dot = optional ? at - 2 : at - 1;
    if (tokens[dot]?.kind !== '.' || dot < 1) return Math.max(at, 0);
    at = dot - 1;
  }
}
