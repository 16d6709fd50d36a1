import { openDraftById, openExample } from '../core/store/address.ts';
import { listDrafts } from '../core/store/draft-list.ts';
import { examples } from '../core/store/example-list.ts';
import { useScenario } from '../core/store/scenario-store.ts';
import { type Action, type ActionGroup, type ActionSource, actionGroups } from '../core/ui/action.ts';
import { words } from '../core/words/language.ts';
import { bringActions } from '../features/bring/bring-actions.ts';
import { helpActions } from '../features/help/help-actions.ts';
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
  helpActions,
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

/** Sources of further actions of the palette, too many to be made at each key press. */
const openables: readonly ActionSource[] = [draftActions, exampleActions];

/** Returns all actions of the palette as they are now, in its order. */
export function allActions(): readonly Action[] {
  const actions = [...actionsNow(), ...openables.flatMap((source) => source())];
  return actionGroups.flatMap((name) => actions.filter(({ group }) => group === name));
}

/** Returns the actions that open a draft of this browser, the newest first. */
export function draftActions(): readonly Action[] {
  const { origin } = useScenario.getState();
  return listDrafts().map(({ id, title, steps, saved }) => ({
    id: `draft ${id}`,
    group: 'drafts',
    label: title === '' ? words.drafts.untitled : title,
    hint: words.drafts.draftSentence(steps, saved),
    checked: origin.kind === 'draft' && origin.id === id,
    run: () => openDraftById(id),
  }));
}

function exampleActions(): readonly Action[] {
  return examples.map(({ name, title, about, search }) => ({
    id: `example ${name}`,
    group: 'examples',
    label: title === '' ? name : title,
    hint: about,
    words: [name, ...search].join(' '),
    run: () => void openExample(name),
  }));
}
