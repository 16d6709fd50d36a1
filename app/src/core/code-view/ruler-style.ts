import type { CSSProperties } from 'react';
import type { RulerStretch } from './ruler.ts';

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
