import { words } from '../../language/language.ts';
import { listDrafts, openDraftById, openExample } from '../../store/address.ts';
import { examples } from '../../store/example-list.ts';
import { useScenario } from '../../store/scenario-store.ts';
import { bringActions } from '../bring/bring-actions.ts';
import { type Action, type ActionSource, actionGroups } from '../parts/actions.ts';
import { pageActions } from './page-actions.ts';
import { scenarioActions } from './scenario-actions.ts';
import { addActions, goActions, stepActions } from './step-actions.ts';
import { viewActions } from './view-actions.ts';

/** Where the actions come from that may have keys; a group of panes adds its own by one line here. */
const sources: readonly ActionSource[] = [
  goActions,
  stepActions,
  addActions,
  viewActions,
  scenarioActions,
  bringActions,
  pageActions,
];

/** What the palette offers besides: too much to be made at each press of a key. */
const openables: ActionSource[] = [draftActions, exampleActions];

/** All actions that have keys, as they are now. */
export function actionsWithKeys(): readonly Action[] {
  return sources.flatMap((source) => source()).filter(({ keys }) => keys !== undefined);
}

/** Everything that can be done now, in the order of the palette. */
export function allActions(): readonly Action[] {
  const actions = [...sources, ...openables].flatMap((source) => source());
  return actionGroups.flatMap((name) => actions.filter(({ group }) => group === name));
}

function draftActions(): readonly Action[] {
  const { origin } = useScenario.getState();
  return listDrafts()
    .filter(({ id }) => origin.kind !== 'draft' || origin.id !== id)
    .map(({ id, title, steps, saved }) => ({
      id: `draft ${id}`,
      group: 'drafts',
      label: title === '' ? words.drafts.untitled : title,
      hint: words.drafts.draftSentence(steps, saved),
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
