import { visibleText } from '@managed-fields/foreign-text';
import type { AnnotatedText } from '@managed-fields/player';
import type { Token } from '@managed-fields/source';
import { lineTokens, type TokensOfLine } from './line-tokens.ts';
import { cutAt, lineAt, lineLimits, lineStarts } from './lines.ts';
import { type Bar, type Box, type Hint, lanesOf, type Overlay, type Spot } from './overlay.ts';

/** Everything that is drawn of a text, as plain data. HTML, React, Monaco and SVG are made from it. */
export interface Drawing {
  readonly text: string;
  /** Who owns what, with its overlay; both or neither. */
  readonly annotated: AnnotatedText | undefined;
  readonly overlay: Overlay | undefined;
  /** How many lines the text has. */
  readonly count: number;
  /** Whether all lines together are few and light enough to be drawn at once. */
  readonly light: boolean;
  /** How many lanes of the gutter have bars. */
  readonly lanes: number;
  /** The line of a number from 0 that the text has, made when it is first asked for; the same object each time. */
  at(line: number): Line;
}

/** One line as it is drawn. */
export interface Line {
  /** From 0. */
  readonly line: number;
  /** Offsets of the line without its line break. */
  readonly from: number;
  readonly to: number;
  /** The field that the line is about, as an index into the text's fields. */
  readonly field: number | undefined;
  /** The text of the line. Joined, it is exactly that, except for the end of a line beyond `lineLimits`. */
  readonly runs: readonly Run[];
  /** How many UTF-16 code units at its end are in no run, because the line is too long to be drawn. */
  readonly rest: number;
  readonly bars: readonly LineBar[];
  readonly boxes: readonly LineBox[];
  readonly hint: Hint | undefined;
}

/** The part of a bar on one line; `first` is where its letter stands. */
export interface LineBar extends Bar {
  readonly first: boolean;
}

/** The part of a box on one line; `first` and `last` are where its edges are. */
export interface LineBox extends Box {
  readonly first: boolean;
  readonly last: boolean;
}

/** A stretch of a line that has one tint, or none. */
export interface Run {
  readonly spot: Spot | undefined;
  readonly segments: readonly Segment[];
}

/** A stretch of a line that looks the same all along. */
export interface Segment {
  readonly text: string;
  readonly ink: Ink | undefined;
  /** Stands out from the rest of the line. */
  readonly strong?: true;
}

/** The colours of words; `soft` is for punctuation and the like. */
export type Ink = 'key' | 'string' | 'number' | 'comment' | 'soft';

/** Which colour each kind of token has. */
const inks: Readonly<Record<Token['kind'], Ink | undefined>> = {
  key: 'key',
  string: 'string',
  number: 'number',
  bool: 'number',
  null: 'number',
  comment: 'comment',
  punctuation: 'soft',
  anchor: 'soft',
  alias: 'soft',
  tag: 'soft',
  document: 'soft',
  directive: 'soft',
  block: 'soft',
  invalid: undefined,
};

interface Stretch<T> {
  readonly from: number;
  readonly to: number;
  readonly of: T;
}

/**
 * What a text may have at most to be drawn whole: lines, and what stands in them; `names` are UTF-16 code units of the
 * numbers by which characters are shown that draw nothing.
 */
const lightUpTo = { lines: 1500, length: 60_000, spots: 6000, tokens: 12_000, names: 10_000 } as const;

/** What is drawn of a text beside its words. */
export interface Drawn {
  readonly annotated?: AnnotatedText | undefined;
  readonly overlay?: Overlay | undefined;
  /** In place of the tokens of YAML, for a place that colours words by itself. */
  readonly tokensOf?: TokensOfLine;
}

/** Cuts a text into lines, and each line into what looks the same; inner spots win over outer ones. */
export function drawing(text: string, { annotated, overlay, tokensOf }: Drawn = {}): Drawing {
  const starts = lineStarts(text);
  const tokensOfLine = tokensOf ?? lineTokens(text, starts);
  const spots = overlay?.spots ?? [];
  const tints = innermost(spots);
  const made = new Map<number, Line>();
  // A text that ends in a line break has no further line to show.
  const count = text.endsWith('\n') ? starts.length - 1 : starts.length;
  const { bars, boxes, hints } = byLine(overlay, count);
  let light: boolean | undefined;
  return {
    text,
    annotated,
    overlay,
    count,
    get light() {
      light ??=
        count <= lightUpTo.lines &&
        text.length <= lightUpTo.length &&
        spots.length <= lightUpTo.spots &&
        visibleText(text).length - text.length <= lightUpTo.names &&
        tokenCount(tokensOfLine, count) <= lightUpTo.tokens;
      return light;
    },
    lanes: overlay === undefined ? 0 : lanesOf(overlay),
    at: (line) => {
      const known = made.get(line);
      if (known !== undefined) return known;
      const one = {
        line,
        field: overlay?.fieldOfLine[line],
        ...wordsOf(text, starts, line, tokensOfLine(line), tints),
        bars: bars[line] ?? [],
        boxes: boxes[line] ?? [],
        hint: hints.get(line),
      };
      made.set(line, one);
      return one;
    },
  };
}

