import type { AnnotatedText, FieldView, Unowned } from '@managed-fields/player';
import type { TextRange } from '@managed-fields/scenario';
import { columns, lineAt, lineLimits, lineStarts } from './lines.ts';
import type { Mark, Palette } from './palette.ts';

/** What is drawn over a text, as plain data. Lines count from 0. */
export interface Overlay {
  readonly bars: readonly Bar[];
  readonly spots: readonly Spot[];
  readonly boxes: readonly Box[];
  readonly hints: readonly Hint[];
  /** The field that a line is about: the innermost one that begins there, else the one that goes on there. */
  readonly fieldOfLine: readonly (number | undefined)[];
}

/** A bar in the gutter over consecutive lines, `toLine` included. */
export interface Bar {
  readonly fromLine: number;
  readonly toLine: number;
  /** 0 to 2, from the left. */
  readonly lane: number;
  readonly mark: Mark;
  /** How many more owners these lines have than there are lanes; said on the last lane. */
  readonly more: number;
}

/**
 * A range of one field: its key and value (a leaf), its key (a map or list), the dash of an item that holds fields, so
 * that its owners are not taken for those of its first field. Tinted where it has owners.
 */
export interface Spot extends TextRange {
  /** Index into the text's fields. */
  readonly field: number;
  /** The owners' marks, at most two for drawing; none for a field that nobody set. */
  readonly marks: readonly Mark[];
  /** Why nobody owns it, where that is known. */
  readonly nobody?: Unowned;
  /** Whether admission wrote the value, whoever owns it. */
  readonly admitted?: true;
  /** Not of the managers that the legend picked. */
  readonly faded: boolean;
}

/** A box round an atomic whole, `toLine` included; column and width in monospaced columns. */
export interface Box {
  readonly field: number;
  readonly fromLine: number;
  readonly toLine: number;
  readonly column: number;
  readonly width: number;
  readonly mark: Mark;
}

/** Words after a line, as a code and the field that they are about. */
export interface Hint {
  readonly line: number;
  readonly field: number;
  readonly kind: 'shared' | 'atomic' | 'subresource' | 'absent';
  /** Columns to leave free first, where a box is wider than the line. */
  readonly indent: number;
}

/** Which owners to show: all, one or some entries (indices into `managers`), or what nobody owns. */
export type Filter =
  | { readonly kind: 'all' }
  | { readonly kind: 'manager'; readonly index: number }
  | { readonly kind: 'managers'; readonly indices: readonly number[] }
  | { readonly kind: 'nobody' };

/** Lanes in the gutter; further owners are said as a number. */
export const laneCount = 3;

/** How many lanes of the gutter have bars. */
export function lanesOf({ bars }: Overlay): number {
  return Math.max(0, ...bars.map(({ lane }) => lane + 1));
}

