import type { Step } from '@managed-fields/scenario';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { Menu } from '../../../core/ui/menu.tsx';
import { words } from '../../../core/words/language.ts';
import { WordingForm } from '../../later-panes.ts';
import { useWording, wordStep } from './wording.ts';

interface StepWordsProps {
  readonly step: Step;
  /** Leaves out the note, which is drawn elsewhere. */
  readonly hideNote: boolean;
}

/** Shows the name and the note of a step, or the fields to change them. */
export function StepWords({ step, hideNote }: StepWordsProps) {
  const { stepId, field } = useWording();
  if (stepId !== step.id) {
    if (step.note === undefined || hideNote) return null;
    return (
      <p className="step-note">
        <VisibleText text={step.note} />{' '}
        <button type="button" className="link" onClick={() => wordStep(step.id, 'note')}>
          {words.step.changeNote}
        </button>
      </p>
    );
  }
  return <WordingForm step={step} field={field} />;
}

const menu = onDemand(() => import('../steps/step-items.ts'));

/** The menu for the name, the note and the text of the selected step. */
export function StepMenu({ step }: { readonly step: Step }) {
  return (
    <Menu
      label={words.step.menu}
      className="btn btn-small btn-icon"
      button={<span aria-hidden="true">⋯</span>}
      align="end"
      items={async () => (await menu()).itemsOf(step)}
    />
  );
}
