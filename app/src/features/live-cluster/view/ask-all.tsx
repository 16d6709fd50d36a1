import type { Scenario, Step } from '@managed-fields/scenario';
import { useEffect, useRef, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { type AskedRequest, type AskedStep, askSteps } from '../state/dry-run.ts';
import { OutcomeSentence } from './ask-outcome.tsx';
import { AskRows } from './ask-rows.tsx';
import { NeededStep } from './ask-why.tsx';

interface Run {
  readonly of: Scenario;
  readonly steps: ReadonlyMap<string, AskedStep>;
  readonly state: 'asking' | 'done' | 'cancelled';
}

/** Asks for all steps, one after the other, and lists how each ended. */
export function AskAll() {
  const said = laterWords.clusterAsk;
  const scenario = useScenario((state) => state.scenario);
  const [last, setRun] = useState<Run>();
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  // What was asked about another scenario says nothing about this one.
  const run = last?.of === scenario ? last : undefined;
  const isAsking = run?.state === 'asking';
  const ask = async () => {
    asking.current?.abort();
    const control = new AbortController();
    asking.current = control;
    setRun({ of: scenario, steps: new Map(), state: 'asking' });
    const tell = ({ id }: Step, asked: AskedStep) =>
      setRun((before) => before && { ...before, steps: new Map(before.steps).set(id, asked) });
    await askSteps(scenario, tell, control.signal);
    setRun((before) => before && { ...before, state: control.signal.aborted ? 'cancelled' : 'done' });
  };
  return (
    <>
      <p>{said.allIntro}</p>
      <p className="ask-acts">
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={isAsking}
          onClick={() => !isAsking && void ask()}
        >
          {run === undefined ? said.sendAll : said.again}
        </button>
        {isAsking && (
          <button type="button" className="btn" onClick={() => asking.current?.abort()}>
            {said.cancel}
          </button>
        )}
        <span role="status">{run !== undefined && stateOf(run)}</span>
      </p>
      <ol className="ask-list">
        {scenario.steps.map((step, place) => {
          const asked = run?.steps.get(step.id);
          return (
            <li key={step.id}>
              <h3>
                <VisibleText
                  text={said.step({ place: place + 1, name: step.name ?? words.steps.kindNames[step.kind] })}
                />
              </h3>
              {asked !== undefined && <StepResult stepId={step.id} asked={asked} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

function stateOf({ of, steps, state }: Run): string {
  const said = laterWords.clusterAsk;
  if (state === 'cancelled') return said.cancelled;
  if (state === 'asking') return said.progress({ done: steps.size, all: of.steps.length });
  const kinds = [...steps.values()].map(kindOf);
  const count = (kind: string) => kinds.filter((each) => each === kind).length;
  return said.summary({ same: count('same'), differ: count('differs'), rest: count('rest') });
}

/** Whether all requests of a step were answered as predicted, one was not, or nothing can be said. */
function kindOf(asked: AskedStep): 'same' | 'differs' | 'rest' {
  if (asked.kind === 'nothing') return 'rest';
  const kinds = asked.requests.map((each) => (each.kind === 'asked' ? each.outcome.kind : 'delete'));
  if (kinds.includes('differs')) return 'differs';
  return kinds.length > 0 && kinds.every((kind) => kind === 'same') ? 'same' : 'rest';
}

function StepResult({ stepId, asked }: { readonly stepId: string; readonly asked: AskedStep }) {
  const said = laterWords.clusterAsk;
  if (asked.kind === 'nothing') {
    return <p className="ask-note">{asked.why === 'unpredicted' ? said.unpredicted : said.nothing[asked.why]}</p>;
  }
  return asked.requests.map((request, place) => <RequestResult key={place} stepId={stepId} request={request} />);
}

function RequestResult({ stepId, request }: { readonly stepId: string; readonly request: AskedRequest }) {
  const said = laterWords.clusterAsk;
  if (request.kind === 'delete') return <p className="ask-note">{said.isDelete}</p>;
  const { outcome } = request;
  return (
    <>
      <OutcomeSentence outcome={outcome} />
      {outcome.kind === 'differs' && <AskRows rows={outcome.rows} heads={[said.predicted, said.answered]} />}
      {outcome.kind === 'not-comparable' && 'needs' in outcome.why && (
        <NeededStep needed={outcome.why.needs} own={stepId} />
      )}
      {outcome.kind === 'not-comparable' && 'message' in outcome.why && (
        <pre className="ask-words">
          <VisibleText text={outcome.why.message} />
        </pre>
      )}
    </>
  );
}
