import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

/**
 * The part of a long list of rows that is drawn by now. What is seen comes first; what is near it, or all of a short
 * list, follows piece by piece whenever the browser has time, so that no task takes long.
 */
export interface RowWindow extends Rows {
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
  /** What the rows are of: where it is something else, they are drawn anew from what is seen on. */
  readonly of?: unknown;
  /** How many elements a row has, more or less. The same function until the rows are others. */
  readonly weightOf?: (index: number) => number;
}

/** Height of a row of code in pixels, as `code.css` has it. */
const codeRowHeight = 20;
/** Shorter texts are drawn whole, so that the browser's own search finds everything. */
const wholeUpTo = 1500;
/** Rows drawn above and below what is visible. */
const margin = 40;
/** How many elements come at once: those that are seen, and then more whenever the browser has time. */
const atOnce = 400;
/** Elements of a row of which nothing else is known. */
const usualWeight = () => 12;

/**
 * Follows the scroll position of a box of rows of one height; draws everything where rows wrap, or are few and light. Each
 * row that is drawn has the attribute `data-line`.
 */
export function useWindow(
  box: RefObject<HTMLElement | null>,
  count: number,
  { wrap = false, light = true, rowHeight = codeRowHeight, of, weightOf = usualWeight }: RowsToDraw,
): RowWindow {
  const whole = wrap || (light && count <= wholeUpTo);
  const [seen, setSeen] = useState({ top: 0, from: 0, to: 120 });
  const [drawn, setDrawn] = useState<Rows>(noRows);
  const [drawnOf, setDrawnOf] = useState(of);
  if (drawnOf !== of) {
    setDrawnOf(of);
    // Rows that wrap have heights that only drawing tells: what is there stays, so that nothing jumps.
    if (!wrap) setDrawn(noRows);
  }
  const wanted = whole ? { from: 0, to: count } : { from: Math.min(seen.from, count), to: Math.min(seen.to, count) };
  const known = within(drawn, wanted);
  const range =
    known.from < known.to ? known : grown(emptyAt(Math.min(seen.top, count - 1), wanted), wanted, atOnce, weightOf);
  const complete = range.from === wanted.from && range.to === wanted.to;
  const next = complete ? range : grown(range, wanted, atOnce, weightOf);
  const { from: nextFrom, to: nextTo } = next;
  useEffect(() => {
    if (!complete) return whenFree(() => setDrawn({ from: nextFrom, to: nextTo }));
    setDrawn((before) => (before.from === nextFrom && before.to === nextTo ? before : { from: nextFrom, to: nextTo }));
    return undefined;
  }, [complete, nextFrom, nextTo]);
  const onScroll = useCallback(() => {
    if ((whole && complete) || box.current === null) return;
    const { scrollTop, clientHeight } = box.current;
    const top = Math.floor(scrollTop / rowHeight);
    const from = Math.max(0, top - margin);
    const to = Math.ceil((scrollTop + clientHeight) / rowHeight) + margin;
    // Steps of half a margin, so that scrolling by a line draws nothing anew.
    const step = margin / 2;
    const now = {
      top: Math.floor(top / step) * step,
      from: Math.floor(from / step) * step,
      to: Math.ceil(to / step) * step,
    };
    setSeen((before) => (before.from === now.from && before.to === now.to && before.top === now.top ? before : now));
    // Of a list that is not drawn whole yet, what is seen now comes first.
    if (whole) setDrawn((before) => (top >= before.from && top < before.to ? before : noRows));
  }, [whole, complete, box, rowHeight]);
  const revealed = useRef(-1);
  /** A row to be revealed once it is drawn. */
  const late = useRef<number>(undefined);
  const first = useRef(range.from);
  const reveal = useCallback(
    (index: number) => {
      const element = box.current;
      revealed.current = index;
      if (element === null) return;
      const row = whole ? rowAt(element, index, first.current) : undefined;
      if (row !== undefined) {
        row.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        return;
      }
      if (whole) {
        late.current = index;
        setDrawn({ from: index, to: index + 1 });
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
  useLayoutEffect(() => {
    first.current = range.from;
    const row =
      late.current === undefined || box.current === null ? undefined : rowAt(box.current, late.current, range.from);
    if (row === undefined) return;
    late.current = undefined;
    row.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [box, range.from]);
  /** The height of the box when it was last known; asking for it before it is drawn would lay out the page at once. */
  const height = useRef<number>(undefined);
  // What opens below must not hide the row that was shown last, which is what it is about.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || wrap) return;
    const observer = new ResizeObserver(() => {
      const row = whole ? rowAt(element, revealed.current, first.current) : undefined;
      const bottom =
        row === undefined
          ? (revealed.current + 1) * rowHeight - element.scrollTop
          : row.getBoundingClientRect().bottom - element.getBoundingClientRect().top;
      const now = element.clientHeight;
      const before = height.current ?? now;
      height.current = now;
      onScroll();
      if (revealed.current >= 0 && bottom <= before + rowHeight && bottom > now) reveal(revealed.current);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, wrap, whole, rowHeight, onScroll, reveal]);
  const { from, to } = range;
  const padding = useMemo(
    () => (from === 0 && to === count ? {} : { paddingTop: from * rowHeight, paddingBottom: (count - to) * rowHeight }),
    [from, to, count, rowHeight],
  );
  return { from, to, padding, rowHeight, whole, onScroll, reveal };
}

/** The style of a row that lies in others, `depth` of them; by how much that moves it says its style sheet. */
export function atDepth(depth: number): CSSProperties {
  return { '--depth': depth } as CSSProperties;
}

const noRows: Rows = { from: 0, to: 0 };

/** No rows, at a place within others. */
function emptyAt(index: number, { from, to }: Rows): Rows {
  const place = Math.max(from, Math.min(index, to));
  return { from: place, to: place };
}

function rowAt(element: HTMLElement, index: number, first: number): HTMLElement | undefined {
  return element.querySelectorAll<HTMLElement>('[data-line]')[index - first];
}

/** Calls back in a task of its own, soon, when the browser has time; the function that is returned takes it back. */
function whenFree(call: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(call, 16);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(call, { timeout: 100 });
  return () => cancelIdleCallback(handle);
}

/** Rows of a list, by their indices from 0; `to` is exclusive. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

/** The rows that are in both; none, at the beginning of the second, where they do not meet. */
export function within(rows: Rows, wanted: Rows): Rows {
  const from = Math.max(rows.from, wanted.from);
  const to = Math.min(rows.to, wanted.to);
  return from < to ? { from, to } : { from: wanted.from, to: wanted.from };
}

/**
 * The rows with more of those that are wanted: first those that follow, then those before, as many as weigh no more than
 * `most` together, and always one where one is missing.
 */
export function grown(rows: Rows, wanted: Rows, most: number, weightOf: (index: number) => number): Rows {
  let { from, to } = rows;
  let left = most;
  const takes = (index: number) => {
    const heavy = weightOf(index);
    const fits = left === most || heavy <= left;
    left -= heavy;
    return fits;
  };
  while (to < wanted.to && takes(to)) to++;
  while (to === wanted.to && from > wanted.from && takes(from - 1)) from--;
  return { from, to };
}
