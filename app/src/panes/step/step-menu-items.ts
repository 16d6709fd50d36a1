import type { Step } from '@managed-fields/scenario';
import { bringActions } from '../bring/bring-actions.ts';
import { menuOf } from '../components/action.ts';
import type { MenuItem } from '../components/menu-item.ts';
import { actionsOfStep } from '../frame/step-actions.ts';

/** Returns the menu entries for the name, the note and the text of a step. */
export function itemsOf(step: Step): readonly MenuItem[] {
  return [
    ...menuOf(actionsOfStep(step), ['rename-step', 'note-step', 'format', 'copy-text']),
    ...menuOf(bringActions(), ['bring']),
  ];
}
