import { managerOf } from '@managed-fields/rendering';
import {
  duplicateStep,
  moveStep,
  nextStepId,
  removeStep,
  type Step,
  setOff,
  stepKinds,
} from '@managed-fields/scenario';
import { usePlayback } from '../core/engine/playback-store.ts';
import { edit, select, selectedStep, useScenario } from '../core/store/scenario-store.ts';
import type { Action } from '../core/ui/action.ts';
import { announce } from '../core/ui/announce.ts';
import { words } from '../core/words/language.ts';
import { laterWords } from '../core/words/later-words.ts';
import { showPane } from '../features/scenario/look.ts';
import { formatStep } from '../features/scenario/step/step-menu-items.ts';
import { wordStep } from '../features/scenario/step/wording.ts';
import { addAfterSelected } from '../features/scenario/steps/new-step.ts';

/** Returns the actions that move between steps and panes. */
export function goActions(): readonly Action[] {
  const { scenario, selected } = useScenario.getState();
  const { steps } = scenario;
  const at = steps.findIndex(({ id }) => id === selected);
  const go = (place: number) => () => {
    const step = steps[place];
    if (step !== undefined) select(step.id);
  };
  return [
    {
      id: 'next-step',
      group: 'go',
      label: words.steps.nextStep,
      words: laterWords.palette.nextStepWords,
      keys: ['Mod+Enter', 'n'],
      disabled: at + 1 >= steps.length,
      run: go(at + 1),
    },
    {
      id: 'previous-step',
      group: 'go',
      label: words.steps.previousStep,
      words: laterWords.palette.previousStepWords,
      keys: ['Mod+Shift+Enter', 'p'],
      disabled: at <= 0,
      run: go(at - 1),
    },
    ...steps.map(
      (step, place): Action => ({
        id: `step ${step.id}`,
        group: 'go',
        label: laterWords.palette.goToStep(place + 1, nameOf(step)),
        ...(step.note === undefined ? {} : { hint: step.note }),
        ...(place < 9 ? { keys: [String(place + 1)] } : {}),
        unlisted: true,
        run: go(place),
      }),
    ),
    { id: 'next-pane', group: 'go', label: laterWords.palette.nextPane, keys: ['F6'], run: () => focusPane(1) },
    {
      id: 'previous-pane',
      group: 'go',
      label: laterWords.palette.previousPane,
      keys: ['Shift+F6'],
      run: () => focusPane(-1),
    },
  ];
}

/** Returns the actions of the selected step. */
export function stepActions(): readonly Action[] {
  const state = useScenario.getState();
  const step = selectedStep(state);
  if (step === undefined) return [];
  const count = state.scenario.steps.length;
  const at = state.scenario.steps.indexOf(step);
  const move = (to: number) => () => {
    edit((scenario) => moveStep(scenario, step.id, to));
    announce(laterWords.palette.movedSentence(to + 1, count));
  };
  const word = (field: 'name' | 'note') => () => {
    showPane('step');
    wordStep(step.id, field);
  };
  return [
    { id: 'rename-step', group: 'step', label: laterWords.palette.renameStep, run: word('name') },
    { id: 'note-step', group: 'step', label: laterWords.palette.noteStep, run: word('note') },
    {
      id: 'format',
      group: 'step',
      label: laterWords.palette.formatStep,
      keys: ['Alt+Shift+F'],
      disabled: step.text.trim() === '' || step.kind === 'kubectl',
      run: () => void formatStep(step),
    },
    {
      id: 'duplicate',
      group: 'step',
      label: laterWords.palette.duplicateStep,
      words: words.drafts.editCopy,
      run: () => edit((scenario) => duplicateStep(scenario, step.id), { select: nextStepId(state.scenario) }),
    },
    {
      id: 'switch-off',
      group: 'step',
      label: step.off === true ? laterWords.palette.switchOn : laterWords.palette.switchOff,
      run: () => edit((scenario) => setOff(scenario, step.id, step.off !== true)),
    },
    {
      id: 'move-up',
      group: 'step',
      label: laterWords.palette.moveUp,
      keys: ['Alt+ArrowUp'],
      where: 'page',
      disabled: at === 0,
      run: move(at - 1),
    },
    {
      id: 'move-down',
      group: 'step',
      label: laterWords.palette.moveDown,
      keys: ['Alt+ArrowDown'],
      where: 'page',
      disabled: at + 1 === count,
      run: move(at + 1),
    },
    {
      id: 'remove',
      group: 'step',
      label: laterWords.palette.removeStep,
      run: () => edit((scenario) => removeStep(scenario, step.id)),
    },
  ];
}

/** Returns the actions that add a step of each kind after the selected one. */
export function addActions(): readonly Action[] {
  return stepKinds.map((kind) => ({
    id: `add ${kind}`,
    group: 'add',
    label: laterWords.palette.addStep(words.steps.kindNames[kind]),
    hint: words.steps.kindHints[kind],
    run: () => addAfterSelected(kind),
  }));
}

/** Names a step in a list: by its name, its command, its manager, or its kind. */
function nameOf(step: Step): string {
  if (step.name !== undefined) return step.name;
  if (step.kind === 'kubectl' && step.text.trim() !== '') return step.text.trim();
  const outcome = usePlayback.getState().playback.outcomes.find(({ stepId }) => stepId === step.id);
  return [words.steps.kindNames[step.kind], managerOf(step, outcome)].filter(Boolean).join(' · ');
}

/** Where the focus goes in a pane, the most useful first. */
const inside =
  '[aria-current="step"], .monaco-editor textarea, .plain-editor, [role="listbox"], [role="treegrid"], [role="tab"][aria-selected="true"], button, input, select';

/** Moves the focus to the next or the previous pane on screen. */
export function focusPane(direction: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('main section.pane')].filter(
    (pane) => pane.parentElement?.closest('section.pane') === null,
  );
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next =
    panes[at < 0 ? (direction === 1 ? 0 : panes.length - 1) : (at + direction + panes.length) % panes.length];
  const wanted = inside.split(', ').map((selector) => next?.querySelector<HTMLElement>(selector));
  wanted.find((element) => element !== null && element !== undefined)?.focus();
}
