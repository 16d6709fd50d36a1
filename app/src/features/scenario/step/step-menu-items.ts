import type { Step } from '@managed-fields/scenario';
import { menuOf } from '../../../core/ui/action.ts';
import type { MenuItem } from '../../../core/ui/menu-list.tsx';
import { bringActions } from '../../bring/bring-actions.ts';
import { actionsOfStep } from '../steps/step-actions.ts';

/** Returns the menu entries for the name, the note and the text of a step. */
export function itemsOf(step: Step): readonly MenuItem[] {
  return [
    ...menuOf(actionsOfStep(step), ['rename-step', 'note-step', 'format', 'copy-text']),
    ...menuOf(bringActions(), ['bring']),
  ];
}
