import { defaultVersion, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { freeId, placedId } from './file-schema.ts';
import { type Scenario, type ServerKind, type Step, type StepKind, serverOf, versionOf } from './scenario.ts';
import { type StepSettings, stepOf, withoutUnused, withSettingsOf } from './settings.ts';

// Every edit is a pure function. It changes only what it names, and returns the same scenario where nothing changes, as
// with an unknown step id.

/** A step that has no id yet. */
export type NewStep = WithoutId<Step>;

/** Each kind of step without its id. */
export type WithoutId<S> = S extends Step ? Omit<S, 'id'> : never;

/** Makes a scenario of steps. Their ids are `s1`, `s2`, … */
export function newScenario(title = '', steps: readonly NewStep[] = []): Scenario {
  return { title, steps: steps.map((step, index) => ({ ...step, id: placedId(index + 1) })) };
}

/** Makes a scenario that somebody begins now: as `newScenario`, on the server of a cluster as it is installed. */
export function freshScenario(title = '', steps: readonly NewStep[] = []): Scenario {
  return withServer(newScenario(title, steps), 'installed');
}

/**
 * The id that `addStep` and `duplicateStep` give to the next step. Its number is larger than that of every `sN` in use.
 */
export function nextStepId(scenario: Scenario): string {
  const places = scenario.steps.map(({ id }) => (/^s\d{1,9}$/.test(id) ? Number(id.slice(1)) : 0));
  return freeId(new Set(scenario.steps.map(({ id }) => id)), Math.max(0, ...places) + 1);
}

/** Adds a step at an index, by default at the end. Its id is the `nextStepId` of the scenario before. */
export function addStep(scenario: Scenario, step: NewStep, at = scenario.steps.length): Scenario {
  return withSteps(scenario, scenario.steps.toSpliced(at, 0, { ...step, id: nextStepId(scenario) }));
}

/** Adds a copy of a step right after it. Its id is the `nextStepId` of the scenario before. */
export function duplicateStep(scenario: Scenario, stepId: string): Scenario {
  const index = indexOf(scenario, stepId);
  const step = scenario.steps[index];
  return step === undefined ? scenario : addStep(scenario, step, index + 1);
}

/** Removes a step. */
export function removeStep(scenario: Scenario, stepId: string): Scenario {
  const index = indexOf(scenario, stepId);
  return index < 0 ? scenario : withSteps(scenario, scenario.steps.toSpliced(index, 1));
}

/** Moves a step to an index of the new order; an index out of range means the nearest end. */
export function moveStep(scenario: Scenario, stepId: string, to: number): Scenario {
  const from = indexOf(scenario, stepId);
  const step = scenario.steps[from];
  const target = Math.max(0, Math.min(to, scenario.steps.length - 1));
  if (step === undefined || from === target) return scenario;
  return withSteps(scenario, scenario.steps.toSpliced(from, 1).toSpliced(target, 0, step));
}

/** Replaces the text of a step. */
export function withText(scenario: Scenario, stepId: string, text: string): Scenario {
  return withStep(scenario, stepId, (step) => (step.text === text ? step : { ...step, text }));
}

/** Changes the kind of a step. Its text stays, and so do the settings that the new kind makes use of. */
export function withKind(scenario: Scenario, stepId: string, kind: StepKind): Scenario {
  return withStep(scenario, stepId, (step) => (step.kind === kind ? step : withoutUnused(stepOf({ ...step, kind }))));
}

/** Changes settings of a step. A setting with the value `undefined` is removed. */
export function withSettings(scenario: Scenario, stepId: string, settings: StepSettings): Scenario {
  return withStep(scenario, stepId, (step) => withSettingsOf(step, settings));
}

/** Switches a step off, or on again. */
export function setOff(scenario: Scenario, stepId: string, off: boolean): Scenario {
  return withStep(scenario, stepId, (step) => {
    if ((step.off ?? false) === off) return step;
    const { off: _, ...on } = step;
    return off ? { ...step, off } : on;
  });
}

/** Names a step; an empty name removes the name. */
export function renameStep(scenario: Scenario, stepId: string, name: string): Scenario {
  return withStep(scenario, stepId, (step) => withWords(step, 'name', name));
}

/** Sets the note of a step, the sentence for readers who step through; an empty one removes it. */
export function withNote(scenario: Scenario, stepId: string, note: string): Scenario {
  return withStep(scenario, stepId, (step) => withWords(step, 'note', note));
}

/** Moves a scenario to another version of Kubernetes. */
export function withVersion(scenario: Scenario, version: PlayedVersion): Scenario {
  if (versionOf(scenario) === version) return scenario;
  const { kubernetes: _, ...rest } = scenario;
  return version === defaultVersion ? rest : { ...rest, kubernetes: version };
}

/** Moves a scenario to another server. */
export function withServer(scenario: Scenario, server: ServerKind): Scenario {
  if (serverOf(scenario) === server) return scenario;
  const { server: _, ...rest } = scenario;
  return server === 'plain' ? rest : { ...rest, server };
}

/** Changes the title. */
export function rename(scenario: Scenario, title: string): Scenario {
  return scenario.title === title ? scenario : { ...scenario, title };
}

/** Changes one step by a function. Returns the same scenario where the function returns the same step. */
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
