import { MoreItems, VisibleText } from '../../editor/visible-text.tsx';
import { words } from '../../language/language.ts';
import type { Selected } from '../components/screen.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { ForceStrip } from './force-strip.tsx';
import { isForced } from './has-outcome-panel.ts';

/** How many warnings are listed; the page counts the others. */
const mostWarnings = 50;

/** The panel for an answer that is more than success: a conflict with its ways out, a refusal, warnings, or force. */
export function OutcomePanel({ selected }: { readonly selected: Selected }) {
  const { step, outcome, view } = selected;
  if (outcome === undefined || step.off === true) return null;
  if (view?.conflict !== undefined) return <ConflictPanel key={step.id} selected={selected} conflict={view.conflict} />;
  const { status, message, code, warnings } = outcome;
  // The terminal shows the error of a command.
  const refused = status === 'error' && step.kind !== 'kubectl';
  const forced = status !== 'error' && status !== 'skipped' && isForced(step);
  if (!refused && warnings.length === 0 && !forced) return null;
  return (
    <section className="outcome" aria-label={refused ? words.conflict.error : outcomeLabel(warnings.length > 0)}>
      {refused && (
        <div className="outcome-head">
          <b>{words.conflict.error}</b>
          {code !== undefined && ` ${words.conflict.serverAnswers(code)}`}
          {message !== undefined && (
            <code>
              <VisibleText text={message} />
            </code>
          )}
        </div>
      )}
      {warnings.length > 0 && (
        <div className="outcome-head outcome-warnings">
          <b>{words.conflict.warnings}</b>
          {warnings.slice(0, mostWarnings).map((warning, index) => (
            <code key={index}>
              <VisibleText text={warning} />
            </code>
          ))}
          <MoreItems count={warnings.length - mostWarnings} />
        </div>
      )}
      {forced && <ForceStrip stepId={step.id} />}
    </section>
  );
}

function outcomeLabel(warned: boolean): string {
  return warned ? words.conflict.warnings : words.conflict.force.title;
}
