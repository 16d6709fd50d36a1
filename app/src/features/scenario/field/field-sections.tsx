import type { FieldEventView } from '@managed-fields/player';
import { rewriterSentences } from '@managed-fields/tools/put-back';
import { useMemo, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { select, useScenario } from '../../../core/store/scenario-store.ts';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { SchemaFacts } from './schema-facts.tsx';
import { WhatIf } from './what-if.tsx';

interface FieldSectionsProps {
  readonly stepId: string;
  readonly path: string;
}

/** The sections that the engine answers: the schema of a field, its history, and, on demand, what would happen. */
export function FieldSections({ stepId, path }: FieldSectionsProps) {
  const [supposing, setSupposing] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <div className="field-columns">
        <details open>
          <summary>{words.field.history}</summary>
          <HistoryList stepId={stepId} path={path} />
        </details>
        <details open>
          <summary>{words.field.schema}</summary>
          <SchemaFacts stepId={stepId} path={path} />
        </details>
      </div>
      <details open={asking} onToggle={({ currentTarget }) => setAsking(currentTarget.open)}>
        <summary>{laterWords.putBack.title}</summary>
        {asking && <PutBack stepId={stepId} path={path} />}
      </details>
      <details open={supposing} onToggle={({ currentTarget }) => setSupposing(currentTarget.open)}>
        <summary>{words.field.whatIf}</summary>
        {supposing && <WhatIf key={`${stepId} ${path}`} stepId={stepId} path={path} />}
      </details>
    </>
  );
}

interface HistoryListProps {
  readonly stepId: string;
  readonly path: string;
}

/** Lists what each step did to a field, in order. Each row leads to its step. */
export function HistoryList({ stepId, path }: HistoryListProps) {
  const { answer, failure } = useAnswer({ kind: 'history', stepId, path });
  const owners = useMemo(() => (answer ?? []).flatMap(({ by }) => by ?? []), [answer]);
  const colours = usePalette(owners);
  const steps = useScenario((state) => state.scenario.steps);
  if (failure !== undefined) return <p className="soft">{words.field.failed}</p>;
  if (answer === undefined) return <p className="soft">{words.field.working}</p>;
  if (answer.length === 0) return <p className="soft">{words.field.noHistory}</p>;
  return (
    <ol className="history">
      {answer.map((event, index) => (
        <li key={`${event.stepId} ${index}`} className={isFailure(event) ? 'history-failed' : undefined}>
          <span className="history-mark">
            {event.by === undefined ? <i className="mark-server" /> : <MarkChip mark={colours.ofOwner(event.by)} />}
          </span>
          <p>
            <button
              type="button"
              className="link"
              aria-current={event.stepId === stepId ? 'step' : undefined}
              onClick={() => select(event.stepId)}
            >
              {words.field.stepLink({ place: steps.findIndex(({ id }) => id === event.stepId) + 1 })}
            </button>
            {event.request !== undefined && <small> {words.field.requestOf({ place: event.request + 1 })}</small>}{' '}
            {words.field.eventSentence(event)}
            {event.message !== undefined && event.code === 'rejected' && (
              <code>
                <VisibleText text={event.message} />
              </code>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

function isFailure({ code }: FieldEventView): boolean {
  return code === 'refused' || code === 'rejected';
}

interface PutBackProps {
  readonly stepId: string;
  readonly path: string;
}

/** Says who writes a field again after somebody has changed it by hand, when, and how that ends. */
function PutBack({ stepId, path }: PutBackProps) {
  const { answer, failure, asking } = useAnswer<'put-back'>({ kind: 'put-back', stepId, path });
  const owners = useMemo(() => (answer ?? []).map(({ owner }) => owner), [answer]);
  const colours = usePalette(owners);
  const said = laterWords.putBack;
  if (failure !== undefined) return <p className="soft">{words.field.failed}</p>;
  if (answer === undefined) return <p className="soft">{asking ? words.field.working : words.field.notInObject}</p>;
  return (
    <>
      <p className="soft">{said.intro}</p>
      {answer.every(({ writer }) => writer === 'hand') && <p>{said.nobody}</p>}
      <ul className="what-if">
        {answer.map((each) => (
          <li key={`${each.owner.manager} ${each.owner.operation} ${each.owner.subresource} ${each.end}`}>
            <p className="what-if-what">
              <MarkChip mark={colours.ofOwner(each.owner)} />
              <VisibleText text={rewriterSentences(each, said).join(' ')} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
