import '../whole.ts';
import { readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Scenario } from '@managed-fields/scenario';
import { readScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { otherWay } from './other-way.ts';
import { previewWaysOut } from './resolve.ts';

const catalog = await loadKubernetesTypes();

function example(name: string): Scenario {
  const read = readScenario(readFileSync(new URL(`../../../../public/examples/${name}.yaml`, import.meta.url), 'utf8'));
  if (read.kind !== 'scenario') throw new Error(`${name} does not read`);
  return read.scenario;
}

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

test('the same apply the other way differs in owners', () => {
  const other = otherWay(example('restarted-at'), 's3', { catalog });
  expect(other).toMatchObject({ line: 'kubectl apply -f web.yaml --server-side', serverSide: true, exitCode: 0 });
  expect(other?.rows.find(({ path }) => path === '.spec.replicas')).toEqual({
    path: '.spec.replicas',
    here: '3',
    there: '3',
    sameValue: true,
    hereOwners: ['kubectl-client-side-apply'],
    thereOwners: ['kubectl'],
  });
  expect(otherWay(example('restarted-at'), 's2', { catalog })).toBeUndefined();
});
