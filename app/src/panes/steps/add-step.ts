import { addStep, nextStepId, type StepKind } from '@managed-fields/scenario';
import { usePlayback } from '../../engine/playback-store.ts';
import { edit, useScenario } from '../../store/scenario-store.ts';
import { newStep } from './new-step.ts';

/** A new step stands after the selected one, so that it starts from the object on screen. */
export function addAfterSelected(kind: StepKind): void {
  const { scenario, selected } = useScenario.getState();
  const { playback } = usePlayback.getState();
  const at = scenario.steps.findIndex(({ id }) => id === selected);
  const before = {
    object: playback.outcomes.slice(0, at + 1).findLast(({ object }) => object !== undefined)?.object,
    result: playback.view?.stepId === selected ? playback.view?.result : undefined,
  };
  edit((current) => addStep(current, newStep(kind, current, before), at < 0 ? undefined : at + 1), {
    select: nextStepId(scenario),
  });
}
