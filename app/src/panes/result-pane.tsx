import type { AnnotatedText, CommandView } from '@managed-fields/scenario';
import { type ReactNode, useMemo, useState } from 'react';
import { CodeView, type Pointed } from '../editor/code-view.tsx';
import { usePlayback } from '../engine/playback-store.ts';
import { useScenario } from '../store/scenario-store.ts';
import { type Filter, overlay } from '../view/overlay.ts';
import { foldedSentence, lastAppliedSentence } from '../view/sentences.ts';
import { words } from '../view/words.ts';
import { CopyButton } from './banners.tsx';
import { HoverCard, Inspector } from './inspector.tsx';
import { Legend } from './legend.tsx';
import { MigrationsView } from './migration-view.tsx';
import { Notices } from './notices.tsx';
import { OtherWayView } from './other-way-view.tsx';
import { RequestsView } from './requests-view.tsx';
import { isBlank, type Shown, useSelected, useShown } from './screen.ts';
import { usePalette } from './seating.ts';
import { StepButtons } from './step-pane.tsx';
import { ThreeWayView } from './three-way-view.tsx';
import { Welcome } from './welcome.tsx';

interface ResultPaneProps {
  /** The path of the field that the inspector is about. */
  readonly picked: string | undefined;
  readonly onPick: (path: string | undefined) => void;
  readonly narrow: boolean;
}

/** The object after the selected step, with ownership drawn on it. */
export function ResultPane({ picked, onPick, narrow }: ResultPaneProps) {
  const shown = useShown();
  const blank = useScenario((state) => isBlank(state.scenario));
  const result = shown?.result;
  const colours = usePalette();
  const [wanted, setView] = useState<ResultView>('object');
  const command = usePlayback((state) => state.playback.view?.command);
  const playedStep = usePlayback((state) => state.playback.view?.stepId);
  const missing =
    (wanted === 'three-way' && command?.applies.length === 0) ||
    (wanted === 'migration' && command?.migrations.length === 0) ||
    (wanted === 'other' && command?.otherWay === undefined);
  const view = missing ? 'object' : wanted;
  return (
    <section className="pane result-pane" aria-label={words.resultPane} id="result" tabIndex={-1}>
      {command !== undefined && <ViewTabs command={command} view={view} onView={setView} />}
      {command !== undefined && view === 'requests' ? (
        <RequestsView
          key={shown?.place}
          requests={command.requests}
          before={command.managersBefore}
          colours={colours}
        />
      ) : command !== undefined && view === 'three-way' ? (
        <ThreeWayView applies={command.applies} />
      ) : command !== undefined && view === 'migration' ? (
        <MigrationsView migrations={command.migrations} colours={colours} />
      ) : playedStep !== undefined && view === 'other' ? (
        <OtherWayView stepId={playedStep} />
      ) : result === undefined ? (
        <>
          <ResultBar shown={shown} />
          {blank ? <Welcome /> : <NoResult shown={shown} />}
        </>
      ) : (
        <Result result={result} shown={shown} picked={picked} onPick={onPick} narrow={narrow} />
      )}
    </section>
  );
}

type ResultView = 'object' | 'requests' | 'three-way' | 'migration' | 'other';

interface ViewTabsProps {
  readonly command: CommandView;
  readonly view: ResultView;
  readonly onView: (view: ResultView) => void;
}

/** What there is to see of a command beside the object. */
function ViewTabs({ command, view, onView }: ViewTabsProps) {
  const views: readonly ResultView[] = [
    'object',
    'requests',
    ...(command.applies.length > 0 ? ['three-way' as const] : []),
    ...(command.migrations.length > 0 ? ['migration' as const] : []),
    ...(command.otherWay === undefined ? [] : ['other' as const]),
  ];
  return (
    <div className="view-tabs" role="tablist" aria-label={words.views}>
      {views.map((each) => (
        <button key={each} type="button" role="tab" aria-selected={each === view} onClick={() => onView(each)}>
          {each === 'other' ? words.insteadNames[command.otherWay ?? 'server'] : words.viewNames[each]}
          {each === 'requests' && <small> {command.requests.length}</small>}
        </button>
      ))}
    </div>
  );
}

