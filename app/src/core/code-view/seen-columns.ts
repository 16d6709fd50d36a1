import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import type { Columns } from './part-of-line.ts';

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
