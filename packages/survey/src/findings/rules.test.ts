import { loadUncheckedTypes } from '@managed-fields/kubernetes-types';
import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { configMap, deployment, type EntryCase, fieldsFound, findingsOf, objectWith } from './cases.ts';
import { isRuleId, ruleOf, rules } from './rules.ts';

const leaf = {};
const data = (...names: readonly string[]): JsonObject => ({
  'f:data': { '.': {}, ...Object.fromEntries(names.map((name) => [`f:${name}`, leaf])) },
});
const annotated: JsonObject = {
  'f:metadata': { 'f:annotations': { '.': {}, 'f:kubectl.kubernetes.io/last-applied-configuration': leaf } },
};
const lastApplied = (object: JsonObject): JsonObject => ({
  annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(object) },
});

test('a rule is known by its id', () => {
  expect(rules.map(({ id }) => ruleOf(id))).toEqual(rules);
  expect(isRuleId('manual-change')).toBe(true);
  expect(isRuleId('__proto__')).toBe(false);
});

test('an entry of client-side apply beside an applier keeps fields', () => {
  const leftover = objectWith(
    configMap({ color: 'blue', old: 'x' }),
    { manager: 'pipeline', fields: data('color') },
    { manager: 'kubectl-client-side-apply', operation: 'Update', fields: { ...data('color', 'old'), ...annotated } },
  );
  const controller = objectWith(
    configMap({ color: 'blue', a: '1', b: '1', c: '1' }),
    { manager: 'pipeline', fields: data('color', 'a', 'b', 'c') },
    { manager: 'tuner', operation: 'Update', fields: data('color', 'size') },
  );
  const apart = objectWith(
    configMap({ color: 'blue', old: 'x' }),
    { manager: 'injector', fields: { 'f:metadata': { 'f:labels': { 'f:team': leaf } } } },
    { manager: 'kubectl-client-side-apply', operation: 'Update', fields: { ...data('color', 'old'), ...annotated } },
  );
  const part = objectWith(
    configMap({ color: 'blue', a: '1', b: '1', c: '1', d: '1', e: '1' }),
    { manager: 'handover', fields: data('color') },
    { manager: 'kubectl-client-side-apply', operation: 'Update', fields: data('color', 'a', 'b', 'c', 'd', 'e') },
  );
  const alone = objectWith(configMap({ old: 'x' }), {
    manager: 'kubectl-client-side-apply',
    operation: 'Update',
    fields: data('old'),
  });
  const found = fieldsFound('leftover-client-side-apply', [leftover, controller, apart, part, alone]);
  expect(found).toEqual([['.data.old', '.data.color'], [], [], [], []]);
});

test('fields from before the first apply are found', () => {
  const entry = { manager: 'before-first-apply', operation: 'Update', fields: data('old', 'color') } as const;
  const object = objectWith(
    configMap({ color: 'blue', old: 'x' }),
    { manager: 'kubectl', fields: data('color') },
    entry,
  );
  const other = objectWith(configMap({ old: 'x' }), { ...entry, manager: 'before' });
  expect(fieldsFound('before-first-apply', [object, other])).toEqual([['.data.color', '.data.old'], []]);
  expect(fieldsFound('leftover-client-side-apply', [object])).toEqual([[]]);
});

test('one name that applies and updates is two managers', () => {
  const both = (subresource: string | undefined, fields: JsonObject) =>
    objectWith(
      configMap({ color: 'blue' }, { finalizers: ['example.com/x'] }),
      { manager: 'operator', fields: data('color') },
      { manager: 'operator', operation: 'Update', fields, ...(subresource === undefined ? {} : { subresource }) },
    );
  const finalizer = { 'f:metadata': { 'f:finalizers': { '.': {}, 'v:"example.com/x"': leaf } } };
  const found = fieldsFound('apply-and-update', [
    both(undefined, data('old')),
    both('status', data('old')),
    both(undefined, finalizer),
  ]);
  expect(found).toEqual([['.data.old'], [], []]);
});