interface ResultProps extends ResultPaneProps {
  readonly result: AnnotatedText;
  readonly shown: Shown | undefined;
}

function Result({ result, shown, picked, onPick, narrow }: ResultProps) {
  const colours = usePalette();
  const [filter, setFilter] = useState<Filter>({ kind: 'all' });
  const [open, setOpen] = useState(false);
  const [layer, setLayer] = useState(false);
  const declared = result.fields.filter(
    (field) => field.leaf && field.lastApplied && field.atomicRoot === undefined,
  ).length;
  const [pointed, setPointed] = useState<Pointed>();
  const sound = filter.kind === 'manager' && filter.index >= result.managers.length ? all : filter;
  const drawn = useMemo(() => overlay(result, colours, sound), [result, colours, sound]);
  const index = useMemo(() => {
    const found = picked === undefined ? -1 : result.fields.findIndex(({ path }) => path === picked);
    return found < 0 ? undefined : found;
  }, [result, picked]);
  const fold = result.managedFields && {
    range: result.managedFields,
    closed: !open,
    summary: foldedSentence(result.managers),
    toggle: () => setOpen(!open),
  };
  return (
    <>
      <ResultBar shown={shown}>
        {fold !== undefined && (
          <button type="button" className="btn btn-small" aria-pressed={open} onClick={fold.toggle}>
            {words.managedFields}
          </button>
        )}
        {declared > 0 && (
          <button
            type="button"
            className="btn btn-small"
            aria-pressed={layer}
            title={words.lastAppliedTitle}
            onClick={() => setLayer(!layer)}
          >
            {words.lastApplied}
          </button>
        )}
        <CopyButton text={result.text} label={words.copy} />
      </ResultBar>
      <Legend annotated={result} colours={colours} filter={sound} onFilter={setFilter} onPick={onPick} />
      {layer && declared > 0 && <p className="layer-legend">{lastAppliedSentence(declared)}</p>}
      <Notices notices={shown?.notices ?? []} />
      <CodeView
        label={words.resultYaml}
        text={result.text}
        annotated={result}
        overlay={drawn}
        fold={fold}
        picked={index}
        onPick={(field) => onPick(field === undefined ? undefined : result.fields[field]?.path)}
        onPoint={narrow ? undefined : setPointed}
        wrap={narrow}
        lastApplied={layer}
      />
      {pointed !== undefined && <HoverCard annotated={result} colours={colours} pointed={pointed} />}
      <Inspector annotated={result} colours={colours} field={index} path={picked} onClose={() => onPick(undefined)} />
    </>
  );
}

const all: Filter = { kind: 'all' };

interface ResultBarProps {
  readonly shown: Shown | undefined;
  readonly children?: ReactNode;
}

function ResultBar({ shown, children }: ResultBarProps) {
  const health = usePlayback((state) => state.health);
  const selected = useSelected();
  return (
    <div className="bar">
      <h2>
        {shown === undefined ? words.object : `${words.after} ${shown.place}`}
        {shown?.object !== undefined && <span className="bar-object">{shown.object}</span>}
      </h2>
      {shown?.stale === true && (
        <span className="badge badge-stale" title={words.stale}>
          {words.staleBadge}
        </span>
      )}
      {health === 'working' && <span className="working" role="presentation" title={words.working} />}
      <span className="grow" />
      {children}
      {selected !== undefined && <StepButtons place={selected.place} />}
    </div>
  );
}

function NoResult({ shown }: { readonly shown: Shown | undefined }) {
  if (shown === undefined) return <p className="pane-empty">{words.working}</p>;
  return (
    <>
      <Notices notices={shown.notices} />
      <div className="pane-empty">
        <p>
          <b>{words.noResult}</b>
        </p>
        <p>{shown.status === 'installed' ? words.installedText : words.noResultText}</p>
      </div>
    </>
  );
}
