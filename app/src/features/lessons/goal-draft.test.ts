import { goalForm } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { emptyGoal, type GoalDraft, typedGoal } from './goal-draft.ts';

test.each<[string, Partial<GoalDraft>, unknown]>([
  [
    'a number',
    { kind: 'value', path: '.spec.replicas', value: ' 3 ' },
    { kind: 'value', path: '.spec.replicas', value: 3 },
  ],
  [
    'a text in quotes',
    { kind: 'value', path: '.data.a', value: '"3"' },
    { kind: 'value', path: '.data.a', value: '3' },
  ],
  ['a text', { kind: 'value', path: '.data.a', value: 'green' }, { kind: 'value', path: '.data.a', value: 'green' }],
  [
    'a boolean',
    { kind: 'value', path: '.spec.paused', value: 'true' },
    { kind: 'value', path: '.spec.paused', value: true },
  ],
  ['an absent field', { kind: 'absent', path: '.data.a' }, { kind: 'absent', path: '.data.a' }],
  ['an owner', { kind: 'owns', path: '.data.a', manager: 'flux' }, { kind: 'owns', path: '.data.a', manager: 'flux' }],
  [
    'the only owner',
    { kind: 'owns', path: '.data.a', manager: 'flux', alone: true },
    { kind: 'owns', path: '.data.a', manager: 'flux', alone: true },
  ],
  ['no owner of anything', { kind: 'not-owner', manager: 'flux' }, { kind: 'not-owner', manager: 'flux' }],
  ['requests', { kind: 'requests', number: '2' }, { kind: 'requests', most: 2 }],
  ['without force', { kind: 'no-force', path: 'whatever' }, { kind: 'no-force' }],
])('reads %s, and files take it', (_, draft, goal) => {
  const typed = typedGoal({ ...emptyGoal, ...draft });
  expect(typed).toEqual({ kind: 'goal', goal });
  expect(goalForm(goal, [], [])).toBe(true);
});

test.each<[string, Partial<GoalDraft>, string]>([
  ['no path', { kind: 'value' }, 'path'],
  ['a path without a dot', { kind: 'absent', path: 'spec.replicas' }, 'path'],
  ['no manager', { kind: 'owns', path: '.data' }, 'manager'],
  ['no number', { kind: 'requests', number: 'two' }, 'number'],
  ['a number below 0', { kind: 'never-fewer', path: '.spec.replicas', number: '-1' }, 'number'],
])('%s is a problem at its field', (_, draft, field) => {
  expect(typedGoal({ ...emptyGoal, ...draft })).toEqual({ kind: 'problem', field });
});
