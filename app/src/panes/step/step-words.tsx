import type { Step } from '@managed-fields/scenario';
import { VisibleText } from '../../editor/visible-text.tsx';
import { words } from '../../language/language.ts';
import { WordingForm } from '../later-panes.ts';
import { useWording, wordStep } from './wording.ts';

interface StepWordsProps {
  readonly step: Step;
  /** The sentence stands elsewhere already. */
  readonly hideNote: boolean;
}

/** A step's name and the sentence for those who step through; fields for both while they are being changed. */
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
