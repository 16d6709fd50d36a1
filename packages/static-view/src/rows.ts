import type { Token } from '@managed-fields/source';
import { cutAt, lineLimits } from './line-limits.ts';
import { lineTokens, type TokensOfLine } from './line-tokens.ts';
import { lineStarts } from './lines.ts';
import type { Spot } from './overlay.ts';

/** One line of the static view. */
export interface Row {
  /** From 0. */
  readonly line: number;
  /** Offsets of the line without its line break. */
  readonly from: number;
  readonly to: number;
  readonly segments: readonly Segment[];
  /** How many UTF-16 code units at its end are in no segment, because the line is too long to be drawn. */
  readonly rest: number;
}

/** A stretch of a line that looks the same all along. */
export interface Segment {
  readonly text: string;
  readonly token: Token['kind'] | undefined;
  readonly spot: Spot | undefined;
  /** Stands out from the rest of the line. */
  readonly strong?: true;
}

interface Stretch<T> {
  readonly from: number;
  readonly to: number;
  readonly of: T;
}

/** The rows of a text, each made when it is first asked for. */
export interface Rows {
  readonly count: number;
  /** Whether all rows together are few and light enough to be drawn at once. */
  readonly light: boolean;
  /** The row of a line that the text has; the same object each time. */
  at(line: number): Row;
}

/** What a text may have at most to be drawn at once: rows, and what stands in them. */
const lightUpTo = { rows: 1500, length: 60_000, spots: 6000, tokens: 12_000 } as const;

/**
 * Cuts a text into rows whose segments join again to exactly the text, except for the ends of lines beyond `lineLimits`;
 * inner spots win over outer ones.
 */
export function rows(text: string, spots: readonly Spot[], tokensOf?: TokensOfLine): Rows {
  const starts = lineStarts(text);
  const inksOf = tokensOf ?? lineTokens(text, starts);
  const tints = innermost(spots);
  const made = new Map<number, Row>();
  // A text that ends in a line break has no further line to show.
  const count = text.endsWith('\n') ? starts.length - 1 : starts.length;
  return {
    count,
    get light() {
      return (
        count <= lightUpTo.rows &&
        text.length <= lightUpTo.length &&
        spots.length <= lightUpTo.spots &&
        tokenCount(inksOf, count) <= lightUpTo.tokens
      );
    },
    at: (line) => {
      const known = made.get(line);
      if (known !== undefined) return known;
      const row = rowOf(text, starts, line, inksOf(line), tints);
      made.set(line, row);
      return row;
    },
  };
}

function tokenCount(inksOf: TokensOfLine, lines: number): number {
  let found = 0;
  for (let line = 0; line < lines; line++) found += inksOf(line).length;
  return found;
}

function rowOf(
  text: string,
  starts: readonly number[],
  line: number,
  tokens: readonly Token[],
  tints: readonly Stretch<Spot>[],
): Row {
  const from = starts[line] ?? text.length;
  const next = starts[line + 1];
  const end = next === undefined ? text.length : next - 1;
  const to = text[end - 1] === '\r' ? end - 1 : end;
  const drawnTo = cutAt(text, from, to, lineLimits.length);
  const inks = tokens
    .slice(0, lineLimits.segments)
    .map((token) => ({ from: token.from, to: token.to, of: token.kind }));
  const segments: Segment[] = [];
  let ink = 0;
  let tint = firstAfter(tints, from);
  let at = from;
  while (at < drawnTo) {
    if (segments.length >= lineLimits.segments) {
      segments.push({ text: text.slice(at, drawnTo), token: undefined, spot: undefined });
      break;
    }
    while ((inks[ink]?.to ?? Number.POSITIVE_INFINITY) <= at) ink++;
    while ((tints[tint]?.to ?? Number.POSITIVE_INFINITY) <= at) tint++;
    const [stop, token] = stretchAt(inks[ink], at, drawnTo);
    const [tintStop, spot] = stretchAt(tints[tint], at, drawnTo);
    const until = Math.min(stop, tintStop);
    const part = text.slice(at, until);
    // The indentation of a text over several lines is nobody's.
    const indentation = at === from && spot !== undefined ? part.length - part.trimStart().length : 0;
    if (indentation > 0) segments.push({ text: part.slice(0, indentation), token, spot: undefined });
    if (indentation < part.length) segments.push({ text: part.slice(indentation), token, spot });
    at = until;
  }
  return { line, from, to, segments, rest: to - drawnTo };
}

/** The first stretch that ends after an offset. */
function firstAfter(stretches: readonly Stretch<unknown>[], offset: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.to ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The row with a part of it, in columns from its beginning, standing out. */
export function withStrong(row: Row, { from, to }: { readonly from: number; readonly to: number }): Row {
  let at = 0;
  const segments = row.segments.flatMap((segment): readonly Segment[] => {
    const start = at;
    at += segment.text.length;
    const [head, tail] = [Math.max(from - start, 0), Math.max(to - start, 0)];
    return [
      { ...segment, text: segment.text.slice(0, head) },
      { ...segment, text: segment.text.slice(head, tail), strong: true as const },
      { ...segment, text: segment.text.slice(Math.max(head, tail)) },
    ].filter(({ text }) => text !== '');
  });
  return { ...row, segments };
}

/** Up to where the same stretch, or the same lack of one, goes on from an offset. */
function stretchAt<T>(stretch: Stretch<T> | undefined, at: number, end: number): readonly [number, T | undefined] {
  if (stretch === undefined || stretch.from >= end) return [end, undefined];
  return stretch.from > at ? [stretch.from, undefined] : [Math.min(stretch.to, end), stretch.of];
}

/** Spots as stretches that do not overlap. */
function innermost(spots: readonly Spot[]): readonly Stretch<Spot>[] {
  const sorted = [...spots].sort((a, b) => a.from - b.from || b.to - a.to);
  const stretches: Stretch<Spot>[] = [];
  const open: Spot[] = [];
  let at = 0;
  const upTo = (offset: number) => {
    for (let top = open.at(-1); top !== undefined && at < offset; top = open.at(-1)) {
      const to = Math.min(top.to, offset);
      if (to > at) stretches.push({ from: at, to, of: top });
      at = Math.max(at, to);
      if (top.to > offset) break;
      open.pop();
    }
  };
  for (const spot of sorted) {
    upTo(spot.from);
    at = Math.max(at, spot.from);
    open.push(spot);
  }
  upTo(Number.POSITIVE_INFINITY);
  return stretches;
}
