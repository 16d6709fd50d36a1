import { declaredIn, declaredLast, headIn, manifestOf } from '@managed-fields/player';
import { managerOf } from '@managed-fields/rendering';
import { type Scenario, type Step, withKind, withSettings, withText } from '@managed-fields/scenario';
import { commandOn, helmRelease } from '../steps/new-command.ts';

/**
 * Returns the scenario with a step changed to another kind. What it declares becomes the file of a command, or the text
 * that a command reads becomes its own; a step that declares nothing takes what was declared before it. An apply gets a
 * manager, because the server refuses one without, and a deploy tool is a release by Helm until another is chosen.
 */
export function changedKind(scenario: Scenario, step: Step, kind: Step['kind']): Scenario {
  const changed = withManager(withKind(scenario, step.id, kind), step);
  if (kind === step.kind || (kind !== 'kubectl' && step.kind !== 'kubectl')) return withTool(changed, step.id);
  if (step.kind === 'kubectl') {
    const text = manifestOf(scenario, step)?.text ?? Object.values(step.files ?? {})[0] ?? '';
    return withTool(withText(changed, step.id, text), step.id);
  }
  const at = scenario.steps.findIndex(({ id }) => id === step.id);
  const own = step.kind === 'crd' ? { text: step.text } : declaredIn(step);
  const { text: declared, name } = own ?? declaredLast(scenario, at) ?? { text: headIn(step.text) };
  const { text, files } = commandOn(declared, name);
  return withSettings(withText(changed, step.id, text), step.id, { files });
}

/** The tool of a step that has none yet: a release by Helm. */
function withTool(scenario: Scenario, stepId: string): Scenario {
  const step = scenario.steps.find(({ id }) => id === stepId);
  if (step?.kind !== 'tool' || step.tool !== undefined) return scenario;
  return withSettings(scenario, stepId, { tool: helmRelease(step.text) });
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
