import { type ScenarioState, useScenario } from '../../store/scenario-store.ts';

/**
 * Whether somebody is being led through the scenario: it is an example, or it came by a link and its author wrote
 * sentences for readers. The strip above the panes then says the sentence of the step, and the step need not.
 */
export function useWalking(): boolean {
  return useScenario(isWalk);
}

/** The same of a state. */
export function isWalk({ origin, scenario }: ScenarioState): boolean {
  return origin.kind !== 'draft' && scenario.steps.some(({ note }) => note !== undefined && note !== '');
}
