import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { words } from '../../language/language.ts';
import { prefer, usePreferences } from '../../store/preferences.ts';

/** Under which the height of the panel is remembered, and what it is until then, as a share of the pane. */
export const sheetName = 'inspector';
export const sheetShare = 0.42;

const [least, most] = [0.12, 0.8];

/** The upper edge of the panel: pulled by the pointer, moved by arrow keys; a double click puts it back. */
export function SheetHandle({ share }: { readonly share: number }) {
  const handle = useRef<HTMLDivElement>(null);
  const resize = (wanted: number) => {
    const next = Math.round(Math.min(most, Math.max(least, wanted)) * 1000) / 1000;
    prefer({ sizes: { ...usePreferences.getState().sizes, [sheetName]: next } });
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const pane = handle.current?.parentElement?.parentElement?.getBoundingClientRect();
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || pane === undefined) return;
    resize((pane.bottom - event.clientY) / pane.height);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowUp: share + 0.04,
      ArrowDown: share - 0.04,
      Home: least,
      End: most,
    };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    resize(wanted);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a handle that moves is a separator with a value, which <hr> is not.
    <div
      ref={handle}
      className="sheet-handle"
      role="separator"
      tabIndex={0}
      aria-label={words.field.resize}
      aria-orientation="horizontal"
      aria-valuemin={least * 100}
      aria-valuemax={most * 100}
      aria-valuenow={Math.round(share * 100)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => resize(sheetShare)}
      onKeyDown={onKeyDown}
    />
  );
}
