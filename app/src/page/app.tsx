import { visibleText } from '@managed-fields/foreign-text';
import { type ComponentType, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react';
import { onDemand } from '../core/code/fetch-code.ts';
import { firstViewDrawn } from '../core/engine/when-idle.ts';
import { listExamples } from '../core/store/examples.ts';
import { usePreferences } from '../core/store/preferences.ts';
import { useScenario } from '../core/store/scenario-store.ts';
import { isOursEverywhere } from '../core/ui/keys.ts';
import { lazyPane, MissingBanner } from '../core/ui/lazy-pane.tsx';
import { useContrast, useLayout } from '../core/ui/media.ts';
import { type DialogName, useDialog } from '../core/ui/open-dialog.ts';
import { OriginBanner } from '../core/ui/origin.tsx';
import { Split } from '../core/ui/split.tsx';
import { Tabs } from '../core/ui/tabs.tsx';
import { words } from '../core/words/language.ts';
import { DropTarget } from '../features/bring/drop-target.tsx';
import { WalkStrip } from '../features/gallery/walk-strip.tsx';
import { TaskPlace } from '../features/lessons/task-place.tsx';
import { ClusterPlace } from '../features/live-cluster/view/cluster-place.tsx';
import { type PaneName, showPane, showReasonOnceAnswered, useLook } from '../features/scenario/look.ts';
import { ResultPane } from '../features/scenario/result/result-pane.tsx';
import { isBlank } from '../features/scenario/selected.ts';
import { BesidePane, StepPane, useHasBeside } from '../features/scenario/step/step-pane.tsx';
import { StepsPane } from '../features/scenario/steps/steps-pane.tsx';
import { useSurveyPlace } from '../features/survey/state/survey-open.ts';
import { SurveyBack, SurveyPane } from '../features/survey/view/survey-place.tsx';
import { Banners } from './first-panes.ts';
import { Header } from './header.tsx';
import { StatusBar } from './status-bar.tsx';

/** Draws the page. */
export function App() {
  const layout = useLayout();
  const theme = usePreferences((state) => state.theme);
  const contrast = useContrast();
  const survey = useSurveyPlace(({ shown }) => shown === 'panes');
  // The first view comes in three frames, steps, result, then the pane of the step: one would keep a slow machine from
  // answering for too long. Panes have their sizes whatever is in them, so nothing moves.
  const second = useDeferredValue(true, false);
  const whole = useDeferredValue(second, false);
  useShortcuts();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
    if (contrast) dataset['contrast'] = 'more';
    else delete dataset['contrast'];
  }, [theme, contrast]);
  // Browsers store titles in their history and may sync them, so the title has nothing that the user wrote.
  const title = useScenario(({ origin, touched, scenario }) =>
    origin.kind === 'draft' || touched ? '' : scenario.title,
  );
  useEffect(() => {
    document.title = title === '' ? words.page.title : `${visibleText(title)} · ${words.page.title}`;
  }, [title]);
  return (
    <div className={`page page-${layout}`}>
      <button type="button" className="skip" onClick={skip}>
        {words.page.skip}
      </button>
      <Header narrow={layout === 'narrow'} />
      <div className="banners">
        <ClusterPlace />
        <OriginBanner />
        <MissingBanner />
        <Banners />
        <SurveyBack />
      </div>
      {!survey && <WalkStrip />}
      {!survey && <TaskPlace />}
      <main>
        {survey ? (
          <SurveyPane />
        ) : layout === 'wide' ? (
          <WidePanes whole={whole} />
        ) : layout === 'middle' ? (
          <MiddlePanes whole={whole} />
        ) : (
          <NarrowPanes />
        )}
      </main>
      <StatusBar />
      <Dialogs />
      <DropTarget />
    </div>
  );
}

interface PanesProps {
  /** Whether the pane of the step is drawn too, which comes last. */
  readonly whole: boolean;
}

function WidePanes({ whole }: PanesProps) {
  const wanted = usePreferences((state) => state.beside);
  const has = useHasBeside();
  const beside = wanted && has;
  const step = whole ? <StepPane canBeside={has} plain={false} /> : <section className="pane" />;
  // Two editors need more width than one, and each layout remembers its own size.
  const [result, share] = beside ? (['result-beside', 0.64] as const) : (['result', 0.48] as const);
  return (
    <Split name="steps" label={words.page.resizeSteps} direction="row" share={0.175} least={[180, 640]}>
      <StepsPane />
      <Split name={result} label={words.page.resizeResult} direction="row" share={share} least={[280, 300]}>
        {beside ? (
          <Split name="beside" label={words.page.resizeBeside} direction="row" share={0.5} least={[140, 140]}>
            <BesidePane />
            {step}
          </Split>
        ) : (
          step
        )}
        <ResultPane narrow={false} />
      </Split>
    </Split>
  );
}

function MiddlePanes({ whole }: PanesProps) {
  return (
    <Split name="middle" label={words.page.resizeResult} direction="row" share={0.5} least={[280, 260]}>
      <Split name="list" label={words.page.resizeStepList} direction="column" share={0.33} least={[90, 200]}>
        <StepsPane />
        {whole ? <StepPane canBeside={false} plain={false} /> : <section className="pane" />}
      </Split>
      <ResultPane narrow={false} />
    </Split>
  );
}

const panes = ['steps', 'step', 'result'] as const;

