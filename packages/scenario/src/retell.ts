import { isList, isMap, listAt, stringAt, type Value } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import type { Scenario, Step } from './scenario.ts';

/**
 * A scenario told in another language. The telling is YAML: `title`, `about`, and one of `steps` for each step, in
 * their order, with `name` (where the step has one) and `note`; nothing else is changed. Undefined where the telling
 * does not fit the scenario.
 */
export function retellScenario(scenario: Scenario, telling: string): Scenario | undefined {
  const value = readDocuments(telling)[0]?.value;
  const steps = isMap(value) ? listAt(value, 'steps') : undefined;
  const title = isMap(value) ? stringAt(value, 'title') : undefined;
  const about = isMap(value) ? stringAt(value, 'about') : undefined;
  if (title === undefined || about === undefined || steps?.length !== scenario.steps.length) return undefined;
  const told = scenario.steps.flatMap((step, index) => retoldStep(step, steps[index]) ?? []);
  return told.length === scenario.steps.length ? { ...scenario, title, about, steps: told } : undefined;
}

function retoldStep(step: Step, telling: Value | undefined): Step | undefined {
  if (telling === undefined || !isMap(telling) || isList(telling)) return undefined;
  const name = stringAt(telling, 'name');
  const note = stringAt(telling, 'note');
  const fits = (name === undefined) === (step.name === undefined) && (note === undefined) === (step.note === undefined);
  if (!fits) return undefined;
  return { ...step, ...(name === undefined ? {} : { name }), ...(note === undefined ? {} : { note }) };
}
