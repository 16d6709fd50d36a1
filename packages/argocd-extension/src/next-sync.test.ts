import '@managed-fields/player/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { isMap, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { mostFields, nextSync } from './next-sync.ts';
import { syncSettings } from './sync-settings.ts';

const catalog = await loadKubernetesTypes();

function objectOf(plain: object): ValueMap {
  const value = valueFromPlain(plain);
  if (!isMap(value)) throw new Error('no object');
  return value;
}

function entry(manager: string, operation: 'Apply' | 'Update', fieldsV1: object, apiVersion = 'v1') {
  return { manager, operation, apiVersion, time: '2026-01-01T00:00:00Z', fieldsType: 'FieldsV1', fieldsV1 };
}

const names = { name: 'settings', namespace: 'prod' };
const live = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    ...names,
    uid: 'u',
    managedFields: [
      entry('argocd-controller', 'Apply', { 'f:data': { 'f:mine': {}, 'f:gone': {}, 'f:same': {} } }),
      entry('alice', 'Update', { 'f:data': { 'f:hers': {}, 'f:extra': {} } }),
    ],
  },
  data: { mine: '1', gone: '1', same: '1', hers: '1', extra: '1' },
};
const desired = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: names,
  data: { mine: '2', same: '1', hers: '2', new: '1' },
};

/** What a sync makes of each field, by the options of an Application. */
function verdicts(spec: object, wanted: object = desired, from: object = live) {
  const settings = syncSettings({ spec });
  const sync = nextSync({ live: objectOf(from), desired: objectOf(wanted), settings, catalog, kubernetes: 'v1.36' });
  const rows = sync.fields.map(({ path, verdict, owners }) => [
    path,
    verdict,
    owners.map(({ manager }) => manager).join(),
  ]);
  return { ...sync, rows };
}

const serverSide = { syncPolicy: { syncOptions: ['ServerSideApply=true'] } };

test('a server-side sync takes what others own, and removes what only it owned', () => {
  const { rows, result } = verdicts(serverSide);
  expect(result).toBe('changed');
  expect(rows).toEqual([
    ['.data.gone', 'removed', 'argocd-controller'],
    ['.data.hers', 'taken', 'alice'],
    ['.data.mine', 'taken', 'argocd-controller'],
    ['.data.new', 'taken', ''],
  ]);
});

test('a client-side sync that has no annotation removes nothing', () => {
  expect(verdicts({}).rows.map(([path, verdict]) => [path, verdict])).toEqual([
    ['.data.hers', 'taken'],
    ['.data.mine', 'taken'],
    ['.data.new', 'taken'],
  ]);
});

test('ignoreDifferences count only where the sync respects them', () => {
  const ignoreDifferences = [{ group: '', kind: 'ConfigMap', managedFieldsManagers: ['alice'] }];
  const options = ['ServerSideApply=true', 'RespectIgnoreDifferences=true'];
  const respected = verdicts({ syncPolicy: { syncOptions: options }, ignoreDifferences });
  expect(respected.rows).toContainEqual(['.data.hers', 'ignored', 'alice']);
  expect(verdicts({ ...serverSide, ignoreDifferences }).rows).toContainEqual(['.data.hers', 'taken', 'alice']);
});

test('what is refused fails with the words of the server, for every field', () => {
  const { rows, result, message } = verdicts(serverSide, { ...desired, immutable: 'yes' });
  expect(result).toBe('fails');
  expect(message).toContain('immutable');
  expect(new Set(rows.map(([, verdict]) => verdict))).toEqual(new Set(['fails']));
});

test('a hook is left', () => {
  const annotations = { 'argocd.argoproj.io/hook': 'PreSync' };
  const { result, isHook } = verdicts(serverSide, { ...desired, metadata: { ...names, annotations } });
  expect([result, isHook]).toEqual(['left', true]);
});

test('a kind without a schema is played by its entries, and says so', () => {
  const kind = { apiVersion: 'example.com/v1', kind: 'Thing' };
  const fields = { 'f:spec': { 'f:list': { 'k:{"name":"a"}': { '.': {}, 'f:name': {}, 'f:size': {} } } } };
  const from = {
    ...kind,
    metadata: { ...names, uid: 'u', managedFields: [entry('alice', 'Apply', fields, 'example.com/v1')] },
    spec: { list: [{ name: 'a', size: 1 }] },
  };
  const { rows, withoutSchema } = verdicts(
    serverSide,
    { ...kind, metadata: names, spec: { list: [{ name: 'a', size: 2 }] } },
    from,
  );
  expect(withoutSchema).toBe(true);
  expect(rows).toEqual([['.spec.list', 'taken', 'alice']]);
});

test('nothing differs, and many fields do', () => {
  const { data, ...rest } = desired;
  const same = { ...rest, data: { mine: '1', gone: '1', same: '1' } };
  expect(verdicts(serverSide, same)).toMatchObject({ rows: [], result: 'unchanged', leftOut: 0 });
  const many = Object.fromEntries(Array.from({ length: mostFields + 5 }, (_, index) => [`k${index}`, '1']));
  expect(verdicts(serverSide, { ...rest, data: { ...data, ...many } }).leftOut).toBeGreaterThan(5);
});
