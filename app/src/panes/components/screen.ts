import type { AnnotatedText, CommandView, Outcome, Scenario, Step, StepView } from '@managed-fields/scenario';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { create } from 'zustand';
import { isUnread, type PlaybackState, type ReadAnswer, usePlayback } from '../../engine/playback-store.ts';
import { words } from '../../language/language.ts';
import { type ScenarioState, selectedStep, useScenario } from '../../store/scenario-store.ts';

/** The selected step with its place (from 1), and what the engine answered about it so far. */
export interface Selected {
  readonly step: Step;
  readonly place: number;
  readonly outcome: Outcome | undefined;
  /** Undefined while the engine still works on this selection. */
  readonly view: StepView | undefined;
  /** Whether outcome and view belong to the text as it is now. */
  readonly fresh: boolean;
}

/** The selected step; undefined only when there are no steps. */
export function useSelected(): Selected | undefined {
  const step = useScenario(selectedStep);
  const scenario = useScenario((state) => state.scenario);
  const { playback, health } = usePlayback();
  return useMemo(() => {
    if (step === undefined) return undefined;
    return {
      step,
      place: scenario.steps.indexOf(step) + 1,
      outcome: playback.outcomes.find(({ stepId }) => stepId === step.id),
      view: playback.view?.stepId === step.id ? playback.view : undefined,
      fresh: health === 'ready' && playback.view?.stepId === step.id,
    };
  }, [step, scenario, playback, health]);
}

/**
 * While the text of a step cannot be read: the last answer about this step, so that what is drawn of it stays where it
 * is. Undefined where the text is read, or never was.
 */
export function useKept({ step, outcome, view }: Pick<Selected, 'step' | 'outcome' | 'view'>): ReadAnswer | undefined {
  const opened = useScenario((state) => state.opened);
  const read = usePlayback((state) => state.read);
  return keptAnswer(read, { opened, stepId: step.id, outcome, view });
}

/** The last answer about a step, where its text cannot be read now. */
function keptAnswer(
  read: ReadAnswer | undefined,
  { opened, stepId, outcome, view }: Pick<Selected, 'outcome' | 'view'> & Pick<ReadAnswer, 'opened' | 'stepId'>,
): ReadAnswer | undefined {
  if (outcome === undefined || !isUnread(outcome, view)) return undefined;
  return read?.opened === opened && read.stepId === stepId ? read : undefined;
}

/** What the result pane shows. */
export interface Shown {
  readonly stepId: string;
  readonly result: AnnotatedText | undefined;
  /** The place of the step, from 1. */
  readonly place: number;
  /** The result is not that of the step as it is now: the step failed, or its text is not readable. */
  readonly stale: boolean;
  readonly object: string | undefined;
  /** The step was sent and refused, and wrote nothing. */
  readonly refused: boolean;
  readonly status: Outcome['status'] | undefined;
  readonly notices: StepView['notices'];
}

/** The properties of every view of the result. */
export interface ResultViewProps {
  readonly shown: Shown;
  /** The object, with its owners; undefined where the step leaves none. */
  readonly result: AnnotatedText | undefined;
  /** The result of a kubectl command; undefined for other steps. */
  readonly command: CommandView | undefined;
  /** On a phone: no hover, lines wrap. */
  readonly narrow: boolean;
}

/**
 * Returns the result to show: that of the selected step. Until the engine has answered it is the one before, so that
 * nothing flashes. Where the step failed it is the last good one of the step.
 */
export function useShown(): Shown | undefined {
  const scenario = useScenario((state) => state.scenario);
  const opened = useScenario((state) => state.opened);
  const { playback, good, read } = usePlayback();
  return useMemo(
    () => shownOf({ scenario, opened }, { playback, good, read }),
    [scenario, opened, playback, good, read],
  );
}

/** Returns what the views of the result show now, for actions from elsewhere; undefined before the first answer. */
export function shownNow(): ResultViewProps | undefined {
  const { playback, good, read } = usePlayback.getState();
  const shown = shownOf(useScenario.getState(), { playback, good, read });
  return shown && { shown, result: shown.result, command: playback.view?.command, narrow: false };
}

function shownOf(
  { scenario: { steps }, opened }: Pick<ScenarioState, 'scenario' | 'opened'>,
  { playback, good, read }: Pick<PlaybackState, 'playback' | 'good' | 'read'>,
): Shown | undefined {
  const { view, outcomes } = playback;
  if (view === undefined) return undefined;
  const outcome = outcomes.find(({ stepId }) => stepId === view.stepId);
  const place = steps.findIndex(({ id }) => id === view.stepId) + 1;
  const isGood = good?.opened === opened && good.stepId === view.stepId && outcome?.status === 'error';
  const answered = keptAnswer(read, { opened, stepId: view.stepId, outcome, view }) ?? { outcome, view };
  return {
    stepId: view.stepId,
    result: view.result ?? (isGood ? good.result : undefined),
    place,
    stale: view.stale,
    // The object that is shown after a definition is not the definition.
    object: steps[place - 1]?.kind === 'crd' ? undefined : outcome?.object,
    refused: answered.outcome !== undefined && isRefused(answered.outcome, answered.view),
    status: outcome?.status,
    notices: view.notices,
  };
}