/** The overlay of an annotated text in a palette. Fields without a range (owned but absent) are hinted at where they would be. */
export function overlay(annotated: AnnotatedText, colours: Palette, filter: Filter = { kind: 'all' }): Overlay {
  const { text, fields, managers } = annotated;
  const starts = lineStarts(text);
  const marked = managers.map((manager) => [colours.ofOwner(manager)]);
  const markOf = (index: number): Mark[] => marked[index] ?? [];
  const spots: Spot[] = [];
  const boxes: Box[] = [];
  const hints: Hint[] = [];
  const fieldOfLine = new Array<number | undefined>(starts.length).fill(undefined);
  const ownersOfLine: (Set<number> | undefined)[] = new Array(starts.length).fill(undefined);
  const widths = lineWidths(text, starts);
  const spotsOfLine = new Map<number, number>();
  const boxesOfLine = new Map<number, number>();
  const hintsOfLine = new Map<number, number>();
  // Nothing is drawn beyond the end of what is drawn of a line, and only so much before it.
  const hasSpace = (counts: Map<number, number>, from: number, line: number, most: number) => {
    const count = counts.get(line) ?? 0;
    if (count >= most || from - (starts[line] ?? 0) >= lineLimits.length) return false;
    counts.set(line, count + 1);
    return true;
  };
  let said = '';

  for (const [index, field] of fields.entries()) {
    const { range, owners } = field;
    if (range === undefined) continue;
    const [first, last] = linesOf(starts, text, range);
    const lastOwn = field.leaf ? last : first;
    for (let line = first; line <= lastOwn; line++) fieldOfLine[line] = index;
    const shown = owners.filter((owner) => isShown(owner, filter));
    for (let line = first; line <= lastOwn && shown.length > 0; line++) {
      const owned = ownersOfLine[line] ?? new Set();
      for (const owner of shown) owned.add(owner);
      ownersOfLine[line] = owned;
    }
    const marks = owners.flatMap(markOf);
    const spot =
      field.leaf && !(field.whole === true && last > first) ? range : (keyOf(text, field) ?? dashOf(text, field));
    if (spot !== undefined && spot.to > spot.from && hasSpace(spotsOfLine, spot.from, first, lineLimits.segments)) {
      const nobody = field.why === undefined ? {} : { nobody: field.why };
      const admitted = field.admitted === undefined ? {} : ({ admitted: true } as const);
      const faded = isFaded(field, filter);
      spots.push({ ...spot, field: index, marks: marks.slice(0, 2), ...nobody, ...admitted, faded });
    }
    const mark = marks[0];
    const boxed = field.whole === true && mark !== undefined && !isFaded(field, filter);
    if (boxed && hasSpace(boxesOfLine, range.from, first, lineLimits.boxes)) {
      boxes.push({
        field: index,
        fromLine: first,
        toLine: last,
        ...extent(text, starts, first, last, range, widths),
        mark,
      });
    }
    const hint = isFaded(field, filter) ? undefined : hintOf(field, annotated);
    // A run of fields with the same owners says so once.
    const repeated = hint === 'subresource' && said === owners.join();
    if (field.leaf) said = hint === 'subresource' ? owners.join() : '';
    if (hint !== undefined && !repeated && hasSpace(hintsOfLine, range.from, first, lineLimits.hints)) {
      const box = hint === 'atomic' ? boxes.at(-1) : undefined;
      const indent = box?.field === index ? Math.max(0, box.column + box.width - widths(first)) : 0;
      hints.push({ line: first, field: index, kind: hint, indent });
    }
  }
  hints.push(...absentHints(annotated, starts, hints, filter));
  return { bars: bars(ownersOfLine, markOf), spots, boxes, hints, fieldOfLine };
}

/** A hint at what holds something that is owned but absent, where its line has none yet. */
function absentHints(
  { text, fields }: AnnotatedText,
  starts: readonly number[],
  hints: readonly Hint[],
  filter: Filter,
): readonly Hint[] {
  const taken = new Set(hints.map(({ line }) => line));
  const holders = new Set<number>();
  let holderOf: ReturnType<typeof holdersOf> | undefined;
  for (const field of fields) {
    if (field.state !== 'absent' || isFaded(field, filter)) continue;
    holderOf ??= holdersOf(fields);
    const holder = holderOf(field.path);
    if (holder !== undefined) holders.add(holder);
  }
  return [...holders].flatMap((index): Hint[] => {
    const range = fields[index]?.range;
    const line = range === undefined ? -1 : linesOf(starts, text, range)[0];
    return line < 0 || taken.has(line) ? [] : [{ line, field: index, kind: 'absent', indent: 0 }];
  });
}

/** How many of the places where a path could be cut are tried; a key may hold any number of dots. */
const mostCuts = 300;

