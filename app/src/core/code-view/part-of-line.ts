import { visibleText } from '@managed-fields/foreign-text';
import { columns, type Drawing, type Line, type Run, type Segment } from '@managed-fields/rendering';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** Columns of a line, counted from 0; `to` is exclusive. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/** A line of which only some columns are drawn, and how many columns stand before and after them. */
export interface PartOfLine {
  readonly line: Line;
  readonly before: number;
  readonly after: number;
}

/** Lines up to this length are drawn whole, in UTF-16 code units. */
const wholeUpTo = 200;

/**
 * Cuts what is drawn of a long line to the columns that are seen, in a font in which all letters have one width.
 */
export function partOfLine(line: Line, seen: Columns): PartOfLine {
  if (line.to - line.from <= wholeUpTo) return { line, before: 0, after: 0 };
  let [before, after, at] = [0, 0, 0];
  const part = (segment: Segment): readonly Segment[] => {
    const width = columnsOf(segment.text);
    const start = at;
    at += width;
    if (at <= seen.from) before += width;
    else if (start >= seen.to) after += width;
    else if (start >= seen.from && at <= seen.to) return [segment];
    else {
      const [head, text, tail] = cut(segment.text, seen.from - start, seen.to - start);
      before += columnsOf(head);
      after += columnsOf(tail);
      return text === '' ? [] : [{ ...segment, text }];
    }
    return [];
  };
  const runs = line.runs.flatMap(({ spot, segments }): readonly Run[] => {
    const left = segments.flatMap(part);
    return left.length === 0 ? [] : [{ spot, segments: left }];
  });
  return { line: { ...line, runs }, before, after };
}

/** Cuts the lines of a drawing to the columns that are seen, or none where that is undefined; each line once. */
export function partsOf(all: Drawing, seen: Columns | undefined): (line: number) => PartOfLine {
  const known = new Map<number, PartOfLine>();
  return (line) => {
    const made = known.get(line);
    if (made !== undefined) return made;
    const one = seen === undefined ? { line: all.at(line), before: 0, after: 0 } : partOfLine(all.at(line), seen);
    known.set(line, one);
    return one;
  };
}

/** How many elements a part of a line has, more or less. */
export function weightOfPart({ line: { runs, bars, boxes } }: PartOfLine): number {
  const words = runs.reduce(
    (sum, { segments }) => sum + 1 + segments.reduce((all, { text }) => all + parts(text), 0),
    0,
  );
  return 6 + words + 2 * bars.length + boxes.length;
}

/** A character that is shown by its number is an element, and so is what stands between two of them. */
function parts(text: string): number {
  return 1 + (2 * (visibleText(text).length - text.length)) / 5;
}

/** A text in three parts, the second of which stands in the columns from `from` to `to`, or a little beyond. */
function cut(text: string, from: number, to: number): readonly [string, string, string] {
  let [start, end] = [Math.max(0, from), Math.min(text.length, to)];
  if (columnsOf(text) !== text.length || /[\ud800-\udfff]/.test(text)) {
    let [column, index] = [0, 0];
    [start, end] = [0, text.length];
    for (const character of text) {
      if (column >= to) {
        end = index;
        break;
      }
      column += columnsOf(character);
      index += character.length;
      if (column <= from) start = index;
    }
  }
  return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}

/** The columns of a text in which characters that draw nothing are shown by their numbers. */
function columnsOf(text: string): number {
  return columns(visibleText(text));
}

/** Columns drawn on either side of those that are seen, and by how many what is drawn moves on. */
const margin = 30;
const step = 30;

/** Which columns of the long lines in a box are worth drawing. */
export interface SeenColumns {
  /** Undefined where all are. */
  readonly seen: Columns | undefined;
  readonly onScroll: () => void;
}

/** Follows how far a box of code is scrolled to the side, where `on` says that its lines are drawn in parts. */
export function useSeenColumns(box: RefObject<HTMLElement | null>, on: boolean): SeenColumns {
  const [seen, setSeen] = useState<Columns>({ from: 0, to: 120 });
  const onScroll = useCallback(() => {
    if (!on || box.current === null) return;
    const { scrollLeft, clientWidth } = box.current;
    const width = letterWidth(box.current);
    const from = Math.floor(Math.max(0, scrollLeft / width - margin) / step) * step;
    const to = Math.ceil(((scrollLeft + clientWidth) / width + margin) / step) * step;
    setSeen((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, [on, box]);
  useLayoutEffect(onScroll, [onScroll]);
  return { seen: on ? seen : undefined, onScroll };
}

/** The width of a letter in pixels. */
function letterWidth(element: HTMLElement): number {
  const context = document.createElement('canvas').getContext('2d');
  const { fontSize, fontFamily } = getComputedStyle(element);
  if (context === null) return (Number.parseFloat(fontSize) * 6) / 10;
  context.font = `${fontSize} ${fontFamily}`;
  return context.measureText('0').width;
}