function NarrowPanes() {
  const pane = useLook((state) => state.pane);
  const count = useScenario((state) => state.scenario.steps.length);
  const opened = useScenario((state) => state.opened);
  // The user chose a pane while the page was still loading what its address names.
  const chosen = useRef(false);
  // A blank page first says what it is for, and an example what comes of it.
  useEffect(() => {
    if (opened === 0) return;
    const { origin, scenario } = useScenario.getState();
    const first = 'name' in origin || isBlank(scenario) ? 'result' : 'step';
    if (!chosen.current) showPane(first);
    if (!chosen.current && first === 'result') showReasonOnceAnswered();
    chosen.current = false;
    // The text of a step is a first view; the owners of a result come with the engine.
    if (first === 'step') firstViewDrawn();
  }, [opened]);
  const choose = (name: PaneName) => {
    chosen.current = opened === 0;
    showPane(name);
  };
  return (
    <Tabs
      label={words.page.title}
      className="tabs"
      tabs={panes.map((name) => ({
        name,
        text: (
          <>
            {words.page.tabs[name]}
            {name === 'steps' && <small> {count}</small>}
          </>
        ),
      }))}
      open={pane}
      onOpen={choose}
    >
      {pane === 'steps' && <StepsPane />}
      {pane === 'step' && <StepPane canBeside={false} plain />}
      {pane === 'result' && <ResultPane narrow />}
    </Tabs>
  );
}

/** A link would change the fragment, which may hold the scenario. */
function skip(): void {
  document.getElementById('result')?.focus();
}

/** The dialogs. Each is fetched when it is first opened, or when the browser is idle. */
const dialogs: Readonly<Record<DialogName, ComponentType>> = {
  'ask-cluster': lazyPane(
    async () => (await import('../features/live-cluster/view/ask-cluster.tsx')).AskClusterDialog,
    {
      whenIdle: false,
    },
  ),
  audit: lazyPane(async () => (await import('../features/audit/audit-dialog.tsx')).AuditDialog, { whenIdle: false }),
  bring: lazyPane(async () => (await import('../features/bring/bring-dialog.tsx')).BringDialog),
  drafts: lazyPane(async () => (await import('../features/bring/drafts-dialog.tsx')).DraftsDialog),
  gallery: lazyPane(async () => (await withList(import('../features/gallery/gallery.tsx'))).Gallery),
  goals: lazyPane(async () => (await import('../features/lessons/goals-dialog.tsx')).GoalsDialog, { whenIdle: false }),
  help: lazyPane(async () => (await import('../features/help/help-dialog.tsx')).HelpDialog),
  lessons: lazyPane(async () => (await import('../features/lessons/lessons-dialog.tsx')).LessonsDialog, {
    whenIdle: false,
  }),
  'open-cluster': lazyPane(
    async () => (await import('../features/live-cluster/view/open-cluster.tsx')).OpenClusterDialog,
    {
      whenIdle: false,
    },
  ),
  palette: lazyPane(async () => (await withList(import('./palette.tsx'))).Palette),
  schema: lazyPane(async () => (await import('../features/schema/schema-dialog.tsx')).SchemaDialog),
  share: lazyPane(async () => (await import('../features/share/share-dialog.tsx')).ShareDialog),
  'share-file': lazyPane(async () => (await import('../features/share/share-dialog.tsx')).ShareFileDialog),
  'share-survey': lazyPane(async () => (await import('../features/survey/view/share-survey.tsx')).ShareSurveyDialog, {
    whenIdle: false,
  }),
  shortcuts: lazyPane(async () => (await import('./shortcuts-list.tsx')).ShortcutsList),
  versions: lazyPane(
    async () => (await withList(import('../features/scenario/versions/versions-dialog.tsx'))).VersionsDialog,
  ),
  watch: lazyPane(async () => (await import('../features/live-cluster/watch/watch-pane.tsx')).WatchDialog, {
    whenIdle: false,
  }),
};

/** Draws the open dialog, if there is one. */
export function Dialogs() {
  const open = useDialog((state) => state.open);
  if (open === undefined) return null;
  const Open = dialogs[open];
  return <Open />;
}

/** Resolves when both the code and the list of examples are loaded. */
async function withList<T>(loading: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([loading, listExamples()]);
  return loaded;
}

/** The code that runs keys; undefined until it is fetched. */
let running: typeof import('./run-keys.ts') | undefined;

const keys = onDemand(
  async () => {
    running = await import('./run-keys.ts');
    return running;
  },
  // Until then the editor and the browser handle our keys.
  { soon: true },
);

/** Listens to the keys of all actions while the page is shown. */
export function useShortcuts(): void {
  useEffect(() => {
    const first = (event: KeyboardEvent) => {
      if (running !== undefined) running.runFirst(event);
      else if (isOursEverywhere(event)) runLate(event);
    };
    const last = (event: KeyboardEvent) => {
      if (running !== undefined) running.runLast(event);
      else if (!event.defaultPrevented) runLate(event);
    };
    window.addEventListener('keydown', first, { capture: true });
    window.addEventListener('keydown', last);
    return () => {
      window.removeEventListener('keydown', first, { capture: true });
      window.removeEventListener('keydown', last);
    };
  }, []);
}

/** Handles a key that was pressed before the code for it was fetched: fetches it, then runs the key. */
function runLate(event: KeyboardEvent): void {
  if (isOursEverywhere(event)) {
    event.preventDefault();
    event.stopPropagation();
  }
  keys().then(
    ({ runFirst, runLast }) => runFirst(event) || runLast(event),
    // Without the code the key does nothing.
    () => {},
  );
}
