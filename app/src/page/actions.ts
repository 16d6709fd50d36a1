import type { Action, ActionGroup, ActionSource } from '../core/ui/action.ts';
import { bringActions } from '../features/bring/bring-actions.ts';
import { addActions, stepActions } from '../features/scenario/steps/step-actions.ts';
import { useSurveyPlace } from '../features/survey/state/survey-open.ts';
import { goActions } from './go-actions.ts';
import { pageActions } from './page-actions.ts';
import { scenarioActions } from './scenario-actions.ts';
import { viewActions } from './view-actions.ts';

/** The sources of all actions that may have keys. A new group of actions adds its source here. */
const actionSources: readonly ActionSource[] = [
  goActions,
  stepActions,
  addActions,
  viewActions,
  scenarioActions,
  bringActions,
  pageActions,
];

/** The groups of actions that are about the panes, and cannot be done while a survey is in their place. */
const ofPanes: ReadonlySet<ActionGroup> = new Set(['go', 'step', 'add', 'view']);

/** Returns all actions of the page, as they are now. */
export function actionsNow(): readonly Action[] {
  const actions = actionSources.flatMap((source) => source());
  return useSurveyPlace.getState().shown === 'panes' ? actions.filter(({ group }) => !ofPanes.has(group)) : actions;
}

/** Returns all actions that may have keys, as they are now. */
export function actionsWithKeys(): readonly Action[] {
  return actionsNow().filter(({ keys }) => keys !== undefined);
}
