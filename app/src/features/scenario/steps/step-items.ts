import {
  duplicateStep,
  moveStep,
  nextStepId,
  removeStep,
  type Scenario,
  type Step,
  setOff,
  stepKinds,
} from '@managed-fields/scenario';
import { edit, select, useScenario } from '../../../core/store/scenario-store.ts';
import type { MenuItem } from '../../../core/ui/menu-item.ts';
import { words } from '../../../core/words/language.ts';
import { showPane } from '../look.ts';
import { wordStep } from '../step/wording.ts';
import { addAfterSelected } from './new-step.ts';

/** Returns the menu entries of a step in the list. */
export function stepItems(step: Step, place: number, count: number): readonly MenuItem[] {
  const change = (change: (scenario: Scenario) => Scenario) => () => edit(change);
  return [
    {
      kind: 'action',
      text: words.steps.moveUp,
      keys: 'Alt+↑',
      disabled: place === 1,
      run: change((scenario) => moveStep(scenario, step.id, place - 2)),
    },
    {
      kind: 'action',
      text: words.steps.moveDown,
      keys: 'Alt+↓',
      disabled: place === count,
      run: change((scenario) => moveStep(scenario, step.id, place)),
    },
    {
      kind: 'action',
      text: words.steps.rename,
      run: () => {
        select(step.id);
        showPane('step');
        wordStep(step.id, 'name');
      },
    },
    {
      kind: 'action',
      text: words.steps.duplicate,
      run: () =>
        edit((scenario) => duplicateStep(scenario, step.id), { select: nextStepId(useScenario.getState().scenario) }),
    },
    {
      kind: 'action',
      text: step.off === true ? words.steps.switchOn : words.steps.switchOff,
      run: change((scenario) => setOff(scenario, step.id, step.off !== true)),
    },
    { kind: 'action', text: words.steps.remove, run: change((scenario) => removeStep(scenario, step.id)) },
  ];
}

/** Returns the menu entries that add a step of each kind after the selected one. */
export function addItems(): readonly MenuItem[] {
  return stepKinds.map((kind) => ({
    kind: 'action',
    text: words.steps.kindNames[kind],
    hint: words.steps.kindHints[kind],
    run: () => addAfterSelected(kind),
  }));
}
