import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import '@managed-fields/player/whole';
import {
  addStep,
  type Goal,
  type NewStep,
  newScenario,
  type Scenario,
  type Step,
  setOff,
} from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { checkTask } from './check-task.ts';

const catalog = await loadKubernetesTypes();

const settings = (data: Readonly<Record<string, string>>) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n${Object.keys(data).length === 0 ? '' : 'data:\n'}${Object.entries(
    data,
  )
    .map(([key, value]) => `  ${key}: ${value}\n`)
    .join('')}`;
const applied = (manager: string, data: Readonly<Record<string, string>>, force = false): NewStep => ({
  kind: 'apply',
  manager,
  text: settings(data),
  ...(force ? { force } : {}),
});
const deployment = (replicas: number | undefined) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:${replicas === undefined ? '' : `\n  replicas: ${replicas}`}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;

/** A task whose first steps are given. */
function taskOf(given: readonly NewStep[], goals: readonly Goal[], own: readonly NewStep[] = []) {
  const start = newScenario('', given);
  const task = { given: start.steps.map(({ id }) => id), goals };
  const scenario = own.reduce((made, step) => addStep(made, step), start);
  return { start: start.steps, task, scenario: { ...scenario, task } };
}

function checked({ scenario, task, start }: ReturnType<typeof taskOf>, changed: Scenario = scenario) {
  return checkTask(changed, { task, start }, { catalog });
}

const shared = [applied('a', { colour: 'green', size: 'large' }), applied('b', { colour: 'green' })];

test.each<[string, Goal, boolean]>([
  ['a value', { kind: 'value', path: '.data.colour', value: 'green' }, true],
  ['another value', { kind: 'value', path: '.data.colour', value: 'blue' }, false],
  ['a value that is absent', { kind: 'value', path: '.data.shape', value: 'round' }, false],
  ['absence', { kind: 'absent', path: '.data.shape' }, true],
  ['absence of what is there', { kind: 'absent', path: '.data.size' }, false],
  ['an owner', { kind: 'owns', manager: 'a', path: '.data.colour' }, true],
  ['an owner by its operation', { kind: 'owns', manager: 'a', path: '.data.colour', operation: 'Apply' }, true],
  ['an owner by another operation', { kind: 'owns', manager: 'a', path: '.data.colour', operation: 'Update' }, false],
  ['the only owner', { kind: 'owns', manager: 'a', path: '.data.size', alone: true }, true],
  ['the only owner of what is shared', { kind: 'owns', manager: 'a', path: '.data.colour', alone: true }, false],
  ['no owner', { kind: 'not-owner', manager: 'b', path: '.data.size' }, true],
  ['no owner of what it owns', { kind: 'not-owner', manager: 'b', path: '.data.colour' }, false],
  ['no owner of anything', { kind: 'not-owner', manager: 'c' }, true],
  ['no owner of anything, who is one', { kind: 'not-owner', manager: 'b' }, false],
  ['what nobody owns', { kind: 'unowned', path: '.data.shape' }, true],
  ['what somebody owns', { kind: 'unowned', path: '.data.size' }, false],
  [
    'a field of an object that is not there',
    {
      kind: 'absent',
      path: '.data.size',
      object: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'other' },
    },
    false,
  ],
])('%s', (_, goal, met) => {
  expect(checked(taskOf(shared, [goal])).goals).toEqual([met]);
});

describe('never fewer', () => {
  const goal: Goal = { kind: 'never-fewer', path: '.spec.replicas', least: 3 };
  const given: NewStep[] = [{ kind: 'apply', manager: 'a', text: deployment(3) }];
  const drop: NewStep = { kind: 'apply', manager: 'a', text: deployment(undefined) };
  const hold: NewStep = { kind: 'apply', manager: 'b', text: deployment(3) };
  const four: NewStep = { kind: 'apply', manager: 'a', text: deployment(4) };

  test.each<[string, NewStep[], boolean]>([
    ['nothing happens', [], true],
    ['somebody holds it first', [hold, drop], true],
    ['the default takes its place for a moment', [drop, four], false],
    ['the object is gone for a moment', [{ kind: 'delete', text: '' }, four], false],
  ])('where %s', (_, own, met) => {
    expect(checked(taskOf(given, [goal], own)).goals).toEqual([met]);
  });

  test('what was given does not count', () => {
    const before: NewStep[] = [{ kind: 'apply', manager: 'a', text: deployment(1) }, four];
    expect(checked(taskOf(before, [goal])).goals).toEqual([true]);
  });
});

describe('the way', () => {
  const goals: Goal[] = [{ kind: 'never-refused' }, { kind: 'requests', most: 1 }, { kind: 'no-force' }];
  const given = [applied('a', { colour: 'green' }), applied('b', { colour: 'blue' })];

  test('is not judged by what was given', () => {
    expect(checked(taskOf(given, goals))).toMatchObject({ goals: [true, true, true], requests: 0 });
  });

  test.each<[string, NewStep[], boolean[], number]>([
    ['a refusal counts', [applied('b', { colour: 'red' })], [false, true, true], 1],
    ['force counts', [applied('b', { colour: 'red' }, true)], [true, true, false], 1],
    ['so do two requests', [applied('c', { x: 'one' }), applied('c', { x: 'two' })], [true, false, true], 2],
    ['a dry run does not', [{ ...applied('c', { x: 'one' }), dryRun: true } as NewStep], [true, true, true], 0],
    ['reading does not', [{ kind: 'kubectl', text: 'kubectl get configmap settings' }], [true, true, true], 0],
    [
      'force of a command counts',
      [
        {
          kind: 'kubectl',
          text: 'kubectl apply --server-side --force-conflicts -f s.yaml',
          files: { 's.yaml': settings({ colour: 'red' }) },
        },
      ],
      [true, true, false],
      1,
    ],
  ])('%s', (_, own, met, requests) => {
    expect(checked(taskOf(given, goals, own))).toMatchObject({ goals: met, requests, broken: [] });
  });
});

describe('what was given', () => {
  const given = [applied('a', { colour: 'green' }), applied('b', { colour: 'blue' })];
  const goals: Goal[] = [{ kind: 'value', path: '.data.colour', value: 'green' }];
  const whole = taskOf(given, goals, [applied('c', { x: 'one' })]);
  const [first, refused, own] = whole.scenario.steps as [Step, Step, Step];
  const withSteps = (...steps: Step[]) => checked(whole, { ...whole.scenario, steps });

  test('stays', () => {
    expect(withSteps(first, refused, own)).toMatchObject({ broken: [], done: true });
  });

  test('may be called otherwise', () => {
    expect(withSteps({ ...first, name: 'the first', note: 'It came first.' }, refused, own).broken).toEqual([]);
  });

  test('may be sent otherwise where it was refused, or be taken away', () => {
    expect(withSteps(first, { ...refused, text: settings({ colour: 'green' }) }, own)).toMatchObject({
      broken: [],
      requests: 2,
    });
    expect(withSteps(first, own).broken).toEqual([]);
  });

  test.each<[string, () => readonly Step[]]>([
    ['changed', () => [{ ...first, text: settings({ colour: 'green', size: 'small' }) }, refused, own]],
    ['taken away', () => [refused, own]],
    ['switched off', () => setOff(whole.scenario, first.id, true).steps],
    ['preceded by something else', () => [own, first, refused]],
  ])('breaks the task where it is %s', (_, steps) => {
    const { broken, done } = withSteps(...steps());
    expect(broken).toEqual(['given']);
    expect(done).toBe(false);
  });

  test('is nothing that one may paste over', () => {
    const pasted: Step = { id: 'p', kind: 'live', text: settings({ colour: 'green' }) };
    expect(withSteps(first, refused, pasted)).toMatchObject({ goals: [true], broken: ['pasted'], done: false });
  });
});

test('tells what each side owns', () => {
  const { task, start, scenario } = taskOf(shared, []);
  expect(checkTask(scenario, { task, start, sides: ['a', 'c'] }, { catalog }).sides).toEqual([
    { manager: 'a', fields: ['.data.colour', '.data.size'] },
    { manager: 'c', fields: [] },
  ]);
});

test('what happens to another object of the same name does not count against the number of this one', () => {
  const goal: Goal = { kind: 'never-fewer', path: '.spec.replicas', least: 3 };
  const elsewhere = (namespace: string): NewStep => ({
    kind: 'kubectl',
    text: `kubectl apply -n ${namespace} -f web.yaml`,
    files: { 'web.yaml': deployment(1) },
  });
  const given: NewStep = { kind: 'apply', manager: 'a', text: deployment(3) };
  expect(checked(taskOf([given], [goal], [elsewhere('other')])).goals).toEqual([true]);
  expect(checked(taskOf([given], [goal], [elsewhere('default')])).goals).toEqual([false]);
});
