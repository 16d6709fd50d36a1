import type { AnnotatedText, CommandView, Outcome, Scenario, Step, StepView } from '@managed-fields/scenario';
import { useMemo } from 'react';
import { create } from 'zustand';
import { type PlaybackState, usePlayback } from '../../engine/playback-store.ts';
import { words } from '../../language/language.ts';
import { type ScenarioState, selectedStep, useScenario } from '../../store/scenario-store.ts';

/** The selected step with its place (from 1) and what the engine says of it, where that is already known. */
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

/** What the result pane shows. */
export interface Shown {
  readonly stepId: string;
  readonly result: AnnotatedText | undefined;
  /** The place of the step that it is about, from 1. */
  readonly place: number;
  /** Not what the step as it is now leaves: the step failed, or its text is broken. */
  readonly stale: boolean;
  readonly object: string | undefined;
  readonly status: Outcome['status'] | undefined;
  readonly notices: StepView['notices'];
}

/** What every view of the result is given. */
export interface ResultViewProps {
  readonly shown: Shown;
  /** The object, with its owners; undefined where the step leaves none. */
  readonly result: AnnotatedText | undefined;
  /** What a kubectl command came to; undefined for other steps. */
  readonly command: CommandView | undefined;
  /** On a phone: no hover, lines wrap. */
  readonly narrow: boolean;
}

/**
 * The result to show: that of the selected step; the one before it until the engine has answered, so that nothing
 * flashes; and its last good one while there is none because the step failed.
 */
export function useShown(): Shown | undefined {
  const scenario = useScenario((state) => state.scenario);
  const opened = useScenario((state) => state.opened);
  const { playback, good } = usePlayback();
  return useMemo(() => shownOf({ scenario, opened }, { playback, good }), [scenario, opened, playback, good]);
}

/** What the views of the result are given now, for what is done from elsewhere; undefined before the first answer. */
export function shownNow(): ResultViewProps | undefined {
  const { playback, good } = usePlayback.getState();
  const shown = shownOf(useScenario.getState(), { playback, good });
  return shown && { shown, result: shown.result, command: playback.view?.command, narrow: false };
}

function shownOf(
  { scenario: { steps }, opened }: Pick<ScenarioState, 'scenario' | 'opened'>,
  { playback, good }: Pick<PlaybackState, 'playback' | 'good'>,
): Shown | undefined {
  const { view, outcomes } = playback;
  if (view === undefined) return undefined;
  const outcome = outcomes.find(({ stepId }) => stepId === view.stepId);
  const place = steps.findIndex(({ id }) => id === view.stepId) + 1;
  const isGood = good?.opened === opened && good.stepId === view.stepId && outcome?.status === 'error';
  return {
    stepId: view.stepId,
    result: view.result ?? (isGood ? good.result : undefined),
    place,
    stale: view.stale,
    // A definition is not the object that is shown after it.
    object: steps[place - 1]?.kind === 'crd' ? undefined : outcome?.object,
    status: outcome?.status,
    notices: view.notices,
  };
}

/** The outcomes by step. */
export function useOutcomes(): ReadonlyMap<string, Outcome> {
  const outcomes = usePlayback((state) => state.playback.outcomes);
  return useMemo(() => new Map(outcomes.map((outcome) => [outcome.stepId, outcome])), [outcomes]);
}

/** How a step ended in a word; one that is switched off did not begin. */
export function outcomeName(step: Step, status: Outcome['status']): string {
  return step.off === true ? words.steps.off : words.steps.outcomeNames[status];
}

/** Whether nothing has been written yet. */
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

/** The panes that phones show one at a time. */
export type PaneName = 'steps' | 'step' | 'result';

/** What is looked at, beside the selected step: it is no part of the scenario and not kept. */
interface Look {
  /** The path of the field that the inspector is about; the object on screen may not have it. */
  readonly picked: string | undefined;
  /** The wanted view of the result; another is shown where a step does not have it. */
  readonly view: ResultViewName;
  /** The pane that a phone shows. */
  readonly pane: PaneName;
  /** Whether what the last-applied annotation declares is underlined, in the result and in the editor. */
  readonly layer: boolean;
}

/** The store of what is looked at, so that a field can be picked and a view opened from anywhere. */
export const useLook = create<Look>(() => ({ picked: undefined, view: askedView(), pane: 'step', layer: false }));

/** The view that the address asks for; `managedfields` is what pages inside frames call the entries. */
function askedView(): ResultViewName {
  const asked = new URLSearchParams(location.search).get('view')?.replace('managedfields', 'entries');
  return (['changes', 'entries', 'table'] as const).find((name) => name === asked) ?? 'object';
}

/** Picks a field for the inspector, or none. */
export function pick(picked: string | undefined): void {
  useLook.setState({ picked });
}

/** Picks a field and brings the result before the eyes, where a phone showed another pane. */
export function pickAndShow(picked: string): void {
  useLook.setState({ picked, pane: 'result' });
}

/** Opens a view of the result. */
export function showView(view: ResultViewName): void {
  useLook.setState({ view, pane: 'result' });
}

/** Opens a pane on a phone. */
export function showPane(pane: PaneName): void {
  useLook.setState({ pane });
}

/** Underlines what the last-applied annotation declares, or no longer. */
export function showLayer(layer: boolean): void {
  useLook.setState({ layer });
}
