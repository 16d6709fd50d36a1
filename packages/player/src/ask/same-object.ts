import { changeText, type Scenario, withText } from '@managed-fields/scenario';
import { otherObject } from '../run/notices.ts';
import { playScenario, type RunOptions } from '../run/run.ts';

/**
 * The scenario with a step about the object of the step before it: its text gets that name, and that namespace where it
 * writes one. As it was where the step is about no other object.
 */
export function aboutSameObject(scenario: Scenario, stepId: string, { catalog }: RunOptions): Scenario {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  const before = played && otherObject(played);
  if (played === undefined || before === undefined) return scenario;
  const changed = changeText(played.step.text, [
    { place: ['metadata', 'name'], value: before.name },
    { place: ['metadata', 'namespace'], value: before.namespace },
  ]);
  return withText(scenario, stepId, changed);
}