test('an applier of replicas under an autoscaler is found, in any order of the objects', () => {
  const autoscaler = (kind: string, apiVersion: string, target: JsonObject): JsonObject => ({
    apiVersion,
    kind,
    metadata: { name: 'scaler', namespace: 'shop' },
    spec: { scaleTargetRef: target },
  });
  const replicas: JsonObject = { 'f:spec': { 'f:replicas': leaf } };
  const applied = objectWith(deployment({ replicas: 2 }), { manager: 'kubectl', fields: replicas });
  const scaled = objectWith(deployment({ replicas: 2 }), {
    manager: 'kube-controller-manager',
    operation: 'Update',
    subresource: 'scale',
    fields: replicas,
  });
  const declared = objectWith(deployment({ replicas: 2 }, lastApplied(deployment({ replicas: 1 }))), {
    manager: 'kube-controller-manager',
    operation: 'Update',
    subresource: 'scale',
    fields: replicas,
  });
  const web = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  const hpa = autoscaler('HorizontalPodAutoscaler', 'autoscaling/v2', web);
  const keda = autoscaler('ScaledObject', 'keda.sh/v1alpha1', { name: 'web' });
  const other = autoscaler('HorizontalPodAutoscaler', 'autoscaling/v1', { ...web, name: 'db' });
  const find = (...values: readonly JsonObject[]) => fieldsFound('replicas-under-autoscaler', values);
  expect(find(applied, hpa)).toEqual([['.spec.replicas'], []]);
  expect(find(keda, applied)).toEqual([[], ['.spec.replicas']]);
  expect(find(declared, hpa)).toEqual([['.spec.replicas'], []]);
  expect(find(scaled, hpa)).toEqual([[], []]);
  expect(find(applied, other)).toEqual([[], []]);
  expect(find(applied)).toEqual([[]]);
});

