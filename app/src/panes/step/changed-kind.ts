import { type Scenario, type Step, withKind, withSettings, withText } from '@managed-fields/scenario';
import { commandOn } from '../steps/new-step.ts';

/** Returns the scenario with a step changed to another kind. Moves its text into the file of a command, or back. */
export function changedKind(scenario: Scenario, step: Step, kind: Step['kind']): Scenario {
  const changed = withKind(scenario, step.id, kind);
  if (kind === step.kind || (kind !== 'kubectl' && step.kind !== 'kubectl')) return changed;
  if (step.kind === 'kubectl') return withText(changed, step.id, Object.values(step.files ?? {})[0] ?? '');
  const { text, files } = commandOn(step.text);
  return withSettings(withText(changed, step.id, text), step.id, { files });
}
