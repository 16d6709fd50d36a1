import { addStep, nextStepId } from '@managed-fields/scenario';
import { edit, useScenario } from '../../../core/store/scenario-store.ts';
import { askFor } from './dry-run.ts';

/**
 * Puts an object of the cluster, given as JSON, into the scenario as a live step right before a step, so that the step
 * is predicted from it. Does nothing where the scenario changed meanwhile; returns whether it did it.
 */
export async function takeObject(stepId: string, object: string): Promise<boolean> {
  const { scenario, revision } = useScenario.getState();
  const printed = await askFor(scenario, { kind: 'printed-objects', objects: [{ text: object, declared: false }] });
  const text = printed?.[0];
  const at = scenario.steps.findIndex(({ id }) => id === stepId);
  if (text === undefined || at < 0 || revision !== useScenario.getState().revision) return false;
  const live = nextStepId(scenario);
  edit((before) => addStep(before, { kind: 'live', text }, at), { select: stepId });
  return useScenario.getState().scenario.steps.some(({ id }) => id === live);
}
