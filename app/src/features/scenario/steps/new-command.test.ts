import { newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { commandOn, newCommand } from './new-command.ts';

test('a new command applies the file of the command before it, under its name', () => {
  const scenario = newScenario('', [
    { kind: 'kubectl', text: "kubectl apply -f 'my web.yaml'", files: { 'my web.yaml': 'kind: A\n' } },
  ]);
  expect(newCommand(scenario, 1, 'blank')).toEqual({
    kind: 'kubectl',
    text: "kubectl apply -f 'my web.yaml'",
    files: { 'my web.yaml': 'kind: A\n' },
  });
  expect(newCommand(scenario, 0, 'blank').files).toEqual({ 'object.yaml': 'blank' });
});

test('a file is called by its object', () => {
  expect(commandOn('kind: A\nmetadata:\n  name: web\n').text).toBe('kubectl apply -f web.yaml');
});
