import { UpgradeView } from './upgrade-view.tsx';
import './survey.css';
import { useEffect, useMemo, useRef } from 'react';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { MoreItems, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { usePreferences } from '../../../core/store/preferences.ts';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { FileButton } from '../../../core/ui/file-button.tsx';
import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { useLayout } from '../../../core/ui/media.ts';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { takeFiles } from '../../bring/take-in.ts';
import { ForecastView } from '../../forecast/forecast-view.tsx';
import { useClusterReading } from '../state/cluster-reading.ts';
import { openSurvey } from '../state/open-survey.ts';
import { look, type SurveyView, useSurveyLook } from '../state/survey-look.ts';
import { useSurveyRows } from '../state/survey-rows.ts';
import { isAuditEvent, logsRead, useSurvey } from '../state/survey-store.ts';
import { FilterBar } from './filter-bar.tsx';
import { FindingsView } from './findings-view.tsx';
import { HeatMapView } from './heat-map-view.tsx';
import { ManagerTable } from './manager-table.tsx';
import { Short } from './object-row.tsx';
import { ObjectTable } from './object-table.tsx';
import { ClusterButton, SurveyHead, SurveyProgress } from './survey-head.tsx';

/** How many parts are listed. */
const mostListed = 500;

/** The parts that were not read: where they stand, why, and what was found. */
export function UnreadTable() {
  const unread = useSurvey((state) => state.unread);
  const { unreadColumns, reasons, pasted, unreadLabel } = laterWords.survey;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is in reach of keys.
    <section className="survey-scroll" aria-label={unreadLabel} tabIndex={0}>
      <table className="survey-table survey-unread">
        <thead>
          <tr>
            <th>{unreadColumns.file}</th>
            <th className="survey-number">{unreadColumns.line}</th>
            <th>{unreadColumns.reason}</th>
            <th>{unreadColumns.detail}</th>
          </tr>
        </thead>
        <tbody>
          {unread.slice(0, mostListed).map(({ place, reason, detail }, index) => (
            <tr key={index}>
              <td>{place.file === '' ? pasted : <Short text={place.file} />}</td>
              <td className="survey-number">{laterWords.survey.number({ count: place.line })}</td>
              <td>{reasons[reason]}</td>
              <td>
                <code>
                  <VisibleText text={detail} />
                </code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreItems count={unread.length - mostListed} />
    </section>
  );
}

const logs = onDemand(() => import('../../audit/open-log.ts'));

/** Says that what was read is an audit log, and offers the view that is made for one; nothing where there is none. */
export function LogOffer() {
  const rows = useSurvey((state) => state.rows);
  const events = useMemo(() => rows.filter(isAuditEvent).length, [rows]);
  if (events === 0) return null;
  return (
    <p className="survey-offer" role="status">
      <span>{laterWords.survey.auditEvents({ events })}</span>
      <button type="button" className="btn btn-small" onClick={async () => (await logs()).openAsLog(logsRead())}>
        {laterWords.survey.openAsLog}
      </button>
    </p>
  );
}

const command = 'kubectl get deploy,sts,ds,svc,cm,ing -A -o json --show-managed-fields > dump.json';

/** What a survey is for, and how one begins. */
export function EmptySurvey() {
  const forForecast = useSurveyLook(({ view }) => view === 'forecast');
  return (
    <div className="survey-empty">
      <h3>{laterWords.survey.emptyTitle}</h3>
      <p>{laterWords.survey.emptyText}</p>
      {forForecast && (
        <p>
          <strong>{laterWords.help.forecastFirst}</strong>
        </p>
      )}
      <p className="survey-choose">
        <FileButton
          label={laterWords.survey.chooseFiles}
          onFiles={(files) => void takeFiles(files)}
          className="btn btn-primary"
        />
        <FileButton label={laterWords.survey.chooseFolder} onFiles={openSurvey} folder className="btn" />
        <ClusterButton className="btn" />
      </p>
      <p>{laterWords.survey.emptyCommand}</p>
      <p className="survey-command">
        <code>{command}</code>
        <CopyButton text={command} label={words.page.copy} />
      </p>
      <p className="survey-soft">{laterWords.survey.privacy}</p>
    </div>
  );
}

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
          {progress.kind !== 'reading' && (
            <p className="survey-note">{laterWords.survey.nothingRead({ parts: unread.length })}</p>
          )}
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
    'upgrade',
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
            {name === 'findings' && <small> {laterWords.survey.number({ count: findings })}</small>}
            {name === 'unread' && <small> {laterWords.survey.number({ count: unread })}</small>}
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
      {open === 'upgrade' && <UpgradeView objects={rows.objects} />}
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
