import { describe, expect, test } from 'vitest';
import {
  addStep,
  duplicateStep,
  moveStep,
  newScenario,
  nextStepId,
  removeStep,
  rename,
  renameStep,
  setOff,
  withKind,
  withNote,
  withSettings,
  withText,
} from './edits.ts';
import type { Scenario } from './scenario.ts';

const three = newScenario('three', [
  { kind: 'live', text: 'a' },
  { kind: 'apply', text: 'b', manager: 'm', force: true },
  { kind: 'merge-patch', text: 'c', userAgent: 'tool/1' },
]);
const ids = (scenario: Scenario) => scenario.steps.map(({ id }) => id);

test('gives ids by place', () => {
  expect(ids(three)).toEqual(['s1', 's2', 's3']);
  expect(nextStepId(removeStep(three, 's1'))).toBe('s4');
  expect(nextStepId(newScenario())).toBe('s1');
});

describe('an edit', () => {
  test.each<{ readonly name: string; readonly edited: Scenario; readonly steps: readonly object[] }>([
    {
      name: 'adds at the end',
      edited: addStep(three, { kind: 'reset', text: '' }),
      steps: [...three.steps, { id: 's4', kind: 'reset', text: '' }],
    },
    {
      name: 'adds at an index',
      edited: addStep(three, { kind: 'reset', text: '' }, 1),
      steps: [three.steps[0] ?? {}, { id: 's4', kind: 'reset', text: '' }, ...three.steps.slice(1)],
    },
    {
      name: 'duplicates behind the original',
      edited: duplicateStep(three, 's2'),
      steps: [...three.steps.slice(0, 2), { ...three.steps[1], id: 's4' }, ...three.steps.slice(2)],
    },
    { name: 'removes', edited: removeStep(three, 's2'), steps: three.steps.filter(({ id }) => id !== 's2') },
    { name: 'moves down', edited: moveStep(three, 's1', 1), steps: [1, 0, 2].map((i) => three.steps[i] ?? {}) },
    { name: 'moves up', edited: moveStep(three, 's3', 0), steps: [2, 0, 1].map((i) => three.steps[i] ?? {}) },
    {
      name: 'moves no further than the end',
      edited: moveStep(three, 's1', 9),
      steps: [1, 2, 0].map((i) => three.steps[i] ?? {}),
    },
    {
      name: 'replaces text',
      edited: withText(three, 's1', 'x'),
      steps: [{ ...three.steps[0], text: 'x' }, ...three.steps.slice(1)],
    },
    {
      name: 'switches off',
      edited: setOff(three, 's1', true),
      steps: [{ ...three.steps[0], off: true }, ...three.steps.slice(1)],
    },
    { name: 'switches on again', edited: setOff(setOff(three, 's1', true), 's1', false), steps: three.steps },
    {
      name: 'changes settings and takes one away',
      edited: withSettings(three, 's2', { force: undefined, manager: 'n', dryRun: true }),
      steps: [
        three.steps[0] ?? {},
        { id: 's2', kind: 'apply', text: 'b', manager: 'n', dryRun: true },
        three.steps[2] ?? {},
      ],
    },
    {
      name: 'changes the kind and drops what the new kind does not read',
      edited: withKind(three, 's2', 'merge-patch'),
      steps: [three.steps[0] ?? {}, { id: 's2', kind: 'merge-patch', text: 'b', manager: 'm' }, three.steps[2] ?? {}],
    },
    {
      name: 'names a step',
      edited: renameStep(three, 's1', 'first'),
      steps: [{ ...three.steps[0], name: 'first' }, ...three.steps.slice(1)],
    },
    { name: 'takes a name away', edited: renameStep(renameStep(three, 's1', 'first'), 's1', ''), steps: three.steps },
  ])('$name', ({ edited, steps }) => {
    expect(edited).toStrictEqual({ title: 'three', steps });
  });

  test.each<{ readonly name: string; readonly edited: Scenario }>([
    { name: 'text', edited: withText(three, 's1', 'a') },
    { name: 'a setting', edited: withSettings(three, 's2', { force: true, dryRun: undefined }) },
    { name: 'the kind', edited: withKind(three, 's2', 'apply') },
    { name: 'the place', edited: moveStep(three, 's2', 1) },
    { name: 'the title', edited: rename(three, 'three') },
    { name: 'a name', edited: renameStep(three, 's2', '') },
    { name: 'a note', edited: withNote(three, 's2', '') },
    { name: 'the switch', edited: setOff(three, 's2', false) },
    { name: 'an unknown step', edited: removeStep(withText(three, 'nobody', 'x'), 'nobody') },
  ])('that leaves $name as it was gives the very scenario', ({ edited }) => {
    expect(edited).toBe(three);
  });
});
