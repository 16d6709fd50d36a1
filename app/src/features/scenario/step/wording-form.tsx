import { renameStep, type Step, withNote } from '@managed-fields/scenario';
import { edit } from '../../../core/store/scenario-store.ts';
import { words } from '../../../core/words/language.ts';
import { useWording } from './wording.ts';

interface WordingFormProps {
  readonly step: Step;
  /** The field that gets the caret. */
  readonly field: 'name' | 'note';
}

/** The fields to change the name and the note of a step. */
export function WordingForm({ step, field }: WordingFormProps) {
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
