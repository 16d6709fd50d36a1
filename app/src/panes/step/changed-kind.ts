import { type AnyStep, type Scenario, type Step, withKind, withSettings, withText } from '@managed-fields/scenario';
import { commandOn } from '../steps/new-step.ts';

/**
 * Returns the scenario with a step changed to another kind. Moves its text into the file of a command, or back. An apply
 * gets a manager, because the server refuses one without.
 */
export function changedKind(scenario: Scenario, step: Step, kind: Step['kind']): Scenario {
  const changed = withManager(withKind(scenario, step.id, kind), step, kind);
  if (kind === step.kind || (kind !== 'kubectl' && step.kind !== 'kubectl')) return changed;
  if (step.kind === 'kubectl') return withText(changed, step.id, Object.values(step.files ?? {})[0] ?? '');
  const { text, files } = commandOn(step.text);
  return withSettings(withText(changed, step.id, text), step.id, { files });
}

/** The manager of an apply without one: the name in its User-Agent, else who applied last before it, else `kubectl`. */
function withManager(scenario: Scenario, { id, manager, userAgent }: AnyStep, kind: Step['kind']): Scenario {
  if (kind !== 'apply' || manager !== undefined) return scenario;
  const before = scenario.steps.slice(
    0,
    scenario.steps.findIndex((step) => step.id === id),
  );
  const applied = before.findLast((step) => step.kind === 'apply' && step.off !== true && step.manager !== undefined);
  const last = applied?.kind === 'apply' ? applied.manager : undefined;
  return withSettings(scenario, id, { manager: userAgent?.split('/', 1)[0] || last || 'kubectl' });
}