test('last-applied that declares other values than the object has is found', () => {
  const declared = configMap({ color: 'blue', size: '1' });
  const client = {
    manager: 'kubectl-client-side-apply',
    operation: 'Update',
    fields: { ...data('size'), ...annotated },
  } as const;
  const edited = { manager: 'kubectl-edit', operation: 'Update', fields: data('color') } as const;
  const find = (live: JsonObject, ...entries: Parameters<typeof objectWith>[1][]) =>
    fieldsFound('last-applied-differs', [objectWith(configMap(live, lastApplied(declared)), ...entries)]);
  expect(find({ color: 'red', size: '1' }, client, edited)).toEqual([['.data.color']]);
  expect(find({ size: '1' }, client)).toEqual([['.data.color']]);
  expect(find({ color: 'blue', size: '1', more: '2' }, client, edited)).toEqual([[]]);
  // The server wrote it otherwise, and the owner is the same.
  expect(find({ color: 'blue', size: '1.0' }, client)).toEqual([[]]);
  // A controller has copied the annotation of another object.
  const copy = objectWith(configMap({ color: 'red' }, lastApplied(deployment({ replicas: 1 }))), edited);
  expect(fieldsFound('last-applied-differs', [copy])).toEqual([[]]);
  const broken = configMap({}, { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{' } });
  expect(fieldsFound('last-applied-differs', [objectWith(broken, client)])).toEqual([
    ['.metadata.annotations.kubectl.kubernetes.io/last-applied-configuration'],
  ]);
});

test('values that are not known to be plain are not named, others are', () => {
  const config = (value: string): JsonObject =>
    configMap({ line: value }, value.startsWith('old') ? {} : lastApplied(config(`old${value}`)));
  const say = (value: string) => {
    const entry = { manager: 'kubectl-edit', operation: 'Update', fields: data('line') } as const;
    return JSON.stringify(findingsOf([objectWith(config(value), entry)]));
  };
  expect(say('green')).toContain('green');
  for (const secret of [`ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2)}`, 'q7Zk2LmP9vTr4XwB8nYc', 'postgres://a:hunter2@db']) {
    expect(say(secret)).not.toContain(secret.slice(4, 20));
  }
});

test('values of Secrets, and of fields that sound like one, are not named', () => {
  const config = (value: string): JsonObject =>
    configMap({ DB_PASSWORD: value }, value === 'old-1' ? {} : lastApplied(config('old-1')));
  const changed = objectWith(config('new-1'), {
    manager: 'kubectl-edit',
    operation: 'Update',
    fields: data('DB_PASSWORD'),
  });
  const [named = []] = findingsOf([changed]);
  expect(named.map(({ rule }) => rule)).toContain('last-applied-differs');
  expect(JSON.stringify(named)).not.toMatch(/old-1|new-1/);
  const secret = (value: string): JsonObject => ({ ...configMap({ password: value }), kind: 'Secret' });
  const live = objectWith(
    { ...secret('bmV3'), metadata: { name: 'app', namespace: 'shop', ...lastApplied(secret('b2xk')) } },
    { manager: 'kubectl-edit', operation: 'Update', fields: data('password') },
  );
  const [found = []] = findingsOf([live]);
  expect(found.map(({ rule }) => rule)).toContain('last-applied-differs');
  expect(JSON.stringify(found)).not.toMatch(/bmV3|b2xk/);
});

test('a field that goes to and fro between snapshots is found', () => {
  const seen = (...managers: readonly string[]) =>
    managers.map((manager) =>
      objectWith(configMap({ color: manager }, { uid: 'u' }), { manager, fields: data('color') }),
    );
  const find = (...managers: readonly string[]) => fieldsFound('rewritten-field', seen(...managers)).flat();
  expect(find('a', 'b', 'a')).toEqual(['.data.color']);
  expect(find('a', 'b')).toEqual([]);
  expect(find('a', 'b', 'c')).toEqual([]);
  expect(find('a', 'a', 'b')).toEqual([]);
});

test('zero values that an applier owns are found', () => {
  const struct = objectWith(deployment({ strategy: { type: 'RollingUpdate' } }), {
    manager: 'operator',
    fields: { 'f:spec': { 'f:strategy': leaf } },
  });
  const names = ['image', 'replicas', 'storage', 'tls'];
  const fields = { 'f:spec': Object.fromEntries(names.map((name) => [`f:${name}`, leaf])) };
  const custom = (spec: JsonObject): JsonObject => ({
    apiVersion: 'example.com/v1',
    kind: 'Cache',
    metadata: { name: 'c' },
    spec,
  });
  const zeros = objectWith(custom({ image: '', replicas: 0, storage: {}, tls: true }), { manager: 'operator', fields });
  const set = objectWith(custom({ image: 'redis', replicas: 0, storage: {}, tls: false }), {
    manager: 'operator',
    fields,
  });
  const find = (...values: readonly JsonObject[]) => fieldsFound('zero-values-owned', values);
  expect(find(struct, zeros, set)).toEqual([
    ['.spec.strategy'],
    ['.spec.image', '.spec.replicas', '.spec.storage'],
    [],
  ]);
});

test('an atomic list that two appliers own is found', () => {
  const rules: JsonObject = { 'f:rules': leaf };
  const role = (...managers: readonly string[]) =>
    objectWith(
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'Role',
        metadata: { name: 'r' },
        rules: [{ verbs: ['get'] }],
      },
      ...managers.map((manager) => ({ manager, fields: rules })),
    );
  const selector: JsonObject = { 'f:spec': { 'f:selector': leaf } };
  const workload = objectWith(
    deployment({ selector: { matchLabels: { app: 'web' } }, template: {} }),
    { manager: 'a', fields: selector },
    { manager: 'b', fields: selector },
  );
  expect(fieldsFound('shared-atomic-field', [role('a', 'b'), role('a'), workload])).toEqual([['.rules'], [], []]);
});

test('changes by hand of declared objects are found', () => {
  const hand = { manager: 'kubectl-edit', operation: 'Update', fields: data('color') } as const;
  const applied = objectWith(configMap({ color: 'red', size: '1' }), { manager: 'flux', fields: data('size') }, hand);
  const byHand = objectWith(configMap({ color: 'red' }), hand);
  const scaled = objectWith(
    deployment({ replicas: 3 }),
    { manager: 'flux', fields: { 'f:spec': { 'f:paused': leaf } } },
    { manager: 'kubectl', operation: 'Update', subresource: 'scale', fields: { 'f:spec': { 'f:replicas': leaf } } },
  );
  expect(fieldsFound('manual-change', [applied, byHand, scaled])).toEqual([['.data.color'], [], ['.spec.replicas']]);
});

test('who takes a change by hand out again is told', () => {
  const hand = { manager: 'kubectl-edit', operation: 'Update', fields: data('color') } as const;
  const flux = { manager: 'kustomize-controller', fields: data('size') } as const;
  const labels = { 'kustomize.toolkit.fluxcd.io/name': 'apps', 'kustomize.toolkit.fluxcd.io/namespace': 'flux-system' };
  const merged = { 'kustomize.toolkit.fluxcd.io/ssa': 'Merge' };
  const of = (metadata: JsonObject, applier: EntryCase) =>
    findingsOf([objectWith(configMap({ color: 'red', size: '1' }, metadata), applier, hand)])
      .flat()
      .flatMap(({ rule, facts }) => (rule === 'manual-change' ? [facts['takenBack']] : []));
  expect(of({ labels }, flux)).toEqual(['kustomize-controller']);
  expect(of({ labels, annotations: merged }, flux)).toEqual([undefined]);
  expect(of({}, { manager: 'ops', fields: data('size') })).toEqual([undefined]);
});

test('a manager that wrote nothing for long is found beside one that still applies', () => {
  const old = { manager: 'installer', operation: 'Update', fields: data('old'), time: '2024-01-01T00:00:00Z' } as const;
  const now = { manager: 'pipeline', fields: data('color'), time: '2026-01-01T00:00:00Z' };
  const object = objectWith(configMap({ color: 'red', old: '1' }), now, old);
  const untouched = objectWith(configMap({ old: '1' }), old);
  const find = (...values: readonly JsonObject[]) => fieldsFound('manager-not-seen', values);
  expect(find(object, untouched)).toEqual([['.data.old'], []]);
  // It wrote another object since.
  expect(find(object, objectWith(configMap({ old: '1' }), { ...old, time: '2025-12-01T00:00:00Z' }))).toEqual([[], []]);
  expect(fieldsFound('manager-not-seen', [object], { notSeenDays: 1000 })).toEqual([[]]);
  expect(fieldsFound('manager-not-seen', [object], { now: '2024-06-01T00:00:00Z' })).toEqual([[]]);
});

test('entries at versions that are not served are found', async () => {
  const spec: JsonObject = { 'f:spec': { 'f:replicas': leaf } };
  const catalog = await loadUncheckedTypes();
  const at = (apiVersion: string) =>
    objectWith(deployment({ replicas: 1 }), { manager: 'old', apiVersion, fields: spec });
  const find = (value: JsonObject) => fieldsFound('unserved-version', [value], { catalog }).flat();
  expect(find(at('extensions/v1beta1'))).toEqual(['.spec.replicas']);
  expect(find(at('apps/v1'))).toEqual([]);
  expect(fieldsFound('unserved-version', [at('extensions/v1beta1')])).toEqual([[]]);

  const custom = objectWith(
    { apiVersion: 'example.com/v1', kind: 'Cache', metadata: { name: 'c' }, spec: { size: 1 } },
    { manager: 'old', apiVersion: 'example.com/v1alpha1', fields: { 'f:spec': { 'f:size': leaf } } },
  );
  const definition = (served: boolean): JsonObject => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'caches.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Cache' },
      versions: [
        { name: 'v1', served: true },
        { name: 'v1alpha1', served },
      ],
    },
  });
  expect(fieldsFound('unserved-version', [custom, definition(false)], { catalog })).toEqual([['.spec.size'], []]);
  expect(fieldsFound('unserved-version', [custom, definition(true)], { catalog })).toEqual([[], []]);
  expect(fieldsFound('unserved-version', [custom], { catalog })).toEqual([[]]);
});

