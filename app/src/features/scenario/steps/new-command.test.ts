import { newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { commandOn, definedObject, newCommand } from './new-command.ts';

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

test.each<readonly [text: string, object: string | undefined]>([
  [
    'spec:\n  group: example.com\n  scope: Namespaced\n  names: {kind: Foo}\n  versions: [{name: v1alpha1}, {name: v1, storage: true}]\n',
    'example.com/v1 Foo default/example',
  ],
  [
    '{"spec": {"group": "a.b", "scope": "Cluster", "names": {"kind": "Bar"}, "versions": [{"name": "v2"}]}}',
    'a.b/v2 Bar example',
  ],
  ['spec: {group: a.b}', undefined],
  ['spec: [', undefined],
  ['', undefined],
])('behind the definition %j stands %s', (text, object) => {
  expect(definedObject(text)).toBe(object);
});
