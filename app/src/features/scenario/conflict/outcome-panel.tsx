import type { StepView } from '@managed-fields/player';
import { MoreItems, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { words } from '../../../core/words/language.ts';
import { useReasonPlace } from '../look.ts';
import { isForced, type Selected } from '../selected.ts';
import { ConflictPanel, OutcomeHead } from './conflict-panel.tsx';
import { ForceStrip } from './force-strip.tsx';

/** How many warnings are listed; the page counts the others. */
const mostWarnings = 50;

interface OutcomePanelProps {
  readonly selected: Selected;
  /** Why the text cannot be read. The panel then shows the answer to the text before. */
  readonly unread: string | undefined;
}

/** The panel for an answer that is more than success: a conflict with its ways out, a refusal, warnings, or force. */
export function OutcomePanel({ selected, unread }: OutcomePanelProps) {
  const { step, outcome, view } = selected;
  const place = useReasonPlace(step.id);
  if (outcome === undefined || step.off === true) return null;
  if (view?.conflict !== undefined) {
    return <ConflictPanel key={step.id} selected={selected} conflict={view.conflict} unread={unread} place={place} />;
  }
  const { status, message, code, warnings } = outcome;
  // The terminal shows the error of a command.
  const refused = status === 'error' && step.kind !== 'kubectl';
  // What was not sent nobody refused: a notice says what the step lacks.
  const isSent = code !== undefined || message !== undefined;
  const forced = status !== 'error' && status !== 'skipped' && isForced(step, view);
  if (!refused && warnings.length === 0 && !forced) return null;
  return (
    <section
      ref={place}
      tabIndex={-1}
      className="outcome"
      aria-label={refused ? words.conflict.error : outcomeLabel(warnings.length > 0)}
    >
      {refused && (
        <OutcomeHead unread={unread}>
          {isSent && <b>{words.conflict.error}</b>}
          {!isSent && <NoticeSentences notices={view?.notices ?? []} />}
          {code !== undefined && ` ${words.conflict.serverAnswers({ code })}`}
          {message !== undefined && (
            <code>
              <VisibleText text={message} />
            </code>
          )}
        </OutcomeHead>
      )}
      {warnings.length > 0 && (
        <OutcomeHead unread={refused ? undefined : unread} className="outcome-warnings">
          <b>{words.conflict.warnings}</b>
          {warnings.slice(0, mostWarnings).map((warning, index) => (
            <code key={index}>
              <VisibleText text={warning} />
            </code>
          ))}
          <MoreItems count={warnings.length - mostWarnings} />
        </OutcomeHead>
      )}
      {forced && <ForceStrip stepId={step.id} unread={unread !== undefined} />}
    </section>
  );
}

function NoticeSentences({ notices }: Pick<StepView, 'notices'>) {
  return notices.map((notice) => <span key={notice.code}>{words.result.noticeSentence(notice)} </span>);
}

function outcomeLabel(warned: boolean): string {
  return warned ? words.conflict.warnings : words.conflict.force.title;
}