test('managedFields that are most of an object, and many updaters, are found', () => {
  const names = Array.from({ length: 20 }, (_, at) => `k${at}`);
  const object = (owners: number, operation: 'Apply' | 'Update', keys: readonly string[]) =>
    objectWith(
      configMap(Object.fromEntries(keys.map((key) => [key, '1']))),
      ...Array.from({ length: owners }, (_, at) => ({ manager: `m${at}`, operation, fields: data(...keys) })),
    );
  const find = (value: JsonObject, cap?: number) =>
    fieldsFound('large-managed-fields', [value], cap === undefined ? {} : { updaterCap: cap }).flat().length;
  expect(find(object(6, 'Apply', names))).toBe(1);
  expect(find(object(1, 'Apply', names))).toBe(0);
  expect(find(object(9, 'Update', ['a']))).toBe(1);
  expect(find(object(5, 'Update', ['a']))).toBe(0);
  expect(find(object(5, 'Update', ['a']), 6)).toBe(1);
});

test('status that an entry of the object itself owns is found', () => {
  const status: JsonObject = { 'f:status': { 'f:phase': leaf } };
  const custom: JsonObject = {
    apiVersion: 'example.com/v1',
    kind: 'Queue',
    metadata: { name: 'q' },
    status: { phase: 'x' },
  };
  const before = { manager: 'operator', operation: 'Update', fields: status } as const;
  const now = { ...before, manager: 'new', subresource: 'status' };
  const find = (...entries: Parameters<typeof objectWith>[1][]) =>
    fieldsFound('status-outside-subresource', [objectWith(custom, ...entries)]).flat();
  expect(find({ manager: 'flux', fields: status })).toEqual(['.status.phase']);
  expect(find(before, now)).toEqual(['.status.phase']);
  expect(find(now)).toEqual([]);
  // Kinds without the subresource have no other place, as Applications of Argo CD.
  expect(find(before)).toEqual([]);
});