/** What an overlay draws, line by line. */
function byLine(overlay: Overlay | undefined, count: number) {
  const bars: LineBar[][] = [];
  const boxes: LineBox[][] = [];
  for (const bar of overlay?.bars ?? []) {
    for (let line = bar.fromLine; line <= bar.toLine && line < count; line++) {
      bars[line] ??= [];
      bars[line]?.push({ ...bar, first: line === bar.fromLine });
    }
  }
  for (const box of overlay?.boxes ?? []) {
    for (let line = box.fromLine; line <= box.toLine && line < count; line++) {
      boxes[line] ??= [];
      const own = boxes[line] ?? [];
      if (own.length >= lineLimits.boxes) continue;
      own.push({ ...box, first: line === box.fromLine, last: line === box.toLine });
    }
  }
  return { bars, boxes, hints: new Map((overlay?.hints ?? []).map((hint) => [hint.line, hint])) };
}

function tokenCount(tokensOf: TokensOfLine, lines: number): number {
  let found = 0;
  for (let line = 0; line < lines; line++) found += tokensOf(line).length;
  return found;
}

/** The words of a line with its tints. */
function wordsOf(
  text: string,
  starts: readonly number[],
  line: number,
  tokens: readonly Token[],
  tints: readonly Stretch<Spot>[],
): Pick<Line, 'from' | 'to' | 'runs' | 'rest'> {
  const from = starts[line] ?? text.length;
  const next = starts[line + 1];
  const end = next === undefined ? text.length : next - 1;
  const to = text[end - 1] === '\r' ? end - 1 : end;
  const drawnTo = cutAt(text, from, to, lineLimits.length);
  const words = tokens
    .slice(0, lineLimits.segments)
    .map((token) => ({ from: token.from, to: token.to, of: inks[token.kind] }));
  const runs: { readonly spot: Spot | undefined; readonly segments: Segment[] }[] = [];
  let count = 0;
  const add = (part: string, ink: Ink | undefined, spot: Spot | undefined) => {
    count++;
    const last = runs.at(-1);
    if (last !== undefined && last.spot === spot) last.segments.push({ text: part, ink });
    else runs.push({ spot, segments: [{ text: part, ink }] });
  };
  let word = 0;
  let tint = firstAfter(tints, from);
  let at = from;
  while (at < drawnTo) {
    if (count >= lineLimits.segments) {
      add(text.slice(at, drawnTo), undefined, undefined);
      break;
    }
    while ((words[word]?.to ?? Number.POSITIVE_INFINITY) <= at) word++;
    while ((tints[tint]?.to ?? Number.POSITIVE_INFINITY) <= at) tint++;
    const [stop, ink] = stretchAt(words[word], at, drawnTo);
    const [tintStop, spot] = stretchAt(tints[tint], at, drawnTo);
    const until = Math.min(stop, tintStop);
    const part = text.slice(at, until);
    // The indentation of a text over several lines is nobody's.
    const indentation = at === from && spot !== undefined ? part.length - part.trimStart().length : 0;
    if (indentation > 0) add(part.slice(0, indentation), ink, undefined);
    if (indentation < part.length) add(part.slice(indentation), ink, spot);
    at = until;
  }
  return { from, to, runs, rest: to - drawnTo };
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

/** The text of a line as far as it is drawn. */
export function textOfLine({ runs }: Line): string {
  return runs.flatMap(({ segments }) => segments.map(({ text }) => text)).join('');
}

/** The line with a part of it, in columns from its beginning, standing out. */
export function withStrong(line: Line, { from, to }: { readonly from: number; readonly to: number }): Line {
  let at = 0;
  const split = (segment: Segment): readonly Segment[] => {
    const start = at;
    at += segment.text.length;
    const [head, tail] = [Math.max(from - start, 0), Math.max(to - start, 0)];
    return [
      { ...segment, text: segment.text.slice(0, head) },
      { ...segment, text: segment.text.slice(head, tail), strong: true as const },
      { ...segment, text: segment.text.slice(Math.max(head, tail)) },
    ].filter(({ text }) => text !== '');
  };
  return { ...line, runs: line.runs.map(({ spot, segments }) => ({ spot, segments: segments.flatMap(split) })) };
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

/** The lines of managedFields, both ends included; undefined where there is nothing to fold. */
export function foldedLines(
  annotated: AnnotatedText | undefined,
): { readonly from: number; readonly to: number } | undefined {
  const range = annotated?.managedFields;
  if (annotated === undefined || range === undefined) return undefined;
  const starts = lineStarts(annotated.text);
  let end = range.to;
  while (end > range.from && annotated.text[end - 1] === '\n') end--;
  const from = lineAt(starts, range.from);
  const to = lineAt(starts, Math.max(range.from, end - 1));
  return to > from ? { from, to } : undefined;
}
