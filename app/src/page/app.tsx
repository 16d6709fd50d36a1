import { visibleText } from '@managed-fields/foreign-text';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { firstViewDrawn } from '../core/engine/when-idle.ts';
import { usePreferences } from '../core/store/preferences.ts';
import { useScenario } from '../core/store/scenario-store.ts';
import { useContrast, useLayout } from '../core/ui/media.ts';
import { MissingBanner } from '../core/ui/missing-part.tsx';
import { OriginBanner } from '../core/ui/origin.tsx';
import { Split } from '../core/ui/split.tsx';
import { Tabs } from '../core/ui/tabs.tsx';
import { words } from '../core/words/language.ts';
import { DropTarget } from '../features/bring/drop-target.tsx';
import { WalkStrip } from '../features/gallery/walk-strip.tsx';
import { ClusterPlace } from '../features/live-cluster/view/cluster-place.tsx';
import { type PaneName, showPane, useLook } from '../features/scenario/look.ts';
import { ResultPane } from '../features/scenario/result/result-pane.tsx';
import { isBlank } from '../features/scenario/selected.ts';
import { BesidePane, StepPane, useHasBeside } from '../features/scenario/step/step-pane.tsx';
import { StepsPane } from '../features/scenario/steps/steps-pane.tsx';
import { useSurveyPlace } from '../features/survey/state/survey-open.ts';
import { SurveyBack, SurveyPane } from '../features/survey/view/survey-place.tsx';
import { Dialogs } from './dialogs.tsx';
import { Header } from './header.tsx';
import { Banners } from './later-banners.ts';
import { useShortcuts } from './shortcuts.ts';
import { StatusBar } from './status-bar.tsx';

/** Draws the page. */
export function App() {
  const layout = useLayout();
  const theme = usePreferences((state) => state.theme);
  const contrast = useContrast();
  const survey = useSurveyPlace(({ shown }) => shown === 'panes');
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
      <main>
        {survey ? (
          <SurveyPane />
        ) : layout === 'wide' ? (
          <WidePanes />
        ) : layout === 'middle' ? (
          <MiddlePanes />
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

function WidePanes() {
  const wanted = usePreferences((state) => state.beside);
  const has = useHasBeside();
  const beside = wanted && has;
  const step = <StepPane canBeside={has} plain={false} />;
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

function MiddlePanes() {
  return (
    <Split name="middle" label={words.page.resizeResult} direction="row" share={0.5} least={[280, 260]}>
      <Split name="list" label={words.page.resizeStepList} direction="column" share={0.3} least={[90, 200]}>
        <StepsPane />
        <StepPane canBeside={false} plain={false} />
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
  // A blank page first says what it is for.
  useEffect(() => {
    if (opened > 0 && !chosen.current) showPane(isBlank(useScenario.getState().scenario) ? 'result' : 'step');
    if (opened > 0) chosen.current = false;
    // On a phone the first view is the text of the step; its owners come with the engine.
    if (opened > 0) firstViewDrawn();
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