test('finalizers and owner references of manifests are found', () => {
  const fields = (metadata: JsonObject, more: JsonObject): JsonObject => ({ 'f:metadata': metadata, ...more });
  const finalizers: JsonObject = { 'f:finalizers': { '.': {}, 'v:"example.com/x"': leaf } };
  const references: JsonObject = { 'f:ownerReferences': { '.': {}, 'k:{"uid":"u"}': leaf } };
  const object = configMap(
    { color: 'red' },
    { finalizers: ['example.com/x'], ownerReferences: [{ uid: 'u', kind: 'ConfigMap', name: 'o' }] },
  );
  const controlled = configMap({ color: 'red' }, { ownerReferences: [{ uid: 'u', controller: true }] });
  const find = (value: JsonObject, from: JsonObject) =>
    fieldsFound('finalizers-applied', [objectWith(value, { manager: 'flux', fields: from })]).flat();
  expect(find(object, fields(finalizers, data('color')))).toEqual(['.metadata.finalizers[="example.com/x"]']);
  expect(find(object, fields(references, data('color')))).toEqual(['.metadata.ownerReferences[uid="u"]']);
  expect(find(object, fields(finalizers, {}))).toEqual([]);
  expect(find(controlled, fields(references, data('color')))).toEqual([]);
});

test('annotations near the limit are found', () => {
  const find = (length: number) =>
    fieldsFound('large-annotations', [configMap({}, { annotations: { a: 'x', big: 'я'.repeat(length) } })]).flat();
  expect(find(120_000)).toEqual(['.metadata.annotations.big']);
  expect(find(90_000)).toEqual([]);
});

test('items with the same key are found', () => {
  const item = { '.': {}, 'f:value': leaf };
  const env = (...items: readonly JsonObject[]): JsonObject =>
    objectWith(deployment({ env: items }), {
      manager: 'kubectl-create',
      operation: 'Update',
      fields: { 'f:spec': { 'f:env': { '.': {}, 'k:{"name":"A"}': item, 'k:{"name":"B"}': item } } },
    });
  const [a, b] = [
    { name: 'A', value: '1' },
    { name: 'B', value: '1' },
  ];
  const find = (value: JsonObject) => fieldsFound('duplicate-keys', [value]).flat();
  expect(find(env(a, b, { name: 'A', value: '2' }))).toEqual(['.spec.env[name="A"]']);
  expect(find(env(a, b))).toEqual([]);
  expect(find(env(a, b, { name: 'C', value: '1' }))).toEqual([]);
  expect(find(env(a, b, { name: 'C' }, { name: 'C' }))).toEqual(['.spec.env[name="C"]']);
});

test('a rule that is switched off finds nothing', () => {
  const entry = { manager: 'before-first-apply', operation: 'Update', fields: data('old') } as const;
  const object = objectWith(configMap({ old: 'x' }), entry);
  expect(findingsOf([object], { off: new Set(['before-first-apply']) })).toEqual([[]]);
});
