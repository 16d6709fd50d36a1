import * as v from 'valibot';
import type { Outcome } from './playback.ts';
import type { Scenario, Step, StepKind } from './scenario.ts';

/** The version of the file form that this code writes, and the newest that it reads. */
export const fileVersion = 1;

/** How a step of an example should end, as its file states it. */
export type Expectation = Outcome['status'];

/** All kinds of step, in the order in which menus show them. */
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
] as const satisfies readonly Expectation[];

/** A complaint about a scenario's plain form: a code, where, and what a reader of English needs. */
export interface FormProblem {
  readonly code: 'unknown-field' | 'missing-field' | 'wrong-type' | 'bad-value' | 'duplicate-id' | 'newer-version';
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A scenario in plain form, checked: the scenario, and what its file expects of each step (same length as the steps). */
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

const line = v.pipe(v.string(), v.maxLength(1000));

// Kept as it is: a schema of records would drop names such as `constructor`.
const files = v.custom<Readonly<Record<string, string>>>(
  (input) =>
    typeof input === 'object' &&
    input !== null &&
    !Array.isArray(input) &&
    Object.values(input).every((text) => typeof text === 'string'),
  'expected texts by file name',
);

const objectName = v.strictObject({
  apiVersion: line,
  kind: line,
  namespace: v.exactOptional(line),
  name: line,
});

const step = v.strictObject({
  id: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/))),
  kind: v.picklist(stepKinds),
  name: v.exactOptional(line),
  note: v.exactOptional(line),
  manager: v.exactOptional(line),
  userAgent: v.exactOptional(line),
  force: v.exactOptional(v.boolean()),
  subresource: v.exactOptional(line),
  fieldValidation: v.exactOptional(v.picklist(['Strict', 'Warn', 'Ignore'])),
  dryRun: v.exactOptional(v.boolean()),
  off: v.exactOptional(v.boolean()),
  object: v.exactOptional(objectName),
  text: v.exactOptional(v.string()),
  files: v.exactOptional(files),
  expect: v.exactOptional(v.picklist(expectations)),
});

const form = v.strictObject({
  version: v.literal(fileVersion),
  title: v.exactOptional(line),
  about: v.exactOptional(line),
  steps: v.pipe(v.array(step), v.maxLength(500)),
});

/**
 * Reads a scenario from plain data (what JSON.parse gives, or a structured clone), refusing everything that it does
 * not know. A step without an id gets one by its place; a step without a text has an empty one.
 * A version above `fileVersion` is a failure of its own, whatever else the data holds.
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
  const parsed = v.safeParse(form, plain);
  if (!parsed.success) {
    return { kind: 'failure', code: 'not-a-scenario', problems: parsed.issues.map(formProblem) };
  }
  const { steps, title, about } = parsed.output;
  const repeated = repeatedId(steps.map((read) => read.id));
  if (repeated !== undefined) {
    const message = `the id ${steps[repeated]?.id ?? ''} is taken by an earlier step`;
    const problem: FormProblem = { code: 'duplicate-id', path: ['steps', repeated, 'id'], message };
    return { kind: 'failure', code: 'not-a-scenario', problems: [problem] };
  }
  const taken = new Set(steps.flatMap((read) => (read.id === undefined ? [] : [read.id])));
  return {
    kind: 'scenario',
    scenario: {
      title: title ?? '',
      ...(about === undefined ? {} : { about }),
      steps: steps.map(({ expect: _, ...read }, index): Step => {
        const id = read.id ?? freeId(taken, index + 1);
        taken.add(id);
        return { ...read, id, text: read.text ?? '' };
      }),
    },
    expected: steps.map((read) => read.expect),
  };
}

/**
 * A scenario as plain data in the file form's order of keys. Ids that the reader would give by place are left out,
 * so `checkForm(plainForm(s))` is `s` again.
 */
export function plainForm(scenario: Scenario, expected: readonly (Expectation | undefined)[] = []): unknown {
  return {
    version: fileVersion,
    ...(scenario.title === '' ? {} : { title: scenario.title }),
    ...(scenario.about === undefined ? {} : { about: scenario.about }),
    steps: scenario.steps.map((read, index) => plainStep(read, index, expected[index])),
  };
}

/** Every key of a step but its id, in the order in which files have them; a key forgotten here fails to compile. */
const stepOrder = Object.keys({
  kind: 0,
  name: 0,
  note: 0,
  manager: 0,
  userAgent: 0,
  force: 0,
  subresource: 0,
  fieldValidation: 0,
  dryRun: 0,
  off: 0,
  object: 0,
  text: 0,
  files: 0,
} satisfies Record<Exclude<keyof Step, 'id'>, 0>) as readonly Exclude<keyof Step, 'id'>[];

function plainStep(read: Step, index: number, expect: Expectation | undefined): unknown {
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

/** The id that a step at a place (from 1) has when nothing else is said. */
export function placedId(place: number): string {
  return `s${place}`;
}

/** The first id from a place on that is not taken. */
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

function formProblem(issue: v.BaseIssue<unknown>): FormProblem {
  const path = (issue.path ?? []).map((item) => (typeof item.key === 'number' ? item.key : String(item.key)));
  const at = path.length === 0 ? 'the scenario' : path.join('.');
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return { code: 'unknown-field', path, message: `unknown field ${at}` };
  }
  if (issue.received === 'undefined') return { code: 'missing-field', path, message: `${at} is missing` };
  const code =
    issue.kind === 'schema' && issue.type !== 'picklist' && issue.type !== 'literal' ? 'wrong-type' : 'bad-value';
  return {
    code,
    path,
    message: `${at}: expected ${issue.expected ?? 'something else'}, found ${short(issue.received)}`,
  };
}

function short(received: string): string {
  return received.length > 80 ? `${received.slice(0, 80)}…` : received;
}
