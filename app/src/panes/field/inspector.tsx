import type { AnnotatedText, FieldView } from '@managed-fields/scenario';
import type { Palette } from '@managed-fields/static-view';
import { VisibleText } from '../../editor/visible-text.tsx';
import { words } from '../../language/language.ts';
import { usePreferences } from '../../store/preferences.ts';
import { lazyPane } from '../components/lazy-pane.tsx';
import { PathText } from '../components/path-text.tsx';
import { OwnerFacts } from './owner-facts.tsx';
import { SheetHandle, sheetName, sheetShare } from './sheet-handle.tsx';
import { StateChip } from './state-chip.tsx';

const FieldSections = lazyPane(async () => (await import('./field-sections.tsx')).FieldSections);
const HandOverButton = lazyPane(async () => (await import('./hand-over-button.tsx')).HandOverButton);

interface InspectorProps {
  readonly stepId: string;
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  /** Index of the picked field, where the object has it. */
  readonly field: number | undefined;
  /** The picked path, whether the object has it or not. */
  readonly path: string;
  readonly onClose: () => void;
}

/** Everything about one field, below the object, in a panel that can be resized. */
export function Inspector({ stepId, annotated, colours, field, path, onClose }: InspectorProps) {
  const share = usePreferences((state) => state.sizes[sheetName]) ?? sheetShare;
  const view = field === undefined ? undefined : annotated.fields[field];
  return (
    <section
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
          <dl className="facts" aria-live="polite">
            <OwnerFacts field={view} annotated={annotated} colours={colours} />
          </dl>
        )}
        <FieldSections stepId={stepId} path={path} />
      </div>
    </section>
  );
}

function isOwned(field: FieldView | undefined): boolean {
  return field !== undefined && field.owners.length > 0 && field.state !== 'absent';
}
