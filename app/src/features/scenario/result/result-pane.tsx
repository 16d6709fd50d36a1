import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePlayback } from '../../../core/engine/playback-store.ts';
import { firstViewDrawn } from '../../../core/engine/when-idle.ts';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { useMedia } from '../../../core/ui/media.ts';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { Term } from '../../../core/ui/term.tsx';
import { words } from '../../../core/words/language.ts';
import { Inspector } from '../../later-panes.ts';
import { pick, showReason, showView, useLook } from '../look.ts';
import { useSelected } from '../selected.ts';
import { type ResultViewProps, type Shown, useResultView } from '../shown.ts';
import { StepButtons } from '../step/step-pane.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { resultViews } from './result-views.tsx';

/**
 * The pane of the result: the object after the selected step in the chosen view, with the inspector of the picked field
 * below.
 */
export function ResultPane({ narrow }: { readonly narrow: boolean }) {
  // An answer is drawn in pieces, between which the page answers its reader; the first one comes in a frame of its own.
  const view = useResultView(narrow);
  const drawn = useDeferredValue<typeof view | 'later'>(view, 'later');
  return (
    <section className="pane result-pane" aria-label={words.result.resultPane} id="result" tabIndex={-1}>
      <ResultBar shown={(drawn === 'later' ? view : drawn)?.shown} />
      {usePrinting() && <PrintSheet />}
      {drawn === undefined && <p className="pane-empty">{words.page.working}</p>}
      {drawn !== undefined && drawn !== 'later' && <Views {...drawn} />}
    </section>
  );
}

const Views = memo(ResultViews);

function ResultViews(props: ResultViewProps) {
  const { shown, result } = props;
  // On wide screens the result is the first view.
  useEffect(firstViewDrawn, []);
  const wanted = useLook((state) => state.view);
  const picked = useLook((state) => state.picked);
  const colours = usePalette();
  const isTouched = useMedia('(hover: none)');
  const views = resultViews.filter(({ has }) => has(props));
  const open = views.find(({ name }) => name === wanted) ?? views[0];
  const field = useMemo(() => {
    const found = picked === undefined ? -1 : (result?.fields.findIndex(({ path }) => path === picked) ?? -1);
    return found < 0 ? undefined : found;
  }, [result, picked]);
  if (open === undefined) return null;
  const { View, Acts } = open;
  return (
    <>
      <Tabs
        label={words.result.views}
        className="view-tabs"
        panelClassName="view-panel"
        tabs={views.map(({ name, label }) => ({ name, text: label(props) }))}
        open={open.name}
        onOpen={showView}
        acts={Acts === undefined ? '' : <Acts {...props} />}
      >
        {shown.refused && <RefusedStrip shown={shown} />}
        <View {...props} />
      </Tabs>
      {result !== undefined &&
        (picked === undefined ? (
          <section className="inspector" aria-label={words.field.inspector}>
            <p className="inspector-empty">
              {isTouched ? words.field.inspectorEmptyTouch : words.field.inspectorEmpty}
            </p>
          </section>
        ) : (
          <Inspector
            stepId={shown.stepId}
            annotated={result}
            colours={colours}
            field={field}
            path={picked}
            onClose={() => pick(undefined)}
          />
        ))}
    </>
  );
}

/** Says in every view that the step was refused, and leads to why. */
function RefusedStrip({ shown: { stepId, result } }: { readonly shown: Shown }) {
  return (
    <p className="refused-strip">
      <span>{result === undefined ? words.result.refusedNoObject : words.result.refused}</span>
      <button type="button" className="btn btn-small" onClick={() => showReason(stepId)}>
        {words.result.showReason}
      </button>
    </p>
  );
}

function ResultBar({ shown }: { readonly shown: Shown | undefined }) {
  const health = usePlayback((state) => state.health);
  const selected = useSelected();
  return (
    <div className="bar">
      <h2>
        {shown === undefined ? words.result.object : `${words.result.after} ${shown.place}`}
        {shown?.object !== undefined && <span className="bar-object">{shown.object}</span>}
      </h2>
      {shown?.stale === true && (
        <Term text={words.result.stale} className="badge badge-stale term">
          {words.result.staleBadge}
        </Term>
      )}
      {health === 'working' && <span className="working" role="presentation" title={words.page.working} />}
      <span className="grow" />
      {selected !== undefined && <StepButtons place={selected.place} />}
    </div>
  );
}

/** Returns whether the page is being printed or shown as a print preview. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    // The browser prints the page as it is when the handlers return, so it is drawn at once.
    const set = (on: boolean) => flushSync(() => setPrinting(on));
    const before = () => set(true);
    const after = () => set(false);
    const changed = ({ matches }: MediaQueryListEvent) => setPrinting(matches);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    media.addEventListener('change', changed);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
      media.removeEventListener('change', changed);
    };
  }, []);
  return printing;
}
