import { addStep, nextStepId, type StepKind } from '@managed-fields/scenario';
import { usePlayback } from '../../engine/playback-store.ts';
import { edit, useScenario } from '../../store/scenario-store.ts';
import { newStep } from './new-step.ts';

/** Kinds in the order of the menu, in the groups of the mind: a state, declarations, writes, the rest. */
export const kindsToAdd: readonly StepKind[] = [
  'live',
  'apply',
  'create',
  'update',
  'merge-patch',
  'strategic-merge-patch',
  'json-patch',
  'scale',
  'status',
  'reset',
  'delete',
  'crd',
  'kubectl',
];

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
