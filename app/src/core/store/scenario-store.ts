import { freshScenario, plainForm, type Scenario, type Step, withSettings, withText } from '@managed-fields/scenario';
import type { LinkFailure } from '@managed-fields/share-link';
import { create } from 'zustand';
import type { Draft, StoreOutcome } from './drafts.ts';

/**
 * Where the scenario on screen comes from: a draft of this browser; a link, which never replaces the draft; an example
 * of the gallery; or a lesson. For all but the first `draft` is the draft in which changes are stored, once there are any.
 */
export type Origin =
  | { readonly kind: 'draft'; readonly id: string }
  | { readonly kind: 'shared'; readonly draft?: string }
  | { readonly kind: 'example' | 'lesson'; readonly name: string; readonly draft?: string };

/** Returns the id of the draft that stores what is on screen; undefined for an unchanged link or example. */
export function draftOf(origin: Origin): string | undefined {
  return origin.kind === 'draft' ? origin.id : origin.draft;
}

/** A message above the panes until it is dismissed. */
export type Message =
  | { readonly kind: 'link-failure'; readonly failure: LinkFailure; readonly fragment: string }
  | { readonly kind: 'draft-deleted'; readonly draft: Draft }
  /** The address names a draft that this browser does not have. */
  | { readonly kind: 'draft-elsewhere' }
  /** A draft was not opened again, because the page never came to its first view with it last time. */
  | { readonly kind: 'draft-unopened'; readonly id: string }
  | {
      readonly kind: 'example-failure';
      readonly of: 'example' | 'lesson';
      readonly name: string;
      readonly reason: 'missing' | 'broken' | 'offline';
    };

/** What was on screen at a moment, so that undo can bring it back, also after another scenario was opened. */
export interface Moment {
  readonly scenario: Scenario;
  /** The id of the selected step; undefined only when there are no steps. */
  readonly selected: string | undefined;
  readonly origin: Origin;
  /** Another number for each scenario that is opened. Editors drop their undo history when it changes. */
  readonly opened: number;
  /** The scenario as it was opened, to start over from; undefined for a draft, which starts over blank. */
  readonly first: Scenario | undefined;
  /** The scenario has changed since it was opened. */
  readonly touched: boolean;
}

/** What is on screen, and the moments that undo and redo lead to, the nearest of both in the middle. */
export interface History {
  readonly present: Moment;
  readonly past: readonly Moment[];
  readonly future: readonly Moment[];
}

/** All state of the page that is not computed: what the user wrote, and which step is selected. */
export interface ScenarioState extends Moment {
  /** Grows with every change of the scenario. */
  readonly revision: number;
  /** Grows with every change that did not come from an editor. Editors then read the text again. */
  readonly outside: number;
  readonly past: readonly Moment[];
  readonly future: readonly Moment[];
  /** The series that the last edit belongs to; undefined where it belongs to none. */
  readonly series: string | undefined;
  readonly message: Message | undefined;
  /** The outcome of the last attempt to store the draft. */
  readonly kept: StoreOutcome;
  /** What was shared last, and the fragment of its link without `#`. The address has it until something changes. */
  readonly shared: { readonly scenario: Scenario; readonly fragment: string } | undefined;
}

const undoDepth = 100;

/** Returns a scenario to begin with: one empty live object, ready for a paste. */
export function blankScenario(): Scenario {
  return freshScenario('', [{ kind: 'live', text: '' }]);
}

/** Whether a scenario has neither a title nor any text. */
export function isUnwritten({ steps, title }: Scenario): boolean {
  return steps.every(({ text }) => text === '') && title === '';
}

/** The store of the scenario. Components read it; only the functions below and `address.ts` write it. */
export const useScenario = create<ScenarioState>(() => ({
  scenario: blankScenario(),
  selected: 's1',
  origin: { kind: 'draft', id: 'first' },
  revision: 0,
  outside: 0,
  opened: 0,
  first: undefined,
  touched: false,
  past: [],
  future: [],
  series: undefined,
  message: undefined,
  kept: { kind: 'stored' },
  shared: undefined,
}));

/** Returns the selected step; undefined where there is none. */
export function selectedStep(state: ScenarioState): Step | undefined {
  return state.scenario.steps.find(({ id }) => id === state.selected);
}

let lastOpened = 0;

/**
 * Shows another scenario. Undo brings back what was there, except with `arriving`: the page was just loaded, or an
 * address leads elsewhere, and the history begins anew.
 */
export function openScenario(
  scenario: Scenario,
  origin: Origin,
  selected?: string,
  { arriving = false }: { readonly arriving?: boolean } = {},
): void {
  useScenario.setState((state) => ({
    scenario,
    origin,
    selected: keptSelection(scenario, selected) ?? scenario.steps.at(0)?.id,
    revision: state.revision + 1,
    outside: state.outside + 1,
    opened: ++lastOpened,
    first: origin.kind === 'draft' ? undefined : scenario,
    touched: false,
    past: arriving ? [] : withMoment(state.past, state),
    future: [],
    series: undefined,
  }));
}

/** Starts over: with an example or a shared scenario as it was opened, with a draft as a blank page. Can be undone. */
export function startOver(): void {
  const { first } = useScenario.getState();
  edit(() => first ?? blankScenario());
}

