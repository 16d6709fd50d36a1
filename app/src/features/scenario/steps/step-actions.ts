import {
  addStep,
  duplicateStep,
  moveStep,
  nextStepId,
  removeStep,
  type Step,
  setOff,
  stepKinds,
  withText,
} from '@managed-fields/scenario';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { edit, select, selectedStep, useScenario } from '../../../core/store/scenario-store.ts';
import type { Action } from '../../../core/ui/action.ts';
import { announce } from '../../../core/ui/announce.ts';
import { shortcuts } from '../../../core/ui/keys.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { showPane } from '../look.ts';
import { wordStep } from '../step/wording.ts';
import { addAfterSelected } from './new-step.ts';

/** Returns the actions of the selected step. */
export function stepActions(): readonly Action[] {
  const step = selectedStep(useScenario.getState());
  return step === undefined ? [] : actionsOfStep(step);
}

/** Returns the actions of one step: those of the palette for the selected one, and those of the menus of each. */
export function actionsOfStep(step: Step): readonly Action[] {
  const { steps } = useScenario.getState().scenario;
  const count = steps.length;
  const at = steps.findIndex(({ id }) => id === step.id);
  const empty = step.text.trim() === '';
  const move = (to: number) => () => {
    edit((scenario) => moveStep(scenario, step.id, to));
    announce(laterWords.palette.movedSentence({ place: to + 1, count }));
  };
  const word = (field: 'name' | 'note') => () => {
    select(step.id);
    showPane('step');
    wordStep(step.id, field);
  };
  const { palette } = laterWords;
  return [
    { id: 'rename-step', group: 'step', label: palette.renameStep, inMenu: words.step.rename, run: word('name') },
    { id: 'note-step', group: 'step', label: palette.noteStep, inMenu: words.step.writeNote, run: word('note') },
    {
      id: 'format',
      group: 'step',
      label: palette.formatStep,
      inMenu: words.step.format,
      hint: words.step.formatHint,
      ...shortcuts.format,
      disabled: empty || step.kind === 'kubectl',
      run: () => void formatStep(step),
    },
    {
      id: 'copy-text',
      group: 'step',
      label: words.step.copyText,
      disabled: empty,
      run: () => void copyText(step.text),
    },
    {
      id: 'duplicate',
      group: 'step',
      label: palette.duplicateStep,
      inMenu: words.steps.duplicate,
      words: words.drafts.editCopy,
      run: () =>
        edit((scenario) => duplicateStep(scenario, step.id), { select: nextStepId(useScenario.getState().scenario) }),
    },
    {
      id: 'switch-off',
      group: 'step',
      label: step.off === true ? palette.switchOn : palette.switchOff,
      inMenu: step.off === true ? words.steps.switchOn : words.steps.switchOff,
      run: () => edit((scenario) => setOff(scenario, step.id, step.off !== true)),
    },
    {
      id: 'move-up',
      group: 'step',
      label: palette.moveUp,
      inMenu: words.steps.moveUp,
      ...shortcuts['move-up'],
      disabled: at === 0,
      run: move(at - 1),
    },
    {
      id: 'move-down',
      group: 'step',
      label: palette.moveDown,
      inMenu: words.steps.moveDown,
      ...shortcuts['move-down'],
      disabled: at + 1 === count,
      run: move(at + 1),
    },
    {
      id: 'remove',
      group: 'step',
      label: palette.removeStep,
      inMenu: words.steps.remove,
      run: () => edit((scenario) => removeStep(scenario, step.id)),
    },
  ];
}

const formatter = onDemand(() => import('@managed-fields/source/format'));

/**
 * Formats the text of a step as one change that can be undone. Where the text cannot be formatted, it stays and the
 * reason is announced.
 */
async function formatStep({ id, text }: Step): Promise<void> {
  const { formatText } = await formatter();
  const formatted = formatText(text);
  if (formatted.kind === 'refused') return announce(words.step.notFormatted[formatted.code]);
  edit((scenario) => withText(scenario, id, formatted.text));
  announce(formatted.text === text ? words.step.alreadyTidy : words.step.formatted);
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(words.page.copiedText);
  } catch {
    announce(words.exports.notCopied);
  }
}

/** Returns the actions that add a step of each kind after the selected one. */
export function addActions(): readonly Action[] {
  const kinds = stepKinds.map(
    (kind): Action => ({
      id: `add ${kind}`,
      group: 'add',
      label: laterWords.palette.addStep({ kind: words.steps.kindNames[kind] }),
      inMenu: words.steps.kindNames[kind],
      hint: words.steps.kindHints[kind],
      run: () => addAfterSelected(kind),
    }),
  );
  const { palette } = laterWords;
  const skeleton: Action = {
    id: 'add-skeleton',
    group: 'add',
    label: palette.addStep({ kind: palette.addSkeleton }),
    inMenu: palette.addSkeleton,
    hint: palette.addSkeletonHint,
    words: palette.addSkeletonWords,
    run: addEmpty,
  };
  return [...kinds, skeleton];
}

/** Adds an apply without a text after the selected step: what it may begin with is offered above the text. */
function addEmpty(): void {
  const { scenario, selected } = useScenario.getState();
  const at = scenario.steps.findIndex(({ id }) => id === selected);
  const step = { kind: 'apply', text: '', manager: 'kubectl' } as const;
  edit((current) => addStep(current, step, at < 0 ? current.steps.length : at + 1), { select: nextStepId(scenario) });
}
