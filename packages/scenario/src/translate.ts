import { isList, isMap, listAt, stringAt, type Value } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import type { Scenario, Step } from './scenario.ts';

/**
 * Puts a translation into a scenario. The translation is YAML with `title`, `about`, and `steps`: for each step, in the
 * same order, `name` (if the step has one) and `note`. Undefined where the translation does not fit the scenario.
 */
export function translateScenario(scenario: Scenario, translation: string): Scenario | undefined {
  const value = readDocuments(translation)[0]?.value;
  const steps = isMap(value) ? listAt(value, 'steps') : undefined;
  const title = isMap(value) ? stringAt(value, 'title') : undefined;
  const about = isMap(value) ? stringAt(value, 'about') : undefined;
  if (title === undefined || about === undefined || steps?.length !== scenario.steps.length) return undefined;
  const translated = scenario.steps.flatMap((step, index) => translatedStep(step, steps[index]) ?? []);
  return translated.length === scenario.steps.length ? { ...scenario, title, about, steps: translated } : undefined;
}

function translatedStep(step: Step, translation: Value | undefined): Step | undefined {
  if (translation === undefined || !isMap(translation) || isList(translation)) return undefined;
  const name = stringAt(translation, 'name');
  const note = stringAt(translation, 'note');
  const fits = (name === undefined) === (step.name === undefined) && (note === undefined) === (step.note === undefined);
  if (!fits) return undefined;
  return { ...step, ...(name === undefined ? {} : { name }), ...(note === undefined ? {} : { note }) };
}
