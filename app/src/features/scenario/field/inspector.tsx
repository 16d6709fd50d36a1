import type { AnnotatedText, FieldView } from '@managed-fields/player';
import { ownerFacts, type Palette } from '@managed-fields/rendering';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { PathText, Trees, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { prefer, usePreferences } from '../../../core/store/preferences.ts';
import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { words } from '../../../core/words/language.ts';
import { StateChip } from './states-key.tsx';

const FieldSections = lazyPane(async () => (await import('./field-sections.tsx')).FieldSections);
const HandOverButton = lazyPane(async () => (await import('./hand-over-button.tsx')).HandOverButton);

interface InspectorProps {
  readonly stepId: string;
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  /** The index of the picked field; undefined where the object does not have it. */
  readonly field: number | undefined;
  /** The picked path. The object may not have it. */
  readonly path: string;
  readonly onClose: () => void;
}

/** The panel with everything about one field, below the object. Its height can be changed. */
export function Inspector({ stepId, annotated, colours, field, path, onClose }: InspectorProps) {
  const share = usePreferences((state) => state.sizes[sheetName]) ?? sheetShare;
  const view = field === undefined ? undefined : annotated.fields[field];
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = sheet.current;
    if (element === null) return undefined;
    // At once, and where the sheet or its pane gets another height.
    const observer = new ResizeObserver(() => showAbove(element));
    for (const each of [element, element.parentElement]) if (each !== null) observer.observe(each);
    return () => observer.disconnect();
  }, [path]);
  return (
    <section
      ref={sheet}
      className="inspector inspector-open"
      aria-label={words.field.inspector}
      style={{ flexBasis: `${share * 100}%` }}
    >
      <SheetHandle share={share} />
      <div className="inspector-head">
        <h3>
          <PathText path={path} />
          {view?.leaf === true && view.state !== 'absent' && (
            <span className="value">
              {' '}
              = <VisibleText text={view.preview} />
            </span>
          )}
        </h3>
        {view !== undefined && <StateChip field={view} />}
        {isOwned(view) && <HandOverButton stepId={stepId} paths={[path]} />}
        <button type="button" className="btn btn-small btn-icon" aria-label={words.page.close} onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what does not fit scrolls, by keys as well. */}
      <div className="inspector-body" tabIndex={0}>
        {view === undefined ? (
          <p className="inspector-empty">{words.field.notInObject}</p>
        ) : (
          <dl className="mf-facts" aria-live="polite">
            <Trees trees={ownerFacts(view, annotated, colours, words)} />
          </dl>
        )}
        <FieldSections stepId={stepId} path={path} />
      </div>
    </section>
  );
}

/** Scrolls what the sheet lies over, as on a phone, so that the line that it is about stands above it. */
function showAbove(sheet: HTMLElement): void {
  const pane = sheet.parentElement;
  const line = pane?.querySelector('.mf-picked');
  if (pane === null || !line || getComputedStyle(sheet).position !== 'sticky') return;
  const hidden = line.getBoundingClientRect().bottom + 8 - sheet.getBoundingClientRect().top;
  if (hidden > 0) pane.scrollTop += hidden;
}

function isOwned(field: FieldView | undefined): boolean {
  return field !== undefined && field.owners.length > 0 && field.state !== 'absent';
}

/** The name under which the height of the panel is remembered, and its default, as a share of the pane. */
export const sheetName = 'inspector';
export const sheetShare = 0.42;

const [least, most] = [0.12, 0.8];

/** The upper edge of the panel, which changes its height: by the pointer or by arrow keys. A double click resets it. */
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
