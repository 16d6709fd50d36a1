import { defaultVersion, type KubernetesVersion } from '@managed-fields/kubernetes-types';
import { freeId, placedId } from './file-schema.ts';
import { type Scenario, type Step, type StepKind, versionOf } from './scenario.ts';
import { type StepSettings, stepOf, withoutUnused, withSettingsOf } from './settings.ts';

// Every edit is pure, leaves what it does not name as it is, and gives back the very scenario where nothing changes:
// an unknown step id changes nothing.

/** A step that has no id yet. */
export type NewStep = WithoutId<Step>;

type WithoutId<S> = S extends Step ? Omit<S, 'id'> : never;

/** A scenario of the given steps, with ids `s1`, `s2`, … */
export function newScenario(title = '', steps: readonly NewStep[] = []): Scenario {
  return { title, steps: steps.map((step, index) => ({ ...step, id: placedId(index + 1) })) };
}

/** The id that `addStep` and `duplicateStep` give to the next step. It is larger than every `sN` in use. */
export function nextStepId(scenario: Scenario): string {
  const places = scenario.steps.map(({ id }) => (/^s\d{1,9}$/.test(id) ? Number(id.slice(1)) : 0));
  return freeId(new Set(scenario.steps.map(({ id }) => id)), Math.max(0, ...places) + 1);
}

/** The scenario with a step added at an index, by default at the end, under the id `nextStepId` of before. */
export function addStep(scenario: Scenario, step: NewStep, at = scenario.steps.length): Scenario {
  return withSteps(scenario, scenario.steps.toSpliced(at, 0, { ...step, id: nextStepId(scenario) }));
}

/** The scenario with a copy of a step right after it, under the id `nextStepId` of before. */
export function duplicateStep(scenario: Scenario, stepId: string): Scenario {
  const index = indexOf(scenario, stepId);
  const step = scenario.steps[index];
  return step === undefined ? scenario : addStep(scenario, step, index + 1);
}

/** The scenario without a step. */
export function removeStep(scenario: Scenario, stepId: string): Scenario {
  const index = indexOf(scenario, stepId);
  return index < 0 ? scenario : withSteps(scenario, scenario.steps.toSpliced(index, 1));
}

/** The scenario with a step moved so that it stands at an index of the new order; an index out of range is the nearest end. */
export function moveStep(scenario: Scenario, stepId: string, to: number): Scenario {
  const from = indexOf(scenario, stepId);
  const step = scenario.steps[from];
  const target = Math.max(0, Math.min(to, scenario.steps.length - 1));
  if (step === undefined || from === target) return scenario;
  return withSteps(scenario, scenario.steps.toSpliced(from, 1).toSpliced(target, 0, step));
}

/** The scenario with a step's text replaced. */
export function withText(scenario: Scenario, stepId: string, text: string): Scenario {
  return withStep(scenario, stepId, (step) => (step.text === text ? step : { ...step, text }));
}

/** The scenario with a step of another kind: its text stays, and the settings that the new kind makes use of. */
export function withKind(scenario: Scenario, stepId: string, kind: StepKind): Scenario {
  return withStep(scenario, stepId, (step) => (step.kind === kind ? step : withoutUnused(stepOf({ ...step, kind }))));
}

/** The scenario with settings of a step changed; a setting that is `undefined` goes. */
export function withSettings(scenario: Scenario, stepId: string, settings: StepSettings): Scenario {
  return withStep(scenario, stepId, (step) => withSettingsOf(step, settings));
}

/** The scenario with a step switched off, or on again. */
export function setOff(scenario: Scenario, stepId: string, off: boolean): Scenario {
  return withStep(scenario, stepId, (step) => {
    if ((step.off ?? false) === off) return step;
    const { off: _, ...on } = step;
    return off ? { ...step, off } : on;
  });
}

/** The scenario with a name given to a step; an empty one takes the name away. */
export function renameStep(scenario: Scenario, stepId: string, name: string): Scenario {
  return withStep(scenario, stepId, (step) => withWords(step, 'name', name));
}

/** The scenario with the sentence of a step for readers who step through; an empty one takes it away. */
export function withNote(scenario: Scenario, stepId: string, note: string): Scenario {
  return withStep(scenario, stepId, (step) => withWords(step, 'note', note));
}

/** The scenario on another version of Kubernetes. */
export function withVersion(scenario: Scenario, version: KubernetesVersion): Scenario {
  if (versionOf(scenario) === version) return scenario;
  const { kubernetes: _, ...rest } = scenario;
  return version === defaultVersion ? rest : { ...rest, kubernetes: version };
}

/** The scenario under another title. */
export function rename(scenario: Scenario, title: string): Scenario {
  return scenario.title === title ? scenario : { ...scenario, title };
}

/** The scenario with one step changed by a function; the scenario itself where the function gives the step back. */
export function withStep(scenario: Scenario, stepId: string, change: (step: Step) => Step): Scenario {
  const index = indexOf(scenario, stepId);
  const step = scenario.steps[index];
  if (step === undefined) return scenario;
  const changed = change(step);
  return changed === step ? scenario : withSteps(scenario, scenario.steps.with(index, changed));
}

function withWords(step: Step, key: 'name' | 'note', words: string): Step {
  if ((step[key] ?? '') === words) return step;
  const { [key]: _, ...without } = step;
  return words === '' ? without : { ...step, [key]: words };
}

function withSteps(scenario: Scenario, steps: readonly Step[]): Scenario {
  return { ...scenario, steps };
}

function indexOf(scenario: Scenario, stepId: string): number {
  return scenario.steps.findIndex(({ id }) => id === stepId);
}
