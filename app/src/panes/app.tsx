import { type KeyboardEvent, useEffect, useState } from 'react';
import { usePreferences } from '../store/preferences.ts';
import { useScenario } from '../store/scenario-store.ts';
import { words } from '../view/words.ts';
import { Banners } from './banners.tsx';
import { Header } from './header.tsx';
import { useRoom } from './media.ts';
import { ResultPane } from './result-pane.tsx';
import { isBlank } from './screen.ts';
import { Split } from './split.tsx';
import { StatusBar } from './status-bar.tsx';
import { BesidePane, StepPane, useHasBeside } from './step-pane.tsx';
import { StepsPane } from './steps-pane.tsx';

/** The page. */
export function App() {
  const room = useRoom();
  const [picked, setPicked] = useState<string>();
  const theme = usePreferences((state) => state.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  const title = useScenario((state) => state.scenario.title);
  useEffect(() => {
    document.title = title === '' ? words.title : `${title} · ${words.title}`;
  }, [title]);
  const panes = { picked, setPicked };
  return (
    <div className={`page page-${room}`}>
      <button type="button" className="skip" onClick={skip}>
        {words.skip}
      </button>
      <Header narrow={room === 'narrow'} />
      <Banners />
      <main>
        {room === 'wide' && <WidePanes {...panes} />}
        {room === 'middle' && <MiddlePanes {...panes} />}
        {room === 'narrow' && <NarrowPanes {...panes} />}
      </main>
      <StatusBar />
    </div>
  );
}

interface PanesProps {
  readonly picked: string | undefined;
  readonly setPicked: (path: string | undefined) => void;
}

function WidePanes({ picked, setPicked }: PanesProps) {
  const wanted = usePreferences((state) => state.beside);
  const has = useHasBeside();
  const beside = wanted && has;
  const step = <StepPane canBeside={has} plain={false} onField={setPicked} />;
  // Two editors need more room than one, and each way of looking remembers its own.
  const [result, share] = beside ? (['result-beside', 0.64] as const) : (['result', 0.48] as const);
  return (
    <Split name="steps" label={words.resizeSteps} direction="row" share={0.175} least={[180, 640]}>
      <StepsPane />
      <Split name={result} label={words.resizeResult} direction="row" share={share} least={[280, 300]}>
        {beside ? (
          <Split name="beside" label={words.resizeBeside} direction="row" share={0.5} least={[140, 140]}>
            <BesidePane onField={setPicked} />
            {step}
          </Split>
        ) : (
          step
        )}
        <ResultPane picked={picked} onPick={setPicked} narrow={false} />
      </Split>
    </Split>
  );
}

function MiddlePanes({ picked, setPicked }: PanesProps) {
  return (
    <Split name="middle" label={words.resizeResult} direction="row" share={0.5} least={[280, 260]}>
      <Split name="list" label={words.resizeStepList} direction="column" share={0.3} least={[90, 200]}>
        <StepsPane />
        <StepPane canBeside={false} plain={false} onField={setPicked} />
      </Split>
      <ResultPane picked={picked} onPick={setPicked} narrow={false} />
    </Split>
  );
}

const tabs = ['steps', 'step', 'result'] as const;

function NarrowPanes({ picked, setPicked }: PanesProps) {
  // Somebody who comes to a blank page is told first what it is for.
  const [tab, setTab] = useState<(typeof tabs)[number]>(() =>
    isBlank(useScenario.getState().scenario) ? 'result' : 'step',
  );
  const count = useScenario((state) => state.scenario.steps.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? tabs.length - 1 : 0;
    const next = tabs[(tabs.indexOf(tab) + by) % tabs.length];
    if (by === 0 || next === undefined) return;
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={words.title} onKeyDown={onKeyDown}>
        {tabs.map((each) => (
          <button
            key={each}
            id={`tab-${each}`}
            type="button"
            role="tab"
            aria-selected={each === tab}
            aria-controls="tab-panel"
            tabIndex={each === tab ? 0 : -1}
            onClick={() => setTab(each)}
          >
            {words[each]}
            {each === 'steps' && <small> {count}</small>}
          </button>
        ))}
      </div>
      <div className="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'steps' && <StepsPane />}
        {tab === 'step' && (
          <StepPane
            canBeside={false}
            plain
            onField={(path) => {
              setPicked(path);
              setTab('result');
            }}
          />
        )}
        {tab === 'result' && <ResultPane picked={picked} onPick={setPicked} narrow />}
      </div>
    </>
  );
}

/** A link would change the fragment, which carries the scenario. */
function skip(): void {
  document.getElementById('result')?.focus();
}
