import { arrivalEnded, isBeingLed } from '../core/store/address.ts';
import { isUnwritten, select, useScenario } from '../core/store/scenario-store.ts';
import { type DialogName, type OpenDialog, useDialog } from '../core/ui/open-dialog.ts';
import { type PaneName, type ResultViewName, useLook } from '../features/scenario/look.ts';
import { type SurveyLook, useSurveyLook } from '../features/survey/state/survey-look.ts';
import { useSurveyPlace } from '../features/survey/state/survey-open.ts';
import { type Standing, standingNow, standThere } from './standing.ts';

// Makes each place of the page an entry of the browser's history, so that Back and Forward lead where one was. An entry
// holds a number and nothing else of the place: what the number means, only this tab knows. The scenario of an entry is
// opened by `address.ts`, from the fragment.

/** Where the user is. */
interface Place {
  /** The draft, example or link on screen, and the step of an example. */
  readonly scenario: string;
  readonly selected: string | undefined;
  /** Nothing is written on it. */
  readonly blank: boolean;
  readonly view: ResultViewName;
  readonly pane: PaneName;
  readonly survey: 'nowhere' | 'panes' | 'behind';
  /** What the survey shows, and how far it is scrolled. */
  readonly look: SurveyLook;
  readonly dialog: DialogName | undefined;
  /** What is open within the dialog, and what was typed in it. */
  readonly inDialog: Pick<OpenDialog, 'within' | 'typed'>;
  /** How far the boxes of it are scrolled, and what has the focus; of places that were left. */
  readonly standing?: Standing;
}

/** Dialogs that are places: those that one reads in. The others ask something, and leave with their answer. */
const readIn: ReadonlySet<DialogName | undefined> = new Set([
  'audit',
  'drafts',
  'gallery',
  'help',
  'lessons',
  'open-cluster',
  'schema',
  'versions',
  'watch',
] as const);

/** How many places are remembered. */
const mostPlaces = 200;

const places = new Map<number, Place>();

/** The number of the entry that the browser is at. */
let number = 0;

/** The place on screen. */
let current: Place;

/** The place that Back or Forward lead to, until it is on screen. */
let target: Place | undefined;

/** Whether an entry was made in this task: what else changes in it belongs to the same place. */
let isNew = false;

/** The place with a dialog that was closed in this task: who opens something from a dialog goes back to the dialog. */
let closing: Place | undefined;

/** Follows the user from place to place, for as long as the page lives. */
export function followPlaces(): void {
  number = numberIn(history.state) ?? 0;
  history.replaceState({ ...history.state, place: number }, '');
  current = placeNow();
  for (const store of [useScenario, useLook, useDialog, useSurveyPlace, useSurveyLook]) store.subscribe(onChange);
  window.addEventListener('popstate', ({ state }) => onPopState(state));
  window.addEventListener('hashchange', () => void afterArrival());
}

function placeNow(): Place {
  const { origin, scenario, selected, touched } = useScenario.getState();
  const { view, pane } = useLook.getState();
  const { open, within, typed } = useDialog.getState();
  const named = origin.kind === 'draft' ? origin.id : origin.kind === 'shared' ? '' : origin.name;
  const step = origin.kind === 'example' && !touched ? selected : undefined;
  return {
    scenario: [origin.kind, named, step].join(' '),
    selected,
    blank: isUnwritten(scenario),
    view,
    pane,
    survey: useSurveyPlace.getState().shown,
    look: useSurveyLook.getState(),
    dialog: readIn.has(open) ? open : undefined,
    inDialog: { within, typed },
  };
}

/** Whether somebody who goes from one place to the other would want to go back. */
function isElsewhere(from: Place, to: Place): boolean {
  if (from.dialog !== to.dialog || from.survey !== to.survey) return true;
  if (to.dialog !== undefined && from.inDialog.within !== to.inDialog.within) return true;
  if (to.survey === 'panes') return from.look.view !== to.look.view;
  return from.scenario !== to.scenario || from.view !== to.view;
}

function onChange(): void {
  const before = closing ?? current;
  const now = overSame(before, placeNow());
  current = now;
  if (target !== undefined || isBeingLed() || isNew || !isElsewhere(before, now)) return;
  // A dialog that closes leads to the place below it, which has an entry already.
  if (before.dialog !== undefined && !isElsewhere({ ...before, dialog: undefined }, now)) {
    closing = { ...before, standing: standingNow() };
    setTimeout(() => {
      closing = undefined;
    });
    return;
  }
  remember(before);
  try {
    // What an entry holds of the scenario, `address.ts` writes.
    if (before.blank) history.replaceState({ place: number, blank: true }, '');
    history.pushState({ ...history.state, blank: undefined, place: number + 1 }, '');
  } catch {
    // Browsers limit how often that may be done.
    return;
  }
  number += 1;
  isNew = true;
  setTimeout(() => {
    isNew = false;
  });
}

/**
 * A place with the scenario over which its survey was opened: an object that opens from a survey changes the scenario
 * first, and then closes the survey.
 */
function overSame(before: Place, now: Place): Place {
  if (before.survey !== 'panes' || now.survey !== 'panes') return now;
  const { scenario, selected, blank } = before;
  return { ...now, scenario, selected, blank };
}

function remember(place: Place): void {
  places.set(number, { standing: standingNow(), ...place });
  const [oldest] = places.keys();
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest);
}

function onPopState(state: unknown): void {
  const to = numberIn(state);
  remember(current);
  if (to === undefined) {
    // Somebody followed a link to another fragment.
    number += 1;
    history.replaceState({ ...history.state, place: number }, '');
    return;
  }
  const direction = Math.sign(to - number);
  number = to;
  const place = places.get(to);
  if (place === undefined) return;
  // Who followed a link to another fragment left an entry that does not say so.
  if (place.blank && location.hash === '') history.replaceState({ place: to, blank: true }, '');
  const isHere = !isBeingLed() && !isElsewhere(current, place) && current.scenario === place.scenario;
  if (isHere && direction !== 0 && places.has(to + direction)) {
    // What was closed meanwhile left an entry that leads nowhere.
    history.go(direction);
    return;
  }
  target = place;
  show(place);
  if (isBeingLed()) return;
  target = undefined;
  standThere(place.standing);
}

/** Shows the place once the scenario of its address is there, whose opening may have changed what is shown. */
async function afterArrival(): Promise<void> {
  await arrivalEnded();
  if (target !== undefined) {
    show(target);
    standThere(target.standing);
  }
  target = undefined;
  current = placeNow();
}

function show({ selected, view, pane, survey, look, dialog, inDialog }: Place): void {
  useDialog.setState({ open: dialog, ...inDialog });
  useSurveyLook.setState(look);
  useSurveyPlace.setState({ shown: survey });
  const { scenario } = useScenario.getState();
  if (!isBeingLed() && selected !== undefined && scenario.steps.some(({ id }) => id === selected)) select(selected);
  useLook.setState({ view, pane });
}

/** The number that a history entry holds, which anything may have written. */
function numberIn(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('place' in state)) return undefined;
  return typeof state.place === 'number' && Number.isSafeInteger(state.place) ? state.place : undefined;
}
