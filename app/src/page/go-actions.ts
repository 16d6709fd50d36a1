import { managerOf } from '@managed-fields/rendering';
import type { Step } from '@managed-fields/scenario';
import { usePlayback } from '../core/engine/playback-store.ts';
import { select, useScenario } from '../core/store/scenario-store.ts';
import type { Action } from '../core/ui/action.ts';
import { shortcuts } from '../core/ui/keys.ts';
import { words } from '../core/words/language.ts';
import { laterWords } from '../core/words/later-words.ts';

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
      ...shortcuts['next-step'],
      disabled: at + 1 >= steps.length,
      run: go(at + 1),
    },
    {
      id: 'previous-step',
      group: 'go',
      label: words.steps.previousStep,
      words: laterWords.palette.previousStepWords,
      ...shortcuts['previous-step'],
      disabled: at <= 0,
      run: go(at - 1),
    },
    ...steps.map(
      (step, place): Action => ({
        id: `step ${step.id}`,
        group: 'go',
        label: laterWords.palette.goToStep({ place: place + 1, name: nameOf(step) }),
        ...(step.note === undefined ? {} : { hint: step.note }),
        ...(place < 9 ? { keys: [String(place + 1)] } : {}),
        unlisted: true,
        run: go(place),
      }),
    ),
    {
      id: 'next-pane',
      group: 'go',
      label: laterWords.palette.nextPane,
      ...shortcuts['next-pane'],
      run: () => focusPane(1),
    },
    {
      id: 'previous-pane',
      group: 'go',
      label: laterWords.palette.previousPane,
      ...shortcuts['previous-pane'],
      run: () => focusPane(-1),
    },
  ];
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
