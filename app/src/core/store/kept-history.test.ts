import { newScenario, rename, withText } from '@managed-fields/scenario';
import { beforeEach, expect, test } from 'vitest';
import { historyText, parseHistory } from './kept-history.ts';
import { edit, historyNow, openScenario, redo, select, takeUpHistory, undo, useScenario } from './scenario-store.ts';

const two = newScenario('t', [
  { kind: 'live', text: 'a' },
  { kind: 'apply', text: 'b' },
]);
const state = () => useScenario.getState();
const textOfStep = () => state().scenario.steps[0]?.text;
const edited = (text: string) => edit((scenario) => withText(scenario, 's1', text));

/** Opens what is on screen anew, as a reload does. */
function reload(): void {
  const text = historyText(historyNow());
  const { scenario } = state();
  openScenario(scenario, { kind: 'draft', id: 'x' }, 's1', { arriving: true });
  const kept = parseHistory(text);
  if (kept !== undefined) takeUpHistory(kept);
}

beforeEach(() => openScenario(two, { kind: 'draft', id: 'x' }, undefined, { arriving: true }));

test('undo, redo and the selected step outlive a reload', () => {
  edited('one');
  edited('two');
  select('s2');
  undo();
  reload();
  expect(textOfStep()).toBe('one');
  expect(state().selected).toBe('s2');
  redo();
  expect(textOfStep()).toBe('two');
  undo();
  undo();
  expect(textOfStep()).toBe('a');
});

test('undo leads back to another scenario after a reload, too', () => {
  edited('one');
  openScenario(rename(two, 'example'), { kind: 'example', name: 'e' });
  reload();
  const { opened } = state();
  undo();
  expect(state()).toMatchObject({ scenario: { title: 't' }, origin: { kind: 'draft', id: 'x' } });
  expect(state().opened).not.toBe(opened);
  undo();
  expect(textOfStep()).toBe('a');
});

test('of many or long moments the nearest are kept', () => {
  for (let at = 0; at < 80; at++) edited(`${at}`);
  expect(parseHistory(historyText(historyNow()))?.past).toHaveLength(50);
  for (let at = 0; at < 10; at++) edited(`${at}${'x'.repeat(500_000)}`);
  const text = historyText(historyNow());
  expect(text.length).toBeLessThan(2_100_000);
  expect(parseHistory(text)?.past).toHaveLength(2);
});

test('the history of another scenario is not taken up', () => {
  edited('one');
  const kept = historyNow();
  openScenario(rename(two, 'other'), { kind: 'draft', id: 'y' }, undefined, { arriving: true });
  takeUpHistory(kept);
  expect(state().past).toEqual([]);
});

test.each(['', '{', '[]', 'null', '{"present":{},"past":[],"future":[]}', '{"present":1,"past":{},"future":0}'])(
  'what is no history is none: %s',
  (text) => expect(parseHistory(text)).toBeUndefined(),
);
