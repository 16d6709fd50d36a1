import type { NotComparable } from '@managed-fields/live-cluster';
import type { NeededSteps } from '@managed-fields/player';
import { useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { announce } from '../../../core/ui/announce.ts';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { takeObject } from '../state/take-object.ts';
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
