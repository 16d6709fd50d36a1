import {
  defaultVersion,
  isPlayedVersion,
  kubernetesVersions,
  type PlayedVersion,
} from '@managed-fields/kubernetes-types';
import { type Form, type FormProblem, flagForm, listForm, objectForm, oneOf, recordForm, textForm } from './form.ts';
import { type Task, taskForm } from './goal.ts';
import { objectNameForm } from './object-name.ts';
import type { Outcome } from './outcome.ts';
import {
  type AnyStep,
  type Scenario,
  type ServerKind,
  type Step,
  type StepKind,
  type StepUser,
  serverKinds,
  type ToolSettings,
} from './scenario.ts';
import { stepOf } from './settings.ts';

export type { FormProblem } from './form.ts';

/** The version of the file form that this code writes, and the newest that it reads. */
export const fileVersion = 1;

/** The status that a file expects of a step. */
export type Expectation = Outcome['status'];

/** All kinds of step, in the order of the menus. */
export const stepKinds = [
  'live',
  'apply',
  'create',
  'update',
  'merge-patch',
  'strategic-merge-patch',
  'json-patch',
  'scale',
  'status',
  'reset',
  'delete',
  'crd',
  'kubectl',
  'tool',
] as const satisfies readonly StepKind[];

const expectations = [
  'created',
  'changed',
  'unchanged',
  'deleted',
  'read',
  'installed',
  'conflict',
  'error',
  'skipped',
  'not-played',
] as const satisfies readonly Expectation[];

/**
 * A scenario that was read from plain data, and the status that the data expects of each step (as many as there are
 * steps).
 */
export type CheckedForm =
  | {
      readonly kind: 'scenario';
      readonly scenario: Scenario;
      readonly expected: readonly (Expectation | undefined)[];
    }
  | {
      readonly kind: 'failure';
      readonly code: 'not-a-scenario' | 'newer-version';
      readonly problems: readonly FormProblem[];
    };

/** The form of a version of Kubernetes. */
export const playedVersion: Form<PlayedVersion> = textForm(
  `${kubernetesVersions.map((version) => JSON.stringify(version)).join(' | ')}, or a release of these`,
  isPlayedVersion,
);
const line = textForm('at most 1000 characters', (text) => text.length <= 1000);
const anyText = textForm('', () => true);

const toolSettings = objectForm<ToolSettings>(
  { name: line, version: line, namespace: line, options: recordForm(anyText) },
  ['name'],
);

const stepUser = objectForm<StepUser>(
  { name: line, groups: listForm(line, 100), uid: line, extra: recordForm(listForm(line, 100)) },
  ['name'],
);

/** A step as files have it: any setting may stand beside any kind. */
export interface PlainStep extends Omit<AnyStep, 'id' | 'text'> {
  readonly id?: string;
  readonly text?: string;
  readonly expect?: Expectation;
}

const step: Form<PlainStep> = objectForm<PlainStep>(
  {
    id: textForm('1 to 64 letters and digits', (text) => /^[A-Za-z0-9]{1,64}$/.test(text)),
    kind: oneOf(stepKinds),
    name: line,
    note: line,
    manager: line,
    userAgent: line,
    user: stepUser,
    force: flagForm,
    subresource: line,
    fieldValidation: oneOf(['Strict', 'Warn', 'Ignore']),
    dryRun: flagForm,
    conversionDown: flagForm,
    off: flagForm,
    object: objectNameForm,
    text: anyText,
    files: recordForm(anyText),
    tool: toolSettings,
    expect: oneOf(expectations),
  },
  ['kind'],
);

/** The form of the steps of a file. */
export const stepsForm: Form<readonly PlainStep[]> = listForm(step, 500);

interface PlainScenario {
  readonly version: typeof fileVersion;
  readonly title?: string;
  readonly about?: string;
  readonly kubernetes?: PlayedVersion;
  readonly server?: ServerKind;
  readonly task?: Task;
  readonly steps: readonly PlainStep[];
}

const form: Form<PlainScenario> = objectForm<PlainScenario>(
  {
    version: oneOf([fileVersion]),
    title: line,
    about: line,
    kubernetes: playedVersion,
    server: oneOf(serverKinds),
    task: taskForm,
    steps: stepsForm,
  },
  ['version', 'steps'],
);

/**
 * Reads a scenario from plain data (from JSON.parse, or a structured clone). Unknown fields are refused. A step without
 * an id gets one by its place, one without a text an empty text. A version above `fileVersion` gives the failure
 * `newer-version`, whatever else the data holds.
 */
