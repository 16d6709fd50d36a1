import { notCompared } from '@managed-fields/live-cluster';
import type { ObjectDifference } from '@managed-fields/player';
import { useMemo } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { DiffView } from '../../scenario/result/diff-view.tsx';
import type { AskableRequest, AskedOutcome } from '../state/dry-run.ts';
import { UnreadList } from './admission-notice.tsx';
import { AskRows } from './ask-rows.tsx';
import { AskWhy } from './ask-why.tsx';

interface OutcomeProps {
  readonly outcome: AskedOutcome;
}

/** How asking ended, in one sentence. */
export function OutcomeSentence({ outcome }: OutcomeProps) {
  const said = laterWords.clusterAsk;
  switch (outcome.kind) {
    case 'same':
      return <p className="ask-same">{said.same({ code: outcome.answer.code })}</p>;
    case 'differs':
      return <p className="ask-differs">{said.differs({ count: outcome.rows.length })}</p>;
    case 'not-comparable':
      return <p className="ask-not">{said.why[outcome.why.code]}</p>;
    case 'cancelled':
      return <p>{said.cancelled}</p>;
  }
}

interface DetailsProps extends OutcomeProps {
  readonly stepId: string;
  readonly request: AskableRequest;
}

/** What stands below the sentence: differences with what may explain them, both objects, and what does not count. */
export function OutcomeDetails({ outcome, stepId, request }: DetailsProps) {
  const said = laterWords.clusterAsk;
  switch (outcome.kind) {
    case 'same':
      return <NotComparedList />;
    case 'differs':
      return (
        <>
          <AskRows rows={outcome.rows} heads={[said.predicted, said.answered]} />
          <UnreadList unread={outcome.unread} />
          {outcome.webhooks.length > 0 && (
            <p className="ask-note">
              <VisibleText text={said.webhooks(outcome.webhooks)} />
            </p>
          )}
          {outcome.difference !== undefined && <Objects stepId={stepId} difference={outcome.difference} />}
          <NotComparedList />
        </>
      );
    case 'not-comparable':
      return <AskWhy why={outcome.why} stepId={stepId} needs={request.needs} />;
    case 'cancelled':
      return null;
  }
}

interface ObjectsProps {
  readonly stepId: string;
  readonly difference: ObjectDifference;
}

function Objects({ stepId, difference }: ObjectsProps) {
  const { before, after } = difference;
  const owners = useMemo(() => [...(before?.managers ?? []), ...(after?.managers ?? [])], [before, after]);
  const colours = usePalette(owners);
  if (difference.values.length === 0 && difference.moves.length === 0) return null;
  return (
    <>
      <h3>{laterWords.clusterAsk.objects}</h3>
      <DiffView
        changes={{ stepId, against: { kind: 'nothing' }, earlier: [], effect: 'dry-run', ...difference }}
        colours={colours}
        beside={false}
        whole={false}
        wrap
        picked={undefined}
        onPick={() => undefined}
      />
    </>
  );
}

/** What never counts as a difference, each with its reason. */
function NotComparedList() {
  const said = laterWords.clusterAsk;
  return (
    <details className="ask-given">
      <summary>{said.notCompared}</summary>
      <ul>
        {notCompared.map(({ code, place }) => (
          <li key={code}>
            <code>{place}</code> {said.given[code]}
          </li>
        ))}
      </ul>
    </details>
  );
}
