import { addStep, moveStep, newScenario, removeStep, rename } from '@managed-fields/scenario';
import { beforeEach, expect, test } from 'vitest';
import {
  edit,
  openScenario,
  redo,
  select,
  selectedStep,
  startOver,
  typed,
  undo,
  useScenario,
} from './scenario-store.ts';

const three = newScenario('t', [
  { kind: 'live', text: 'a' },
  { kind: 'apply', text: 'b' },
  { kind: 'apply', text: 'c' },
]);
const state = () => useScenario.getState();

beforeEach(() => openScenario(three, { kind: 'draft', id: 'x' }, undefined, { arriving: true }));

test('opening selects the first step, or the one that was selected', () => {
  expect(state().selected).toBe('s1');
  openScenario(three, { kind: 'shared' }, 's3');
  expect(state().selected).toBe('s3');
  openScenario(three, { kind: 'shared' }, 'gone');
  expect(state().selected).toBe('s1');
  openScenario(newScenario(), { kind: 'shared' });
  expect(state().selected).toBeUndefined();
});

test('opening is not an edit', () => {
  expect(state()).toMatchObject({ touched: false, past: [], future: [] });
});

test('typing changes the text and asks no editor to take it in', () => {
  const { revision, outside } = state();
  typed('s2', 'new');
  expect(state().scenario.steps[1]?.text).toBe('new');
  expect(state()).toMatchObject({ revision: revision + 1, outside, touched: true });
});

test('what is typed into one text in a row is undone as one, and never lost with an edit before it', () => {
  edit((scenario) => rename(scenario, 'named'));
  typed('s2', 'n');
  typed('s2', 'new');
  typed('s3', 'other');
  undo();
  expect(state().scenario.steps.map(({ text }) => text)).toEqual(['a', 'new', 'c']);
  undo();
  expect(state().scenario).toMatchObject({ title: 'named', steps: three.steps });
  undo();
  redo();
  redo();
  redo();
  expect(state().scenario.steps.map(({ text }) => text)).toEqual(['a', 'new', 'other']);
});

test('opening another scenario is undone too, with whose it was and what was selected', () => {
  edit((scenario) => rename(scenario, 'mine'));
  select('s2');
  const { opened } = state();
  openScenario(newScenario('shared', [{ kind: 'live', text: 'z' }]), { kind: 'shared' });
  edit((scenario) => rename(scenario, 'changed'));
  undo();
  undo();
  expect(state()).toMatchObject({ scenario: { title: 'mine' }, origin: { kind: 'draft', id: 'x' }, selected: 's2' });
  expect(state()).toMatchObject({ opened, touched: true });
  redo();
  expect(state()).toMatchObject({ scenario: { title: 'shared' }, origin: { kind: 'shared' } });
  redo();
  expect(state().scenario.title).toBe('changed');
});

test('starting over gives a blank draft, or an example as it was opened, and can be undone', () => {
  startOver();
  expect(state().scenario.steps).toEqual([{ id: 's1', kind: 'live', text: '' }]);
  undo();
  expect(state().scenario).toEqual(three);
  openScenario(three, { kind: 'example', name: 'three' });
  edit((scenario) => removeStep(scenario, 's1'));
  startOver();
  expect(state().scenario).toEqual(three);
});

test('typing what is there already is nothing', () => {
  const before = state();
  typed('s2', 'b');
  typed('unknown', 'z');
  expect(state()).toBe(before);
});

test('an edit asks editors to take texts in, and can be undone and redone', () => {
  const { outside } = state();
  edit((scenario) => moveStep(scenario, 's3', 0));
  expect(state().outside).toBe(outside + 1);
  expect(state().scenario.steps.map(({ id }) => id)).toEqual(['s3', 's1', 's2']);
  undo();
  expect(state().scenario).toEqual(three);
  redo();
  expect(state().scenario.steps.map(({ id }) => id)).toEqual(['s3', 's1', 's2']);
});

test('an edit that changes nothing leaves no trace', () => {
  const before = state();
  edit((scenario) => scenario);
  expect(state()).toBe(before);
});

test('a series of edits is undone as one; another edit ends it', () => {
  for (const title of ['a', 'ab', 'abc']) edit((scenario) => rename(scenario, title), { series: 'title' });
  edit((scenario) => removeStep(scenario, 's3'));
  undo();
  expect(state().scenario.title).toBe('abc');
  undo();
  expect(state().scenario).toEqual(three);
});

test('undo at the beginning and redo at the end do nothing', () => {
  const before = state();
  undo();
  redo();
  expect(state()).toBe(before);
});

test('an edit after undo forgets what was undone', () => {
  edit((scenario) => removeStep(scenario, 's3'));
  undo();
  edit((scenario) => rename(scenario, 'other'));
  redo();
  expect(state().scenario.steps).toHaveLength(3);
});

test('the selection follows: to the new step, and to a neighbour of a removed one', () => {
  edit((scenario) => addStep(scenario, { kind: 'apply', text: '' }, 1), { select: 's4' });
  expect(selectedStep(state())?.id).toBe('s4');
  edit((scenario) => removeStep(scenario, 's4'));
  expect(state().selected).toBe('s2');
  select('s3');
  edit((scenario) => removeStep(scenario, 's3'));
  expect(state().selected).toBe('s2');
});

test('the history has an end', () => {
  for (let index = 0; index < 150; index++) edit((scenario) => rename(scenario, String(index)));
  expect(state().past.length).toBeLessThanOrEqual(100);
});
