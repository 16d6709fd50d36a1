import { laneCount, type Overlay } from '@managed-fields/rendering';
import type { CSSProperties } from 'react';
import type { LineNote } from './notes.ts';

/** A stretch of a lane of the overview ruler, as parts of the height of the whole text from 0 to 1. */
interface RulerStretch {
  readonly from: number;
  readonly to: number;
  /** The number of a manager's colour, or how much a line's note matters. */
  readonly ink: number | LineNote['severity'];
}

/** Where a line begins and ends, as parts of the height of the whole text; the same for a line that is folded away. */
export type LinePlace = (line: number) => readonly [from: number, to: number];

/** The finest that a ruler shows. */
const steps = 256;

/**
 * The overview ruler of a text, lane by lane: whose lines are where, and on the last lane what is noted of them. However
 * much is in a text, a lane has no more than 256 stretches.
 */
export function ruler(
  overlay: Overlay | undefined,
  notes: ReadonlyMap<number, LineNote>,
  place: LinePlace,
): readonly (readonly RulerStretch[])[] {
  const lanes = Array.from({ length: laneCount + 1 }, (): (RulerStretch['ink'] | undefined)[] => []);
  const paint = (lane: number, fromLine: number, toLine: number, ink: RulerStretch['ink']) => {
    const [from, to] = [place(fromLine)[0], place(toLine)[1]];
    if (to <= from) return;
    const last = Math.max(Math.ceil(to * steps) - 1, Math.floor(from * steps));
    for (let step = Math.floor(from * steps); step <= last && step < steps; step++) {
      const cells = lanes[lane];
      if (cells !== undefined) cells[step] = ink;
    }
  };
  for (const bar of overlay?.bars ?? []) paint(bar.lane, bar.fromLine, bar.toLine, bar.mark.colour);
  for (const [line, note] of notes) paint(laneCount, line, line, note.severity);
  return lanes.map(stretches);
}

function stretches(cells: readonly (RulerStretch['ink'] | undefined)[]): readonly RulerStretch[] {
  const found: { from: number; to: number; ink: RulerStretch['ink'] }[] = [];
  for (let step = 0; step < cells.length; step++) {
    const ink = cells[step];
    const last = found.at(-1);
    if (ink === undefined) continue;
    if (last !== undefined && last.ink === ink && last.to === step / steps) last.to = (step + 1) / steps;
    else found.push({ from: step / steps, to: (step + 1) / steps, ink });
  }
  return found;
}

/** Pixels of a lane, and the room that all of them take. */
const laneWidth = 3;

const inks = { error: 'var(--bad)', conflict: 'var(--bad)', warning: 'var(--warn)', info: 'var(--faint)' } as const;

/**
 * The overview ruler as backgrounds at the right edge of an element, which do not scroll with what is in it. A text that
 * is shorter than its box keeps its height, so that stretches stand beside their lines. Colours are of a fixed set.
 */
export function rulerStyle(lanes: readonly (readonly RulerStretch[])[], height: number): CSSProperties {
  const drawn = lanes.map((lane, place) => ({ lane, place })).filter(({ lane }) => lane.length > 0);
  if (drawn.length === 0) return {};
  return {
    backgroundImage: drawn.map(({ lane }) => gradient(lane)).join(', '),
    backgroundSize: drawn.map(() => `${laneWidth}px min(100%, ${Math.round(height)}px)`).join(', '),
    backgroundPosition: drawn
      .map(({ place }) => `right ${(lanes.length - 1 - place) * (laneWidth + 1)}px top 0`)
      .join(', '),
    backgroundRepeat: 'no-repeat',
  };
}

function gradient(lane: readonly RulerStretch[]): string {
  const stops: string[] = [];
  let at = 0;
  for (const { from, to, ink } of lane) {
    if (from > at) stops.push(`transparent ${percent(at)} ${percent(from)}`);
    const colour = typeof ink === 'number' ? `var(--mf-m${ink})` : inks[ink];
    stops.push(`${colour} ${percent(from)} ${percent(to)}`);
    at = to;
  }
  if (at < 1) stops.push(`transparent ${percent(at)} 100%`);
  return `linear-gradient(to bottom, ${stops.join(', ')})`;
}

function percent(part: number): string {
  return `${Math.round(part * 10_000) / 100}%`;
}
