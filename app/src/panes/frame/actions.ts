import { bringActions } from '../bring/bring-actions.ts';
import type { Action, ActionSource } from '../components/action.ts';
import { pageActions } from './page-actions.ts';
import { scenarioActions } from './scenario-actions.ts';
import { addActions, goActions, stepActions } from './step-actions.ts';
import { viewActions } from './view-actions.ts';

/** Where the actions come from that may have keys; a group of panes adds its own by one line here. */
export const actionSources: readonly ActionSource[] = [
  goActions,
  stepActions,
  addActions,
  viewActions,
  scenarioActions,
  bringActions,
  pageActions,
];

/** All actions that have keys, as they are now. */
export function actionsWithKeys(): readonly Action[] {
  return actionSources.flatMap((source) => source()).filter(({ keys }) => keys !== undefined);
}
