import type { StepView } from '@managed-fields/player';
import type { Outcome, Scenario, Step } from '@managed-fields/scenario';
import { useMemo } from 'react';
import { isUnread, type ReadAnswer, usePlayback } from '../../core/engine/playback-store.ts';
import { selectedStep, useScenario } from '../../core/store/scenario-store.ts';
import { words } from '../../core/words/language.ts';

/** The selected step with its place (from 1), and what the engine answered about it so far. */
export interface Selected {
  readonly step: Step;
  readonly place: number;
  readonly outcome: Outcome | undefined;
  /** Undefined while the engine still works on this selection. */
  readonly view: StepView | undefined;
}

/** The selected step; undefined only when there are no steps. */
export function useSelected(): Selected | undefined {
  const step = useScenario(selectedStep);
  const scenario = useScenario((state) => state.scenario);
  const playback = usePlayback((state) => state.playback);
  return useMemo(() => {
    if (step === undefined) return undefined;
    return {
      step,
      place: scenario.steps.indexOf(step) + 1,
      outcome: playback.outcomes.find(({ stepId }) => stepId === step.id),
      view: playback.view?.stepId === step.id ? playback.view : undefined,
    };
  }, [step, scenario, playback]);
}

/** Whether what the engine answered belongs to the selected step and the texts as they are now. */
export function useFresh(): boolean {
  const selected = useScenario((state) => selectedStep(state)?.id);
  return usePlayback(({ health, playback }) => health === 'ready' && playback.view?.stepId === selected);
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
export function keptAnswer(
  read: ReadAnswer | undefined,
  { opened, stepId, outcome, view }: Pick<Selected, 'outcome' | 'view'> & Pick<ReadAnswer, 'opened' | 'stepId'>,
): ReadAnswer | undefined {
  if (outcome === undefined || !isUnread(outcome, view)) return undefined;
  return read?.opened === opened && read.stepId === stepId ? read : undefined;
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

/** Whether a step applies with force: its setting says so, its command as kubectl reads it, or an option of its tool. */
export function isForced(step: Step, view: StepView | undefined): boolean {
  if (step.kind === 'kubectl') return view?.command?.forced === true;
  return step.kind === 'tool' ? view?.tool?.forced === true : step.kind === 'apply' && step.force === true;
}

/** Whether the outcome panel has anything to show: a conflict, a refusal, warnings, or what force took. */
export function hasOutcomePanel(step: Step, outcome: Outcome | undefined, view: StepView | undefined): boolean {
  if (outcome === undefined || step.off === true) return false;
  const { status, warnings } = outcome;
  return view?.conflict !== undefined || status === 'error' || warnings.length > 0 || isForced(step, view);
}
