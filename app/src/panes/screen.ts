import type { Outcome, Scenario, Step, StepView } from '@managed-fields/scenario';
import { useMemo } from 'react';
import { usePlayback } from '../engine/playback-store.ts';
import { selectedStep, useScenario } from '../store/scenario-store.ts';

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

/** The outcomes by step. */
export function useOutcomes(): ReadonlyMap<string, Outcome> {
  const outcomes = usePlayback((state) => state.playback.outcomes);
  return useMemo(() => new Map(outcomes.map((outcome) => [outcome.stepId, outcome])), [outcomes]);
}

/** The manager that a step writes as: the recorded one, else the one that was set, else the User-Agent's name. */
export function managerOf(step: Step, outcome: Outcome | undefined): string | undefined {
  if (step.kind === 'live' || step.kind === 'crd' || step.kind === 'delete') return undefined;
  const agent = step.userAgent?.split('/', 1)[0];
  return outcome?.manager ?? (step.manager || undefined) ?? (agent || undefined);
}

/** Whether nothing has been written yet. */
export function isBlank(scenario: Scenario): boolean {
  return scenario.steps.every(({ kind, text }) => text.trim() === '' && (kind === 'live' || kind === 'apply'));
}
