import { useEffect, useMemo, useRef } from 'react';
import { usePreferences } from '../../../core/store/preferences.ts';
import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { useLayout } from '../../../core/ui/media.ts';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { ForecastView } from '../../forecast/forecast-view.tsx';
import { useClusterReading } from '../state/cluster-reading.ts';
import { look, type SurveyView, useSurveyLook } from '../state/survey-look.ts';
import { useSurvey } from '../state/survey-store.ts';
import { useSurveyRows } from '../state/use-survey-rows.ts';
import { EmptySurvey } from './empty-survey.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FindingsView } from './findings-view.tsx';
import { HeatMapView } from './heat-map-view.tsx';
import { LogOffer } from './log-offer.tsx';
import { ManagerTable } from './manager-table.tsx';
import { ObjectTable } from './object-table.tsx';
import { SurveyHead, SurveyProgress } from './survey-head.tsx';
import { UnreadTable } from './unread-table.tsx';
import './survey.css';

const ClusterProgress = lazyPane(async () => (await import('./cluster-progress.tsx')).ClusterProgress, {
  whenIdle: false,
});

/** The survey: many objects, in place of the panes. */
export function SurveyPane() {
  const { progress, rows, unread } = useSurvey();
  const box = useRef<HTMLElement>(null);
  useFilterKey(box);
  useEffect(() => {
    // What had the focus is gone with the panes.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  const lists = useClusterReading((state) => state.lists !== undefined);
  const fromCluster = useClusterReading((state) => state.lists !== undefined || state.unread.length > 0);
  const isEmpty = rows.length === 0 && unread.length === 0;
  return (
    <section ref={box} className="survey" aria-label={laterWords.survey.title} tabIndex={-1}>
      <SurveyHead />
      {fromCluster && <ClusterProgress />}
      {!lists && <SurveyProgress />}
      {isEmpty && progress.kind === 'read' && <p className="survey-note">{laterWords.survey.nothingFound}</p>}
      {isEmpty && progress.kind !== 'reading' && !lists && <EmptySurvey />}
      <LogOffer />
      {rows.length > 0 && <Views />}
      {rows.length === 0 && unread.length > 0 && (
        <>
          {progress.kind !== 'reading' && <p className="survey-note">{laterWords.survey.nothingRead(unread.length)}</p>}
          <UnreadTable />
        </>
      )}
    </section>
  );
}

function Views() {
  const view = useSurveyLook((state) => state.view);
  const unread = useSurvey((state) => state.unread.length);
  const count = useSurvey((state) => state.rows.length);
  const rows = useSurveyRows();
  const layout = useLayout();
  const findings = useMemo(() => rows.objects.reduce((sum, row) => sum + row.findings.length, 0), [rows]);
  const names: readonly SurveyView[] = [
    'objects',
    'findings',
    'heat',
    'managers',
    'forecast',
    ...(unread === 0 ? [] : ['unread' as const]),
  ];
  const open = names.includes(view) ? view : 'objects';
  return (
    <Tabs
      label={laterWords.survey.title}
      className="survey-tabs"
      panelClassName="survey-panel"
      tabs={names.map((name) => ({
        name,
        text: (
          <>
            {laterWords.survey.views[name]}
            {name === 'findings' && <small> {laterWords.survey.number(findings)}</small>}
            {name === 'unread' && <small> {laterWords.survey.number(unread)}</small>}
          </>
        ),
      }))}
      open={open}
      onOpen={(name) => look({ view: name })}
    >
      {open !== 'unread' && open !== 'forecast' && (
        <FilterBar objects={rows.objects} all={count} grouped={open === 'objects'} />
      )}
      {open === 'objects' && <ObjectTable items={rows.items} layout={layout} />}
      {open === 'findings' && <FindingsView objects={rows.objects} />}
      {open === 'heat' && <HeatMapView objects={rows.objects} layout={layout} />}
      {open === 'managers' && <ManagerTable objects={rows.objects} />}
      {open === 'forecast' && <ForecastView />}
      {open === 'unread' && <UnreadTable />}
    </Tabs>
  );
}

/** Leads to the filter by `/`, unless the user types or wants no shortcuts of a single character. */
function useFilterKey(box: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!usePreferences.getState().singleKeys || document.querySelector('dialog:modal') !== null) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.closest('input, textarea, select') !== null) return;
      const field = box.current?.querySelector<HTMLInputElement>('.survey-filter input');
      if (field === null || field === undefined) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [box]);
}
