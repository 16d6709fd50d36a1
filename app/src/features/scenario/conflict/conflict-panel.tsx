import type { ConflictView, WayChoices, WayOut } from '@managed-fields/player';
import { type ConflictRow, conflictDrawing } from '@managed-fields/rendering';
import { toolOfManager } from '@managed-fields/tools';
import { type ReactNode, type RefObject, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useAnswer, useKeptWhile } from '../../../core/engine/use-answer.ts';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { useLayout } from '../../../core/ui/media.ts';
import { Term } from '../../../core/ui/term.tsx';
import { words } from '../../../core/words/language.ts';
import type { Selected } from '../selected.ts';
import { ConflictRows } from './conflict-rows.tsx';
import { ToolStrip } from './tool-strip.tsx';
import { takeWay, WayCards } from './way-cards.tsx';
import { PreviewSummary, WayPreview } from './way-preview.tsx';

interface ConflictPanelProps {
  readonly selected: Selected;
  readonly conflict: ConflictView;
  /** Why the text cannot be read. Nothing can be changed then. */
  readonly unread: string | undefined;
  readonly place: RefObject<HTMLElement | null>;
}

/**
 * The panel of a conflict: the server's words, a row a field, and the ways out, for all fields at once or for each
 * field.
 */
export function ConflictPanel({ selected: { step }, conflict, unread, place }: ConflictPanelProps) {
  const [each, setEach] = useState(false);
  const [chosen, setChosen] = useState<WayChoices>({});
  const colours = usePalette();
  const isCommand = step.kind === 'kubectl';
  const tool = isCommand ? 'kubectl' : toolOfManager(conflict.manager);
  const { said, count, by, rows, admitted } = conflictDrawing(conflict, colours, words, isCommand);
  const several = rows.length > 1 && conflict.resolvable;
  const single = each && several;
  // Where there is less room, ways out that a table had pushed off the screen would not be found.
  const waysFirst = useLayout() !== 'wide';
  const table = (
    <ConflictRows
      rows={rows}
      by={by}
      chosen={single ? chosen : undefined}
      disabled={unread !== undefined}
      onChoose={(keys, way) => {
        const others = Object.entries(chosen).filter(([key]) => !keys.includes(key));
        const these = way === undefined ? [] : keys.map((key) => [key, way] as const);
        setChosen(Object.fromEntries([...others, ...these]));
      }}
    />
  );
  return (
    <section ref={place} tabIndex={-1} className="outcome" aria-label={words.conflict.conflict}>
      <OutcomeHead unread={unread}>
        <Term term="conflict">
          <b>{words.conflict.conflict}</b>
        </Term>{' '}
        {said} <VisibleText text={count} />
        {!isCommand && <Message text={conflict.message} />}
      </OutcomeHead>
      {!waysFirst && table}
      {admitted.map((sentence) => (
        <p key={sentence} className="ways-note">
          <VisibleText text={sentence} />
        </p>
      ))}
      {!conflict.resolvable && <p className="ways-note">{words.conflict.notResolvable}</p>}
      {several && (
        <div className="btn-pair ways-mode">
          {[false, true].map((mode) => (
            <button
              key={String(mode)}
              type="button"
              className="btn btn-small"
              aria-pressed={single === mode}
              onClick={() => setEach(mode)}
            >
              {mode ? words.conflict.fieldByField : words.conflict.allAtOnce}
            </button>
          ))}
        </div>
      )}
      {waysFirst && single && table}
      {single ? (
        <Choices stepId={step.id} rows={rows} chosen={chosen} unread={unread !== undefined} />
      ) : (
        <WayCards stepId={step.id} conflict={conflict} tool={tool} first={rows[0]} unread={unread !== undefined} />
      )}
      {waysFirst && !single && table}
      <ToolStrip of={tool} stepId={unread === undefined ? step.id : undefined} />
    </section>
  );
}

/** The server's message: its first line, which opens to all of it. The table below says what the rest says. */
function Message({ text }: { readonly text: string }) {
  const end = text.indexOf('\n');
  if (end < 0) {
    return (
      <code>
        <VisibleText text={text} />
      </code>
    );
  }
  return (
    <details className="outcome-message">
      <summary>
        <code>
          <VisibleText text={text.slice(0, end)} />
        </code>
      </summary>
      <code>
        <VisibleText text={text.slice(end + 1)} />
      </code>
    </details>
  );
}

interface ChoicesProps {
  readonly stepId: string;
  readonly rows: readonly ConflictRow[];
  readonly chosen: WayChoices;
  readonly unread: boolean;
}

/** Previews the ways that were chosen field by field, together. */
function Choices({ stepId, rows, chosen, unread }: ChoicesProps) {
  const [look, setLook] = useState(false);
  const keys = rows.map(({ key }) => key);
  const way = Object.fromEntries(keys.flatMap((key): [string, WayOut][] => (chosen[key] ? [[key, chosen[key]]] : [])));
  const decided = keys.every((key) => chosen[key] !== undefined);
  const asked = useAnswer(decided && !unread ? { kind: 'chosen-ways', stepId, way } : undefined);
  const answer = useKeptWhile(unread, asked.answer);
  const forces = Object.values(way).includes('overwrite');
  return (
    <div className="ways-each">
      {decided ? <PreviewSummary preview={answer} /> : <p>{words.conflict.decideFirst}</p>}
      {forces && !decided && <p>{words.conflict.forceTakesRest}</p>}
      <div className="ways-each-do">
        <button
          type="button"
          className="btn btn-primary"
          disabled={!decided || unread}
          onClick={() => takeWay(stepId, way, answer, rows[0])}
        >
          {words.conflict.changeStep}
        </button>
        <button
          type="button"
          className="btn"
          aria-expanded={look && decided}
          disabled={!decided}
          onClick={() => setLook(!look)}
        >
          {words.conflict.preview}
        </button>
      </div>
      {look && answer !== undefined && <WayPreview name={words.conflict.fieldByField} preview={answer} />}
    </div>
  );
}

interface OutcomeHeadProps {
  /** Why the text cannot be read; undefined where it can. */
  readonly unread: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * The head of the outcome panel: what the server said. While the text cannot be read, why it cannot stands in its place,
 * which keeps its size.
 */
export function OutcomeHead({ unread, className = '', children }: OutcomeHeadProps) {
  return (
    <div className={`outcome-head ${className}${unread === undefined ? '' : ' outcome-head-before'}`}>
      <div>{children}</div>
      {unread !== undefined && (
        <div className="outcome-unread" role="status">
          <p>
            <b>{words.conflict.unread}</b> {words.conflict.answerBefore}
          </p>
          <code title={unread}>
            <VisibleText text={unread} />
          </code>
        </div>
      )}
    </div>
  );
}
