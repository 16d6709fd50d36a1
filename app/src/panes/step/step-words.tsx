import { renameStep, type Step, withNote } from '@managed-fields/scenario';
import { create } from 'zustand';
import { words } from '../../language/language.ts';
import { edit } from '../../store/scenario-store.ts';

/** Whose name and sentence are being changed; `field` is where the caret goes. */
const useWording = create<{ readonly stepId: string | undefined; readonly field: 'name' | 'note' }>(() => ({
  stepId: undefined,
  field: 'name',
}));

/** Opens the fields for a step's name and its sentence. */
export function wordStep(stepId: string, field: 'name' | 'note'): void {
  useWording.setState({ stepId, field });
}

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
        {step.note}{' '}
        <button type="button" className="link" onClick={() => wordStep(step.id, 'note')}>
          {words.step.changeNote}
        </button>
      </p>
    );
  }
  const close = () => useWording.setState({ stepId: undefined });
  return (
    <form
      className="step-words"
      onSubmit={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <label>
        {words.step.name}
        <input
          type="text"
          value={step.name ?? ''}
          maxLength={200}
          placeholder={words.step.nameHint}
          // biome-ignore lint/a11y/noAutofocus: somebody asked to type here.
          autoFocus={field === 'name'}
          onChange={({ target }) => {
            edit((scenario) => renameStep(scenario, step.id, target.value), { series: `${step.id} name` });
          }}
        />
      </label>
      <label>
        {words.step.note}
        <textarea
          rows={2}
          value={step.note ?? ''}
          maxLength={1000}
          placeholder={words.step.noteHint}
          // biome-ignore lint/a11y/noAutofocus: somebody asked to type here.
          autoFocus={field === 'note'}
          onChange={({ target }) => {
            edit((scenario) => withNote(scenario, step.id, target.value), { series: `${step.id} note` });
          }}
        />
      </label>
      <button type="submit" className="btn btn-small">
        {words.step.done}
      </button>
    </form>
  );
}
