import { readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { expect, test } from 'vitest';
import { newScenario } from '../edits.ts';
import { readScenario } from '../file.ts';
import type { Scenario } from '../scenario.ts';
import { fieldHistory } from './history.ts';
import { previewWaysOut } from './ways-out.ts';

const catalog = await loadKubernetesTypes();

function example(name: string): Scenario {
  const read = readScenario(readFileSync(new URL(`../../../../public/examples/${name}.yaml`, import.meta.url), 'utf8'));
  if (read.kind !== 'scenario') throw new Error(`${name} does not read`);
  return read.scenario;
}

test.each<readonly [example: string, step: string, path: string, events: readonly string[]]>([
  [
    'hpa-handover',
    's6',
    '.spec.replicas',
    [
      's1 set by kubectl undefined>3 +kubectl',
      's2 claimed by handover-to-hpa 3>3 +handover-to-hpa',
      's3 given-up by kubectl 3>3 -kubectl',
      's4 changed by kube-controller-manager 3>7 +kube-controller-manager -handover-to-hpa',
      's6 refused by kubectl 7>3 against kube-controller-manager',
    ],
  ],
  ['hpa-handover', 's1', '.spec.revisionHistoryLimit', ['s1 defaulted by kubectl undefined>10']],
  [
    'first-configmap',
    's4',
    '.data.key',
    [
      's1 set by kubectl undefined>some value +kubectl',
      's2 changed by kube-controller-manager some value>new value +kube-controller-manager -kubectl',
      's3 refused by kubectl new value>some value against kube-controller-manager',
      's4 changed by kubectl new value>some value +kubectl -kube-controller-manager',
    ],
  ],
  ['first-configmap', 's4', '.data.nothing', []],
])('tells what %s did until %s to %s', (name, step, path, events) => {
  const told = fieldHistory(example(name), step, path, { catalog }).map((event) =>
    [
      `${event.stepId} ${event.code} by ${event.by?.manager} ${event.from}>${event.to}`,
      ...event.gained.map(({ manager }) => `+${manager}`),
      ...event.lost.map(({ manager }) => `-${manager}`),
      ...event.against.map(({ manager }) => `against ${manager}`),
    ].join(' '),
  );
  expect(told).toEqual(events);
});

test('tells what came with a pasted object', () => {
  const text = `apiVersion: v1
kind: ConfigMap
metadata: {name: c, managedFields: [{manager: a, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:k": {}}}}]}
data: {k: v}
`;
  const scenario = newScenario('', [{ kind: 'live', text }]);
  const [event, ...more] = fieldHistory(scenario, 's1', '.data.k', { catalog });
  expect(more).toEqual([]);
  expect(event).toMatchObject({ code: 'pasted', to: 'v', gained: [{ manager: 'a' }] });
});

test('previews the ways out of a conflict', () => {
  const previews = previewWaysOut(example('first-configmap'), 's3', { catalog });
  const controller = { manager: 'kube-controller-manager', operation: 'Update', subresource: '', apiVersion: 'v1' };
  const kubectl = { manager: 'kubectl', operation: 'Apply', subresource: '', apiVersion: 'v1' };
  const told = previews.map(({ way, code, objects }) => {
    const [{ object, values, owners } = { object: '', values: [], owners: [] }] = objects;
    return { way, code, object, values, owners };
  });
  expect(told).toEqual([
    {
      way: 'overwrite',
      code: 200,
      object: 'ConfigMap test-cm',
      values: [{ path: '.data.key', before: 'new value', after: 'some value' }],
      owners: [
        { owner: kubectl, gained: ['.data.key'], lost: [], entry: 'kept' },
        { owner: controller, gained: [], lost: ['.data.key'], entry: 'gone' },
      ],
    },
    { way: 'give-up', code: 200, object: 'ConfigMap test-cm', values: [], owners: [] },
    {
      way: 'share',
      code: 200,
      object: 'ConfigMap test-cm',
      values: [],
      owners: [{ owner: kubectl, gained: ['.data.key'], lost: [], entry: 'kept' }],
    },
  ]);
  expect(previewWaysOut(example('first-configmap'), 's4', { catalog })).toEqual([]);
  expect(structuredClone(previews)).toEqual(previews);
});
