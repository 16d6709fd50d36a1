import { managerOf } from '@managed-fields/rendering';
import { type Scenario, type Step, withKind, withSettings, withText } from '@managed-fields/scenario';
import { commandOn } from '../steps/new-step.ts';

/**
 * Returns the scenario with a step changed to another kind. Moves its text into the file of a command, or back. An apply
 * gets a manager, because the server refuses one without.
 */
export function changedKind(scenario: Scenario, step: Step, kind: Step['kind']): Scenario {
  const changed = withManager(withKind(scenario, step.id, kind), step);
  if (kind === step.kind || (kind !== 'kubectl' && step.kind !== 'kubectl')) return changed;
  if (step.kind === 'kubectl') return withText(changed, step.id, Object.values(step.files ?? {})[0] ?? '');
  const { text, files } = commandOn(step.text);
  return withSettings(withText(changed, step.id, text), step.id, { files });
}

/** The manager of an apply without one: the name in its User-Agent, else who applied last before it, else `kubectl`. */
function withManager(scenario: Scenario, before: Step): Scenario {
  const index = scenario.steps.findIndex(({ id }) => id === before.id);
  const step = scenario.steps[index];
  if (step?.kind !== 'apply' || step.manager !== undefined) return scenario;
  const earlier = scenario.steps.slice(0, index);
  const appliers = earlier.flatMap((each) => (each.kind === 'apply' && each.off !== true ? (each.manager ?? []) : []));
  return withSettings(scenario, step.id, { manager: managerOf(before, undefined) ?? (appliers.at(-1) || 'kubectl') });
}
