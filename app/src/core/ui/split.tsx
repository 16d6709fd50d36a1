import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react';
import { prefer, usePreferences } from '../store/preferences.ts';

interface SplitProps {
  /** The name under which the size is remembered. */
  readonly name: string;
  /** The accessible name of the handle. */
  readonly label: string;
  readonly direction: 'row' | 'column';
  /** The share of the first pane, from 0 to 1, until the user moves the handle. */
  readonly share: number;
  /** The least size of either pane in pixels. */
  readonly least: readonly [first: number, second: number];
  readonly children: readonly [ReactNode, ReactNode];
}

/**
 * Two panes with a handle between them. The handle moves by pointer, arrow keys, Home and End; a double click resets
 * it. docs/dependencies.md says why it is no library's.
 */
export function Split({ name, label, direction, share, least, children }: SplitProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const size = usePreferences((state) => state.sizes[name]) ?? share;
  const row = direction === 'row';
  const length = () => (row ? box.current?.clientWidth : box.current?.clientHeight) ?? 1;
  const resize = (wanted: number) => {
    const whole = length();
    const smallest = Math.min(0.9, least[0] / whole);
    const largest = Math.max(smallest, 1 - least[1] / whole);
    const next = Math.round(Math.min(largest, Math.max(smallest, wanted)) * 1000) / 1000;
    prefer({ sizes: { ...usePreferences.getState().sizes, [name]: next } });
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || box.current === null) return;
    const frame = box.current.getBoundingClientRect();
    resize(row ? (event.clientX - frame.left) / frame.width : (event.clientY - frame.top) / frame.height);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = (event.shiftKey ? 80 : 16) / length();
    const back = row ? 'ArrowLeft' : 'ArrowUp';
    const forth = row ? 'ArrowRight' : 'ArrowDown';
    const moves: Readonly<Record<string, number>> = { [back]: size - step, [forth]: size + step, Home: 0, End: 1 };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    resize(wanted);
  };
  const [first, second] = row ? ['minWidth', 'minWidth'] : ['minHeight', 'minHeight'];
  return (
    <div className={`split split-${direction}`} ref={box}>
      <div id={id} className="split-pane" style={{ flex: `0 1 ${size * 100}%`, [first ?? '']: least[0] }}>
        {children[0]}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a handle that moves is a separator with a value, which <hr> is not. */}
      <div
        className="split-handle"
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-controls={id}
        aria-orientation={row ? 'vertical' : 'horizontal'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(size * 100)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onDoubleClick={() => resize(share)}
        onKeyDown={onKeyDown}
      />
      <div className="split-pane" style={{ flex: '1 1 0', [second ?? '']: least[1] }}>
        {children[1]}
      </div>
    </div>
  );
}
