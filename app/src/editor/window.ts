import { type CSSProperties, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** The part of a long list of rows that is worth drawing. */
export interface RowWindow {
  /** Indices of rows, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** Room for the rows that are not drawn. */
  readonly padding: CSSProperties;
  readonly rowHeight: number;
  /** All rows are drawn, so each may have a height of its own, `rowHeight` or more. */
  readonly whole: boolean;
  readonly onScroll: () => void;
  /** Scrolls as little as needed to show a row. */
  readonly reveal: (index: number) => void;
}

/** What matters of rows to how many of them are drawn. */
interface RowsToDraw {
  /** They wrap, so that nobody knows their heights. */
  readonly wrap?: boolean;
  /** What stands in all of them together is little enough to be drawn at once. */
  readonly light?: boolean;
  /** In pixels. */
  readonly rowHeight?: number;
}

/** Height of a row of code in pixels, as `code.css` has it. */
const codeRowHeight = 20;
/** Shorter texts are drawn whole, so that the browser's own search finds everything. */
const wholeUpTo = 1500;
/** Rows drawn above and below what is visible. */
const margin = 40;

/**
 * Follows the scroll position of a box of rows of one height; draws everything where rows wrap, or are few and light. Each
 * row that is drawn has the attribute `data-line`.
 */
export function useWindow(
  box: RefObject<HTMLElement | null>,
  count: number,
  { wrap = false, light = true, rowHeight = codeRowHeight }: RowsToDraw,
): RowWindow {
  const whole = wrap || (light && count <= wholeUpTo);
  const [seen, setSeen] = useState({ from: 0, to: 120 });
  const onScroll = useCallback(() => {
    if (whole || box.current === null) return;
    const from = Math.max(0, Math.floor(box.current.scrollTop / rowHeight) - margin);
    const to = Math.ceil((box.current.scrollTop + box.current.clientHeight) / rowHeight) + margin;
    // Steps of half a margin, so that scrolling by a line draws nothing anew.
    const step = margin / 2;
    const next = { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step };
    setSeen((before) => (before.from === next.from && before.to === next.to ? before : next));
  }, [whole, box, rowHeight]);
  useLayoutEffect(onScroll, [onScroll]);
  const revealed = useRef(-1);
  const reveal = useCallback(
    (index: number) => {
      const element = box.current;
      revealed.current = index;
      if (element === null) return;
      const row = whole ? rowsIn(element)[index] : undefined;
      if (row !== undefined) {
        row.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        return;
      }
      const top = index * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight) {
        element.scrollTop = top + rowHeight - element.clientHeight;
      }
    },
    [whole, box, rowHeight],
  );
  // What opens below must not hide the row that was shown last, which is what it is about.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || wrap) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const row = whole ? rowsIn(element)[revealed.current] : undefined;
      const bottom =
        row === undefined
          ? (revealed.current + 1) * rowHeight - element.scrollTop
          : row.getBoundingClientRect().bottom - element.getBoundingClientRect().top;
      const [before, now] = [height, element.clientHeight];
      height = now;
      onScroll();
      if (revealed.current >= 0 && bottom <= before + rowHeight && bottom > now) reveal(revealed.current);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, wrap, whole, rowHeight, onScroll, reveal]);
  const from = whole ? 0 : Math.min(seen.from, count);
  const to = whole ? count : Math.min(seen.to, count);
  const padding = useMemo(
    () => (whole ? {} : { paddingTop: from * rowHeight, paddingBottom: (count - to) * rowHeight }),
    [whole, from, to, count, rowHeight],
  );
  return { from, to, padding, rowHeight, whole, onScroll, reveal };
}

function rowsIn(element: HTMLElement): NodeListOf<HTMLElement> {
  return element.querySelectorAll('[data-line]');
}
