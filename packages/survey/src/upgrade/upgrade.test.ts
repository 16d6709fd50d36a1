import { loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { mapFromPlain } from '@managed-fields/merge-engine';
import { loadOnNeed } from '@managed-fields/player';
import { expect, test } from 'vitest';
import { changedPlaces, type UpgradeChange, upgradeChanges } from './upgrade.ts';

async function changes(
  object: object,
  from: PlayedVersion,
  to: PlayedVersion,
  definitions: readonly object[] = [],
): Promise<readonly UpgradeChange[]> {
  const catalogs = await Promise.all([loadKubernetesTypes(from), loadKubernetesTypes(to)]);
  return loadOnNeed(() => {
    const made = definitions.map((definition) => mapFromPlain(definition));
    const [before, after] = catalogs;
    const changesOf = upgradeChanges({ version: from, catalog: before }, { version: to, catalog: after }, made);
    return changesOf(mapFromPlain(object));
  });
}

const entry = (apiVersion: string, fieldsV1: object) => ({
  ...{ manager: 'deployer', operation: 'Update', apiVersion, fieldsType: 'FieldsV1', fieldsV1 },
});

test('nothing changes for a ConfigMap', async () => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: '1' } };
  expect(await changes(object, 'v1.34', 'v1.37')).toEqual([]);
});

test('an autoscaler gets a generation from v1.37 on', async () => {
  const object = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: {
      name: 'a',
      managedFields: [entry('autoscaling/v2', { 'f:spec': { 'f:maxReplicas': {} } })],
    },
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
  };
  expect(await changes(object, 'v1.34', 'v1.36')).toEqual([]);
  const found = await changes(object, 'v1.36', 'v1.37');
  expect(found.map(({ kind }) => kind)).toEqual(['field-comes']);
  expect(found).toMatchObject([{ path: '.metadata.generation' }]);
});

test('a kind that only one of the versions has', async () => {
  const object = { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'a' }, spec: {} };
  expect(await changes(object, 'v1.34', 'v1.37')).toEqual([]);
  const found = [...(await changes(object, 'v1.34', 'v1.33')), ...(await changes(object, 'v1.33', 'v1.34'))];
  expect(found.map(({ kind }) => kind)).toEqual(['not-served', 'not-before']);
});

test('a headless Service is warned about by some releases only', async () => {
  const object = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'a' },
    spec: { clusterIP: 'None', selector: { a: '1' }, ports: [{ port: 80 }] },
  };
  const message = 'spec.SessionAffinity is ignored for headless services';
  expect(await changes(object, 'v1.34.1', 'v1.34.2')).toEqual([{ kind: 'not-warned', request: 'create', message }]);
  expect(await changes(object, 'v1.33', 'v1.34.0')).toContainEqual({ kind: 'warned', request: 'create', message });
});

test('a definition whose number has a format is warned about by v1.34.0 alone', async () => {
  const object = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Foo', plural: 'foos' },
      scope: 'Namespaced',
      versions: [
        {
          ...{ name: 'v1', served: true, storage: true },
          schema: { openAPIV3Schema: { type: 'object', properties: { n: { type: 'integer', format: 'int32' } } } },
        },
      ],
    },
  };
  const about = (found: readonly UpgradeChange[]) => found.filter(({ kind }) => kind === 'warned');
  const message = 'unrecognized format "int32"';
  expect(about(await changes(object, 'v1.33', 'v1.34.0'))).toEqual([{ kind: 'warned', request: 'create', message }]);
  expect(about(await changes(object, 'v1.33', 'v1.34.1'))).toEqual([]);
});

test('places in which values differ', () => {
  const [from, to] = [
    mapFromPlain({ a: { b: 1, c: [1, { d: 'x' }], 'e/f': true }, gone: {}, list: [1] }),
    mapFromPlain({ a: { b: 1, c: [1, { d: 'y' }], 'e/f': false }, come: null, list: [1, 2] }),
  ];
  expect(changedPlaces(from, to)).toEqual([
    { path: '.a.c[1].d', from: '"x"', to: '"y"' },
    { path: '.a["e/f"]', from: 'true', to: 'false' },
    { path: '.gone', from: '{}', to: undefined },
    { path: '.list', from: '[1]', to: '[1,2]' },
    { path: '.come', from: undefined, to: 'null' },
  ]);
  expect(changedPlaces(from, from)).toEqual([]);
});
