import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import '@managed-fields/player/whole';
import { checkTask } from '@managed-fields/lessons';
import { type Goal, mostGoals, newScenario, readScenario, type Scenario } from '@managed-fields/scenario';
import { decodeLink, encodeLink } from '@managed-fields/share-link';
import { expect, test } from 'vitest';

// A task of somebody's own comes by a link of somebody unknown: it is read or refused as a whole, and it never counts as done.

const catalog = await loadKubernetesTypes();

const start = newScenario('', [
  { kind: 'apply', manager: 'a', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: x}\n' },
]);

const taskOf = (goals: readonly unknown[], about = ''): Scenario =>
  ({ ...start, about, task: { given: start.steps.map(({ id }) => id), goals } }) as Scenario;

const value = (path: string, wanted: unknown = 'y') => ({ kind: 'value', path, value: wanted });

/** What a link takes: it is shown, and nothing of it is met. */
const taken: readonly (readonly [string, readonly unknown[], string?])[] = [
  ['a goal that no object can reach', [value('.metadata.uid', 'mine'), value('.data.a', 'y'), value('.data.a', 'z')]],
  ['fewer requests than any way takes', [value('.data.a'), { kind: 'requests', most: 0 }]],
  ['a field that no kind has', [value('.nowhere.at[key="all"].ever')]],
  ['a path that is cut off', [value('.spec[')]],
  ['a path of dots and brackets', [value('....[[[]]]'), value('[=]'), value('[name=')]],
  ['a prototype as a path', [value('.__proto__.polluted', 'yes'), value('.constructor.prototype')]],
  ['a prototype as a manager', [{ kind: 'owns', manager: '__proto__', path: '.data.a' }]],
  [
    'markup',
    [{ kind: 'owns', manager: '<img src=x onerror=alert(1)>', path: '.data["<b>"]' }],
    '<script>alert(1)</script>',
  ],
  ['words that are turned round or not drawn', [{ kind: 'owns', manager: 'a\u202eb\u0000\u200b', path: '.data.a' }]],
  ['the manager as long as may be', [{ kind: 'owns', manager: 'm'.repeat(1000), path: '.data.a' }]],
  ['the path as long as may be', [value(`.${'a'.repeat(999)}`)]],
  ['a text for a number', [{ kind: 'never-fewer', path: '.data.a', least: 3 }]],
  ['a number without an end', [value('.data.a', Number.MAX_VALUE), value('.data.a', -0)]],
  ['an object of another world', [{ ...value('.data.a'), object: { apiVersion: 'x/v1', kind: 'Y', name: 'z' } }]],
  ['as many goals as may be, all the same', Array.from({ length: mostGoals }, () => value('.data.a'))],
];

const each = taken.map(([name, goals, about = 'Do it.']) => [name, goals, about] as const);

test.each(each)('a task is taken and not done: %s', (_, goals, about) => {
  const link = encodeLink(taskOf(goals, about));
  if (link.kind !== 'link') throw new Error(JSON.stringify(link));
  const read = decodeLink(link.fragment);
  if (read.kind !== 'scenario') throw new Error(JSON.stringify(read));
  const { task } = read.scenario;
  if (task === undefined) throw new Error('the task is gone');
  expect(task.goals).toHaveLength(goals.length);
  const checked = checkTask(read.scenario, { task }, { catalog });
  expect(checked.goals).toHaveLength(goals.length);
  expect(checked).toMatchObject({ done: false, requests: 0, broken: [] });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

const owns: Goal = { kind: 'owns', manager: 'a', path: '.data.a' };

/** What no link can be made of, and no file is read with. */
const refused: readonly (readonly [string, readonly unknown[]])[] = [
  ['a thousand goals', Array.from({ length: 1000 }, () => owns)],
  ['one goal more than may be', Array.from({ length: mostGoals + 1 }, () => owns)],
  ['a kind of goal that there is not', [{ kind: 'constructor' }]],
  ['a goal that is no map', [null, 'owns', []]],
  ['a goal without a path', [{ kind: 'value', value: 'y' }]],
  ['an empty path', [value('')]],
  ['an empty manager', [{ ...owns, manager: '' }]],
  ['a longer manager than may be', [{ ...owns, manager: 'm'.repeat(1001) }]],
  ['a map as a value', [value('.data', { a: 'x' })]],
  ['fewer than none', [{ kind: 'requests', most: -1 }]],
  ['what is no member', [JSON.parse('{"kind":"no-force","__proto__":{"polluted":true}}')]],
];

test.each(refused)('a task is refused: %s', (_, goals) => {
  expect(encodeLink(taskOf(goals))).toMatchObject({ kind: 'failure' });
  const text = JSON.stringify({ version: 1, title: '', steps: [{ kind: 'delete' }], task: { given: [], goals } });
  expect(readScenario(text)).toMatchObject({ kind: 'failure' });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a task without goals is never done', () => {
  const scenario = taskOf([]);
  const checked = scenario.task && checkTask(scenario, { task: scenario.task }, { catalog });
  expect(checked).toMatchObject({ goals: [], done: false });
});