export function checkForm(plain: unknown): CheckedForm {
  const version = versionOf(plain);
  if (version !== undefined && version > fileVersion) {
    const message = `made by a newer version (${version}); this one reads up to ${fileVersion}`;
    return {
      kind: 'failure',
      code: 'newer-version',
      problems: [{ code: 'newer-version', path: ['version'], message }],
    };
  }
  const problems: FormProblem[] = [];
  if (!form(plain, [], problems)) return { kind: 'failure', code: 'not-a-scenario', problems };
  const { steps, title, about, kubernetes, server, task } = plain;
  const repeated = repeatedId(steps.map((read) => read.id));
  if (repeated !== undefined) {
    const message = `the id ${steps[repeated]?.id ?? ''} is taken by an earlier step`;
    const problem: FormProblem = { code: 'duplicate-id', path: ['steps', repeated, 'id'], message };
    return { kind: 'failure', code: 'not-a-scenario', problems: [problem] };
  }
  return {
    kind: 'scenario',
    scenario: {
      title: title ?? '',
      ...(about === undefined ? {} : { about }),
      ...(kubernetes === undefined || kubernetes === defaultVersion ? {} : { kubernetes }),
      ...(server === undefined || server === 'plain' ? {} : { server }),
      ...(task === undefined ? {} : { task }),
      steps: stepsWithIds(steps),
    },
    expected: steps.map((read) => read.expect),
  };
}

/** The steps of a file. One without an id gets one by its place, one without a text an empty text. */
export function stepsWithIds(steps: readonly PlainStep[]): readonly Step[] {
  const taken = new Set(steps.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return steps.map(({ expect: _, ...read }, index): Step => {
    const id = read.id ?? freeId(taken, index + 1);
    taken.add(id);
    return stepOf({ ...read, id, text: read.text ?? '' });
  });
}

/**
 * Writes a scenario as plain data, with the keys in the order of files. Ids that the reader would give by place are
 * left out, so `checkForm(plainForm(s))` is `s` again.
 */
export function plainForm(scenario: Scenario, expected: readonly (Expectation | undefined)[] = []): unknown {
  return {
    version: fileVersion,
    ...(scenario.title === '' ? {} : { title: scenario.title }),
    ...(scenario.about === undefined ? {} : { about: scenario.about }),
    ...(scenario.kubernetes === undefined ? {} : { kubernetes: scenario.kubernetes }),
    ...(scenario.server === undefined ? {} : { server: scenario.server }),
    ...(scenario.task === undefined ? {} : { task: scenario.task }),
    steps: scenario.steps.map((read, index) => plainStep(read, index, expected[index])),
  };
}

/** All keys of a step but the id, in the order of files. A missing key does not compile. */
const stepOrder = Object.keys({
  kind: 0,
  name: 0,
  note: 0,
  manager: 0,
  userAgent: 0,
  user: 0,
  force: 0,
  subresource: 0,
  fieldValidation: 0,
  dryRun: 0,
  conversionDown: 0,
  off: 0,
  object: 0,
  tool: 0,
  text: 0,
  files: 0,
} satisfies Record<WrittenKey, 0>) as readonly WrittenKey[];

type WrittenKey = Exclude<keyof AnyStep, 'id'>;

function plainStep(read: AnyStep, index: number, expect: Expectation | undefined): unknown {
  const settings = stepOrder.flatMap((key): [string, unknown][] => {
    const value = read[key];
    return value === undefined || (key === 'text' && value === '') ? [] : [[key, value]];
  });
  return {
    ...(read.id === placedId(index + 1) ? {} : { id: read.id }),
    ...Object.fromEntries(settings),
    ...(expect === undefined ? {} : { expect }),
  };
}

/** The id of a step that has none, by its place (from 1). */
export function placedId(place: number): string {
  return `s${place}`;
}

/** The first id, from a place on, that is not taken. */
export function freeId(taken: ReadonlySet<string>, place: number): string {
  let next = place;
  while (taken.has(placedId(next))) next++;
  return placedId(next);
}

function repeatedId(ids: readonly (string | undefined)[]): number | undefined {
  const index = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) < at);
  return index < 0 ? undefined : index;
}

function versionOf(plain: unknown): number | undefined {
  if (typeof plain !== 'object' || plain === null || !('version' in plain)) return undefined;
  return typeof plain.version === 'number' ? plain.version : undefined;
}
