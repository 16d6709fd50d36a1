import type { NotComparable } from '@managed-fields/live-cluster';
import type { NeededSteps } from '@managed-fields/player';
import { addStep, nextStepId } from '@managed-fields/scenario';
import { useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { edit, useScenario } from '../../../core/store/scenario-store.ts';
import { announce } from '../../../core/ui/announce.ts';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { askFor } from '../state/dry-run.ts';
import { AskRows } from './ask-rows.tsx';

interface AskWhyProps {
  readonly why: NotComparable;
  readonly stepId: string;
  readonly needs: NeededSteps;
}

/** Why nothing could be compared: the step that is needed, what differs, the server's words, the missing rule. */
export function AskWhy({ why, stepId, needs }: AskWhyProps) {
  const said = laterWords.clusterAsk;
  const step = 'needs' in why ? (why.needs ?? (why.code === 'no-namespace' ? needs.namespace : undefined)) : undefined;
  return (
    <>
      <NeededStep needed={step} own={stepId} />
      {'message' in why && why.message !== '' && (
        <pre className="ask-words">
          <VisibleText text={'status' in why ? `${why.status} ${why.message}` : why.message} />
        </pre>
      )}
      {why.code === 'front' && <p>{laterWords.cluster.front[why.reason]}</p>}
      {why.code === 'refused' && <code>{`${why.refusal.reason}: ${why.refusal.found}`}</code>}
      {why.code === 'forbidden' && why.rule !== undefined && (
        <>
          <p>{laterWords.cluster.ruleSentence(why.rule)}</p>
          <details>
            <summary>{laterWords.cluster.role({ namespaced: why.rule.namespace !== '' })}</summary>
            <pre className="ask-words">{why.role}</pre>
            <CopyButton text={why.role} label={words.page.copy} />
          </details>
        </>
      )}
      {'rows' in why && (
        <AskRows
          rows={why.rows}
          heads={why.code === 'meanwhile' ? [said.predicted, said.answered] : [said.scenario, said.now]}
        />
      )}
      {'now' in why && <PredictAnew stepId={stepId} now={why.now} />}
    </>
  );
}

/** Says which step would have written what is wanting. */
export function NeededStep({ needed, own }: { readonly needed: string | undefined; readonly own: string }) {
  const said = laterWords.clusterAsk;
  const place = useScenario(({ scenario }) => scenario.steps.findIndex(({ id }) => id === needed));
  if (needed === undefined || place < 0) return null;
  return <p>{needed === own ? said.needsSame : said.needs({ step: place + 1 })}</p>;
}

function PredictAnew({ stepId, now }: { readonly stepId: string; readonly now: string }) {
  const said = laterWords.clusterAsk;
  const [failed, setFailed] = useState(false);
  const take = async () => {
    const taken = await takeObject(stepId, now);
    setFailed(!taken);
    announce(taken ? said.taken : said.notTaken);
  };
  return (
    <p className="ask-acts">
      <button type="button" className="btn" onClick={() => void take()}>
        {said.predictAnew}
      </button>
      {failed && <span role="alert">{said.notTaken}</span>}
    </p>
  );
}

/**
 * Puts an object of the cluster, given as JSON, into the scenario as a live step right before a step, so that the step
 * is predicted from it. Does nothing where the scenario changed meanwhile; returns whether it did it.
 */
async function takeObject(stepId: string, object: string): Promise<boolean> {
  const { scenario, revision } = useScenario.getState();
  const printed = await askFor(scenario, { kind: 'printed-objects', objects: [{ text: object, declared: false }] });
  const text = printed?.[0];
  const at = scenario.steps.findIndex(({ id }) => id === stepId);
  if (text === undefined || at < 0 || revision !== useScenario.getState().revision) return false;
  const live = nextStepId(scenario);
  edit((before) => addStep(before, { kind: 'live', text }, at), { select: stepId });
  return useScenario.getState().scenario.steps.some(({ id }) => id === live);
}