/** Whether a step was sent and refused. A command of several requests may have written before it ended. */
function isRefused(outcome: Outcome, view: StepView): boolean {
  if (outcome.status !== 'conflict' && outcome.status !== 'error') return false;
  if (isUnread(outcome, view)) return false;
  if (view.command === undefined) return outcome.code !== undefined;
  if (view.command.unplayed !== undefined) return false;
  return view.command.requests.every(({ code, request }) => code >= 400 || request.method === 'GET');
}

/** Returns the outcomes by the id of their step. */
export function useOutcomes(): ReadonlyMap<string, Outcome> {
  const outcomes = usePlayback((state) => state.playback.outcomes);
  return useMemo(() => new Map(outcomes.map((outcome) => [outcome.stepId, outcome])), [outcomes]);
}

/** Names how a step ended; a step that is switched off is named so. */
export function outcomeName(step: Step, status: Outcome['status']): string {
  return step.off === true ? words.steps.off : words.steps.outcomeNames[status];
}

/** Whether the page is to look blank: no step has a text, and all are live objects or server-side applies. */
export function isBlank(scenario: Scenario): boolean {
  return scenario.steps.every(({ kind, text }) => text.trim() === '' && (kind === 'live' || kind === 'apply'));
}

/** The views of the result, in the order of their tabs. */
export type ResultViewName =
  | 'object'
  | 'changes'
  | 'entries'
  | 'table'
  | 'requests'
  | 'three-way'
  | 'migration'
  | 'other';

/** The panes of which a phone shows one at a time. */
export type PaneName = 'steps' | 'step' | 'result';

/** What the user looks at beside the selected step. It is no part of the scenario and is not stored. */
interface Look {
  /** The path of the field in the inspector. The object on screen may not have it. */
  readonly picked: string | undefined;
  /** The chosen view of the result. Where a step does not have it, another one is drawn. */
  readonly view: ResultViewName;
  /** The pane that a phone shows. */
  readonly pane: PaneName;
  /** The step whose outcome is to be scrolled to and focused as soon as it is drawn. */
  readonly reasonOf: string | undefined;
  /** Whether what the last-applied annotation declares is underlined, in the result and in the editor. */
  readonly layer: boolean;
}

/** The store of what the user looks at, so that a field can be picked and a view opened from anywhere. */
export const useLook = create<Look>(() => ({
  picked: undefined,
  view: askedView(),
  pane: 'step',
  reasonOf: undefined,
  layer: false,
}));

/** Returns the view that the address asks for. Embedded pages call the entries `managedfields`. */
function askedView(): ResultViewName {
  const asked = new URLSearchParams(location.search).get('view')?.replace('managedfields', 'entries');
  return (['changes', 'entries', 'table'] as const).find((name) => name === asked) ?? 'object';
}

/** Picks a field for the inspector, or none. */
export function pick(picked: string | undefined): void {
  useLook.setState({ picked });
}

/** Picks a field, and opens the result on a phone. */
export function pickAndShow(picked: string): void {
  useLook.setState({ picked, pane: 'result' });
}

/** Opens a view of the result. */
export function showView(view: ResultViewName): void {
  useLook.setState({ view, pane: 'result' });
}

/** Leads to why a step was refused: opens the step on a phone, and scrolls to its outcome. */
export function showReason(stepId: string): void {
  useLook.setState({ pane: 'step', reasonOf: stepId });
}

/** Leads to why the selected step was refused, if it was, once the engine has answered. */
export function showReasonOnceAnswered(): void {
  const stop = usePlayback.subscribe(({ health, playback: { view, outcomes } }) => {
    if (health === 'working') return;
    stop();
    const status = outcomes.find(({ stepId }) => stepId === view?.stepId)?.status;
    if (view !== undefined && (status === 'conflict' || status === 'error')) showReason(view.stepId);
  });
}

/** Takes the place that `showReason` leads to: the returned function is the `ref` of the element of this step. */
export function useReasonPlace(stepId: string): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const wanted = useLook((state) => state.reasonOf === stepId);
  useEffect(() => {
    if (!wanted || place.current === null) return;
    useLook.setState({ reasonOf: undefined });
    place.current.scrollIntoView({ block: 'start' });
    place.current.focus({ preventScroll: true, focusVisible: true });
  }, [wanted]);
  return place;
}

/** Opens a pane on a phone. */
export function showPane(pane: PaneName): void {
  useLook.setState({ pane });
}

/** Sets whether what the last-applied annotation declares is underlined. */
export function showLayer(layer: boolean): void {
  useLook.setState({ layer });
}
