import { bringActions } from '../bring/bring-actions.ts';
import type { Action, ActionSource } from '../components/action.ts';
import { pageActions } from './page-actions.ts';
import { scenarioActions } from './scenario-actions.ts';
import { addActions, goActions, stepActions } from './step-actions.ts';
import { viewActions } from './view-actions.ts';

/** The sources of all actions that may have keys. A new group of actions adds its source here. */
export const actionSources: readonly ActionSource[] = [
  goActions,
  stepActions,
  addActions,
  viewActions,
  scenarioActions,
  bringActions,
  pageActions,
];

/** Returns all actions that may have keys, as they are now. */
export function actionsWithKeys(): readonly Action[] {
  return actionSources.flatMap((source) => source()).filter(({ keys }) => keys !== undefined);
}