/** Finds the innermost field in the text that a path would be in, by its index. */
function holdersOf(fields: readonly FieldView[]): (path: string) => number | undefined {
  const places = new Map<string, number>();
  for (const [index, { path, range }] of fields.entries()) {
    if (range !== undefined && path !== '' && !places.has(path)) places.set(path, index);
  }
  return (path) => {
    let cuts = 0;
    for (let end = path.length - 1; end > 0 && cuts < mostCuts; end--) {
      if (path[end] !== '.' && path[end] !== '[') continue;
      cuts++;
      const found = places.get(path.slice(0, end));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** The innermost field at an offset, or undefined where no field is. */
export function fieldAt(fields: readonly FieldView[], offset: number): number | undefined {
  let found: number | undefined;
  let size = Number.POSITIVE_INFINITY;
  for (const [index, { range }] of fields.entries()) {
    if (range === undefined || offset < range.from || offset > range.to) continue;
    if (range.to - range.from > size) continue;
    found = index;
    size = range.to - range.from;
  }
  return found;
}

/** The key of a field with its colon. */
function keyOf(text: string, { key }: FieldView): TextRange | undefined {
  return key === undefined ? undefined : { from: key.from, to: text[key.to] === ':' ? key.to + 1 : key.to };
}

/** The dash of an item that holds fields; none in flow style. */
function dashOf(text: string, { range, key, leaf }: FieldView): TextRange | undefined {
  if (range === undefined || key !== undefined || leaf || !/^-\s/.test(text.slice(range.from, range.from + 2))) {
    return undefined;
  }
  return { from: range.from, to: range.from + 1 };
}

function isShown(owner: number, filter: Filter): boolean {
  switch (filter.kind) {
    case 'all':
      return true;
    case 'nobody':
      return false;
    case 'manager':
      return owner === filter.index;
    case 'managers':
      return filter.indices.includes(owner);
  }
}

function isFaded({ owners }: FieldView, filter: Filter): boolean {
  if (filter.kind === 'all') return false;
  return filter.kind === 'nobody' ? owners.length > 0 : !owners.some((owner) => isShown(owner, filter));
}

function hintOf(field: FieldView, { managers }: AnnotatedText): Hint['kind'] | undefined {
  if (field.whole === true && field.owners.length > 0) return 'atomic';
  if (!field.leaf || field.atomicRoot !== undefined) return undefined;
  if (field.owners.length > 1) return 'shared';
  const [owner] = field.owners;
  return owner !== undefined && managers[owner]?.subresource ? 'subresource' : undefined;
}

/** First and last line of a range; a range that ends with a line break does not reach into the next line. */
function linesOf(starts: readonly number[], text: string, { from, to }: TextRange): readonly [number, number] {
  let end = to;
  while (end > from && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return [lineAt(starts, from), lineAt(starts, Math.max(from, end - 1))];
}

/** The columns of a line as far as it is drawn, each counted when it is first asked for. */
function lineWidths(text: string, starts: readonly number[]): (line: number) => number {
  const known = new Map<number, number>();
  return (line) => {
    const before = known.get(line);
    if (before !== undefined) return before;
    const from = starts[line] ?? 0;
    const width = columns(drawnPart(text, from, (starts[line + 1] ?? text.length + 1) - 1).trimEnd());
    known.set(line, width);
    return width;
  };
}

/** A part of a line, cut where the line would not be drawn any more. */
function drawnPart(text: string, from: number, to: number): string {
  return text.slice(from, Math.min(to, from + lineLimits.length));
}

function extent(
  text: string,
  starts: readonly number[],
  first: number,
  last: number,
  range: TextRange,
  widths: (line: number) => number,
) {
  const start = starts[first] ?? 0;
  const column = columns(drawnPart(text, start, range.from));
  let left = column;
  let right = column;
  for (let line = first; line <= last; line++) {
    const from = starts[line] ?? 0;
    const content = drawnPart(text, from, line === last ? range.to : (starts[line + 1] ?? text.length + 1) - 1);
    const body = content.trimStart();
    if (line > first && body !== '') left = Math.min(left, content.length - body.length);
    right = Math.max(right, line === last ? columns(content.trimEnd()) : widths(line));
  }
  return { column: left, width: right - left };
}

/** Packs the owners of each line into lanes, leftmost first, so that an owner stays in its lane over a run of lines. */
function bars(ownersOfLine: readonly (ReadonlySet<number> | undefined)[], markOf: (owner: number) => Mark[]): Bar[] {
  const done: Bar[] = [];
  const open = new Map<number, { lane: number; fromLine: number; more: number }>();
  const close = (owner: number, toLine: number) => {
    const bar = open.get(owner);
    const [mark] = markOf(owner);
    open.delete(owner);
    if (bar !== undefined && mark !== undefined) done.push({ ...bar, toLine, mark });
  };
  for (const [line, owners = nobody] of ownersOfLine.entries()) {
    for (const owner of [...open.keys()]) if (!owners.has(owner)) close(owner, line - 1);
    const more = Math.max(0, owners.size - laneCount);
    for (const owner of owners) {
      const bar = open.get(owner);
      if (bar !== undefined && (bar.lane < laneCount - 1 || bar.more === more)) continue;
      if (bar !== undefined) close(owner, line - 1);
      const lane = freeLane([...open.values()].map((other) => other.lane));
      if (lane < laneCount) open.set(owner, { lane, fromLine: line, more: lane === laneCount - 1 ? more : 0 });
    }
  }
  for (const owner of [...open.keys()]) close(owner, ownersOfLine.length - 1);
  return done.sort((a, b) => a.fromLine - b.fromLine || a.lane - b.lane);
}

const nobody: ReadonlySet<number> = new Set();

function freeLane(taken: readonly number[]): number {
  let lane = 0;
  while (taken.includes(lane)) lane++;
  return lane;
}