/** How an edit is applied. */
interface EditOptions {
  /** The id of the step to select. */
  readonly select?: string;
  /** Edits of one series, such as typing a name, are undone as one. */
  readonly series?: string;
}

/** Changes the scenario by a pure function. Can be undone. */
export function edit(change: (scenario: Scenario) => Scenario, { select, series }: EditOptions = {}): void {
  useScenario.setState((state) => {
    const scenario = change(state.scenario);
    if (scenario === state.scenario) return state;
    const goesOn = series !== undefined && series === state.series;
    const past = goesOn ? state.past : withMoment(state.past, state);
    return { ...changed(state, scenario, select), outside: state.outside + 1, past, future: [], series };
  });
}

/**
 * Stores the text of an editor in its step. The editor has an undo history of its own; in that of the scenario all
 * typing in one text without a break is one change.
 */
export function typed(stepId: string, text: string): void {
  useScenario.setState((state) => {
    const scenario = withText(state.scenario, stepId, text);
    return scenario === state.scenario ? state : written(state, scenario, `text ${stepId}`);
  });
}

/** Stores the text of an editor in a file of a command. */
export function typedFile(stepId: string, name: string, text: string): void {
  useScenario.setState((state) => {
    const step = state.scenario.steps.find(({ id }) => id === stepId);
    const files = step?.kind === 'kubectl' ? step.files : undefined;
    if (files !== undefined && Object.hasOwn(files, name) && files[name] === text) return state;
    const scenario = withSettings(state.scenario, stepId, { files: { ...files, [name]: text } });
    return scenario === state.scenario ? state : written(state, scenario, `file ${stepId} ${name}`);
  });
}

/** Selects a step. An unknown id changes nothing. */
export function select(stepId: string): void {
  useScenario.setState((state) => ({ selected: keptSelection(state.scenario, stepId) ?? state.selected }));
}

/** Undoes the last change, also the opening of another scenario. Does nothing where there is none. */
export function undo(): void {
  useScenario.setState((state) => {
    const moment = state.past.at(-1);
    if (moment === undefined) return state;
    return { ...broughtBack(state, moment), past: state.past.slice(0, -1), future: [momentOf(state), ...state.future] };
  });
}

/** Redoes the change that was undone last. */
export function redo(): void {
  useScenario.setState((state) => {
    const [moment, ...future] = state.future;
    if (moment === undefined) return state;
    return { ...broughtBack(state, moment), past: [...state.past, momentOf(state)], future };
  });
}

/** Returns what is on screen and what undo and redo lead to. */
export function historyNow(): History {
  const state = useScenario.getState();
  return { present: momentOf(state), past: state.past, future: state.future };
}

/** Whether two scenarios have the same form as a file. */
export function isSameScenario(a: Scenario, b: Scenario): boolean {
  return JSON.stringify(plainForm(a)) === JSON.stringify(plainForm(b));
}

/**
 * Takes up the history and the selected step of a page that showed the same scenario. Does nothing where another one is
 * on screen.
 */
export function takeUpHistory({ present, past, future }: History): void {
  useScenario.setState((state) => {
    if (!isSameScenario(state.scenario, present.scenario)) return state;
    const numbers = new Map([[present.opened, state.opened]]);
    const renumbered = (moment: Moment): Moment => {
      const opened = numbers.get(moment.opened) ?? ++lastOpened;
      numbers.set(moment.opened, opened);
      return { ...moment, opened };
    };
    return {
      selected: keptSelection(state.scenario, present.selected) ?? state.selected,
      past: past.map(renumbered),
      future: future.map(renumbered),
    };
  });
}

/** Shows a message above the panes; undefined removes it. */
export function showMessage(message: Message | undefined): void {
  useScenario.setState({ message });
}

function changed(state: ScenarioState, scenario: Scenario, wanted: string | undefined): Partial<ScenarioState> {
  const before = state.scenario.steps.findIndex(({ id }) => id === state.selected);
  const neighbour = scenario.steps[Math.min(Math.max(before, 0), scenario.steps.length - 1)]?.id;
  const selected = keptSelection(scenario, wanted) ?? keptSelection(scenario, state.selected) ?? neighbour;
  return { scenario, selected, revision: state.revision + 1, touched: true };
}

function written(state: ScenarioState, scenario: Scenario, series: string): Partial<ScenarioState> {
  const past = series === state.series ? state.past : withMoment(state.past, state);
  return { ...changed(state, scenario, undefined), past, future: [], series };
}

function broughtBack(state: ScenarioState, moment: Moment): Partial<ScenarioState> {
  const { scenario, selected, origin, opened, first, touched } = moment;
  const outside = { outside: state.outside + 1, series: undefined };
  if (opened === state.opened) return { ...changed(state, scenario, undefined), ...outside };
  return { scenario, selected, origin, opened, first, touched, revision: state.revision + 1, ...outside };
}

function momentOf({ scenario, selected, origin, opened, first, touched }: ScenarioState): Moment {
  return { scenario, selected, origin, opened, first, touched };
}

function withMoment(past: readonly Moment[], state: ScenarioState): readonly Moment[] {
  return [...past, momentOf(state)].slice(-undoDepth);
}

function keptSelection(scenario: Scenario, wanted: string | undefined): string | undefined {
  return scenario.steps.some(({ id }) => id === wanted) ? wanted : undefined;
}
