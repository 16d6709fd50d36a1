import type { TextPlace } from '@managed-fields/player';
import type { Answer, Question } from '../engine/answer-question.ts';
import { askEngine } from '../engine/drive.ts';
import { useScenario } from '../store/scenario-store.ts';

/** Which text of a scenario an editor holds: a step's own, or a file of a kubectl step. */
export type EditedText = Pick<TextPlace, 'stepId' | 'file'>;

/** Takes a question back. */
interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): unknown;
}

/** Asks the engine what can be written at an offset; undefined where nobody knows, or nobody wants to know any more. */
export function askCompletion(
  edited: EditedText,
  text: string,
  offset: number,
  token: Cancellation,
): Promise<Answer<'complete'>> {
  return ask<'complete'>({ kind: 'complete', ...placeOf(edited, text, offset) }, token);
}

/** Asks the engine what the schema says of the field at an offset. */
export function askHover(
  edited: EditedText,
  text: string,
  offset: number,
  token: Cancellation,
): Promise<Answer<'hover'>> {
  return ask<'hover'>({ kind: 'hover', ...placeOf(edited, text, offset) }, token);
}

/** The text travels only where it is another one than that of the scenario. */
function placeOf(edited: EditedText, text: string, offset: number): TextPlace {
  const { scenario } = useScenario.getState();
  const step = scenario.steps.find(({ id }) => id === edited.stepId);
  const known =
    edited.file === undefined ? step?.text : step?.kind === 'kubectl' ? step.files?.[edited.file] : undefined;
  return { ...edited, offset, ...(known === text ? {} : { text }) };
}

function ask<K extends 'complete' | 'hover'>(
  question: Question & { readonly kind: K },
  token: Cancellation,
): Promise<Answer<K> | undefined> {
  return new Promise((resolve) => {
    if (token.isCancellationRequested) return resolve(undefined);
    const takeBack = askEngine<K>(useScenario.getState().scenario, question, (ended) =>
      resolve(ended.kind === 'answered' ? ended.answer : undefined),
    );
    token.onCancellationRequested(() => {
      takeBack();
      resolve(undefined);
    });
  });
}
