import type { Step } from '@managed-fields/scenario';
import { menuItem, menuOf } from '../../../core/ui/action.ts';
import type { MenuItem } from '../../../core/ui/menu-list.tsx';
import { bringActions } from '../../bring/bring-actions.ts';
import { actionsOfStep, addActions } from './step-actions.ts';

/** Returns the menu entries of a step in the list. */
export function stepItems(step: Step): readonly MenuItem[] {
  return menuOf(actionsOfStep(step), ['move-up', 'move-down', 'rename-step', 'duplicate', 'switch-off', 'remove']);
}

/** Returns the menu entries that add a step of each kind after the selected one. */
export function addItems(): readonly MenuItem[] {
  return addActions().map(menuItem);
}

/** Returns the menu entries for the name, the note and the text of a step. */
export function itemsOf(step: Step): readonly MenuItem[] {
  return [
    ...menuOf(actionsOfStep(step), ['rename-step', 'note-step', 'format', 'copy-text']),
    ...menuOf(bringActions(), ['bring']),
  ];
}
