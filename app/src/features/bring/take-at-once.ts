import { versionIn } from '@managed-fields/reading';
import { withVersion } from '@managed-fields/scenario';
import { askEngine } from '../../core/engine/drive.ts';
import { edit, useScenario } from '../../core/store/scenario-store.ts';
import { announce } from '../../core/ui/announce.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { objectText, onlyObject, stepsOf, takenIn } from './bring-plan.ts';
import { bring } from './incoming.ts';

/** Milliseconds after which the dialog opens, where the engine has not said by then what the text is. */
const dialogAfterMs = 1500;

/**
 * Takes the one object of a text that was pasted on a blank page as its first step. For any other text, or where the
 * scenario changes meanwhile, the dialog opens.
 */
export function takeAtOnce(text: string): void {
  const { scenario, selected, revision } = useScenario.getState();
  const ask = () => bring({ texts: [{ name: undefined, text }] });
  let takeBack = () => {};
  const timer = setTimeout(() => {
    takeBack();
    ask();
  }, dialogAfterMs);
  takeBack = askEngine<'pasted'>(scenario, { kind: 'pasted', texts: [text] }, (ended) => {
    clearTimeout(timer);
    const part = ended.kind === 'answered' ? onlyObject(ended.answer.read) : undefined;
    if (part?.what.kind !== 'object' || revision !== useScenario.getState().revision) return ask();
    const taken = takenIn(scenario, selected, stepsOf([part], new Map()), 'fill');
    const version = versionIn(text);
    const filled = version === undefined ? taken.scenario : withVersion(taken.scenario, version);
    edit(() => filled, taken.select === undefined ? {} : { select: taken.select });
    announce(laterWords.bring.takenAtOnce({ object: objectText(part.what.object) }));
  });
}
