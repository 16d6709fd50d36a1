import { type Step, withText } from '@managed-fields/scenario';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { edit } from '../../../core/store/scenario-store.ts';
import { laterWords } from '../../../core/words/later-words.ts';

/** Offers what a step may begin with: a skeleton of the kind that its text names, or of all where it is empty. */
export function SkeletonStrip({ step }: { readonly step: Step }) {
  const asks = mayBegin(step);
  const { answer = [], asking } = useAnswer(asks ? { kind: 'skeletons', stepId: step.id } : undefined);
  // An answer of before is about another text.
  if (!asks || asking || answer.length === 0) return null;
  const { skeletons } = laterWords.command;
  const isEmpty = step.text.trim() === '';
  return (
    <p className="hint-strip" role="note">
      <span>{isEmpty ? skeletons.begin : skeletons.rest}</span>
      {answer.map(({ kind, text }) => (
        <button
          key={kind}
          type="button"
          className="btn btn-small"
          onClick={() => edit((scenario) => withText(scenario, step.id, text))}
        >
          {isEmpty ? kind : skeletons.fillIn}
        </button>
      ))}
    </p>
  );
}

/** The longest text that may still be the head of an object, in UTF-16 code units. */
const longestHead = 600;

/** Whether the text of a step is empty, or no more than the head of a policy or the like. Cheap enough for every keystroke. */
export function mayBegin({ kind, text }: Pick<Step, 'kind' | 'text'>): boolean {
  if (kind !== 'apply' && kind !== 'create' && kind !== 'update') return false;
  if (text.length > longestHead) return false;
  if (text.trim() === '') return true;
  return /^kind:[ \t]*["']?(?:Mutating|Validating)[A-Z]/m.test(text) && !/^(?:spec|webhooks):/m.test(text);
}
