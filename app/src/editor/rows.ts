import type { Token } from '@managed-fields/source';
import { lineStarts } from '../view/lines.ts';
import type { Spot } from '../view/overlay.ts';

/** One line of the static view. */
export interface Row {
  /** From 0. */
  readonly line: number;
  /** Offsets of the line without its line break. */
  readonly from: number;
  readonly to: number;
  readonly segments: readonly Segment[];
}

/** A stretch of a line that looks the same all along. */
export interface Segment {
  readonly text: string;
  readonly token: Token['kind'] | undefined;
  readonly spot: Spot | undefined;
}

interface Stretch<T> {
  readonly from: number;
  readonly to: number;
  readonly of: T;
}

/** Cuts a text into rows whose segments join again to exactly the text; inner spots win over outer ones. */
export function rows(text: string, tokens: readonly Token[], spots: readonly Spot[]): readonly Row[] {
  const starts = lineStarts(text);
  const inks = tokens.map((token) => ({ from: token.from, to: token.to, of: token.kind }));
  const tints = innermost(spots);
  let ink = 0;
  let tint = 0;
  // A text that ends in a line break has no further line to show.
  const lines = text.endsWith('\n') ? starts.slice(0, -1) : starts;
  return lines.map((from, line) => {
    const next = starts[line + 1];
    const end = next === undefined ? text.length : next - 1;
    const to = text[end - 1] === '\r' ? end - 1 : end;
    const segments: Segment[] = [];
    let at = from;
    while (at < to) {
      while ((inks[ink]?.to ?? Number.POSITIVE_INFINITY) <= at) ink++;
      while ((tints[tint]?.to ?? Number.POSITIVE_INFINITY) <= at) tint++;
      const [stop, token] = stretchAt(inks[ink], at, to);
      const [tintStop, spot] = stretchAt(tints[tint], at, to);
      const until = Math.min(stop, tintStop);
      const part = text.slice(at, until);
      // The indentation of a text over several lines is nobody's.
      const indentation = at === from && spot !== undefined ? part.length - part.trimStart().length : 0;
      if (indentation > 0) segments.push({ text: part.slice(0, indentation), token, spot: undefined });
      if (indentation < part.length) segments.push({ text: part.slice(indentation), token, spot });
      at = until;
    }
    return { line, from, to, segments };
  });
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
