import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import type { Playback, StepView } from '../playback.ts';
import { configMap, whole } from '../sample-texts.ts';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

function play(steps: readonly NewStep[], selected = steps.length): Playback {
  return run(newScenario('', steps), { catalog, selected: `s${selected}` });
}

function viewOf(playback: Playback): StepView {
  if (playback.view === undefined) throw new Error('no view');
  return playback.view;
}

const apply: NewStep = { kind: 'apply', manager: 'a', text: configMap('  key: one\n') };

test('managers are named step by step, whichever step is selected', () => {
  const live: NewStep = {
    kind: 'live',
    text: configMap('  l: v\n').replace(
      'name: settings',
      'managedFields: [{manager: ui, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:l": {}}}}]\n  name: settings',
    ),
  };
  const refused: NewStep = { kind: 'apply', manager: 'b', text: configMap('  l: w\n') };
  const command: NewStep = { kind: 'kubectl', text: 'kubectl label configmap settings x=y' };
  for (const selected of [1, 3]) {
    expect(play([live, refused, apply, command], selected).managers).toEqual(['ui', 'b', 'a', 'kubectl-label']);
  }
});

test.each<{
  readonly name: string;
  readonly steps: readonly NewStep[];
  readonly selected?: number;
  readonly codes: readonly string[];
}>([
  {
    name: 'a pasted object without managedFields',
    steps: [{ kind: 'live', text: whole }],
    codes: ['no-managed-fields'],
  },
  {
    name: 'a custom resource without a definition',
    steps: [
      {
        kind: 'live',
        text: 'apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x, managedFields: [{manager: a}]}\n',
      },
    ],
    codes: ['deduced-schema'],
  },
  {
    name: 'a list of one object',
    steps: [{ kind: 'live', text: 'apiVersion: v1\nitems: [{apiVersion: v1, kind: Pod}]\nkind: List\n' }],
    codes: ['list-of-objects'],
  },
  {
    name: 'a status that no subresource was recorded for',
    steps: [
      {
        kind: 'live',
        text: whole.replace(
          'namespace: shop',
          'namespace: shop, managedFields: [{manager: kube-controller-manager, operation: Update, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {"f:status": {"f:replicas": {}}}}]',
        ),
      },
    ],
    codes: ['untracked-subresource'],
  },
  {
    name: 'several documents',
    steps: [{ ...apply, text: `${apply.text}---\n${apply.text}` }],
    codes: ['several-documents'],
  },
  { name: 'an empty step', steps: [{ kind: 'live', text: '' }], codes: ['empty-text'] },
])('says so of $name', ({ steps, codes }) => {
  const told = viewOf(play(steps)).notices.map(({ code }) => code);
  expect(told.filter((code) => !code.startsWith('unmodelled-'))).toEqual(codes);
});

test.each([
  ['somebody wrote', whole, 'written'],
  ['was read without them', whole.replace('namespace: shop', 'namespace: shop, resourceVersion: "7"'), 'read'],
  ['has a uid', whole.replace('namespace: shop', 'namespace: shop, uid: 5c1d'), 'read'],
])('names the command that brings managedFields where an object %s', (_, text, seen) => {
  const [notice] = viewOf(play([{ kind: 'live', text }])).notices;
  const command = 'kubectl get deployments.apps web -n shop --show-managed-fields -o yaml';
  expect(notice?.data).toEqual({ seen, command });
});

test('shows the object as kubectl prints it, and who owns which range', () => {
  const result = viewOf(play([apply, { kind: 'merge-patch', manager: 'b', text: 'data: {other: "2"}' }])).result;
  if (result === undefined) throw new Error('no result');
  expect(result.text).toMatch(/^apiVersion: v1\ndata:\n {2}key: one\n {2}other: "2"\nkind: ConfigMap\nmetadata:\n/);
  expect(
    result.managers.map(({ manager, operation, fieldCount, bytes }) => [manager, operation, fieldCount, bytes]),
  ).toEqual([
    ['a', 'Apply', 1, expect.any(Number)],
    ['b', 'Update', 1, expect.any(Number)],
  ]);
  const data = result.fields.filter(({ path }) => path.startsWith('.data'));
  expect(data.map((field) => [field.path, field.state, field.owners, field.preview])).toEqual([
    ['.data', 'unowned', [], ''],
    ['.data.key', 'owned', [0], 'one'],
    ['.data.other', 'owned', [1], '2'],
  ]);
  const other = data.at(-1);
  expect(result.text.slice(other?.range?.from, other?.range?.to)).toBe('other: "2"');
  expect(result.text.slice(result.managedFields?.from, result.managedFields?.to)).toMatch(
    /^managedFields:\n {2}- apiVersion/,
  );
});

test('draws owners on a pasted object in its own order, comments kept', () => {
  const text = `# from the cluster
kind: ConfigMap
apiVersion: v1
data: {key: one} # mine
metadata:
  name: settings
  managedFields:
  - {manager: a, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:key": {}, "f:gone": {}}}}
`;
  const own = viewOf(play([{ kind: 'live', text }])).own;
  expect(own?.text).toBe(text);
  const owned = own?.fields.filter(({ owners }) => owners.length > 0) ?? [];
  expect(owned.map(({ path, state, range }) => [path, state, range && text.slice(range.from, range.to)])).toEqual([
    ['.data.key', 'owned', 'key: one'],
    ['.data.gone', 'absent', undefined],
  ]);
});

test('tells a conflict with both values, at its place', () => {
  const text = configMap('  key: two # mine\n');
  const { conflict, result, stale } = viewOf(play([apply, { ...apply, manager: 'b', text }]));
  expect(stale).toBe(false);
  expect(result?.text).toContain('key: one');
  const [field] = conflict?.fields ?? [];
  expect(field).toMatchObject({
    path: '.data.key',
    live: 'one',
    declared: 'two',
    owner: { manager: 'a', operation: 'Apply' },
  });
  expect(text.slice(field?.range?.from, field?.range?.to)).toBe('key: two');
});

test('keeps the last good object when a step fails', () => {
  const { result, stale } = viewOf(play([apply, { ...apply, text: 'kind: [' }]));
  expect([stale, result?.text.includes('key: one')]).toEqual([true, true]);
});

test('shows a dry run without keeping it', () => {
  const dry: NewStep = { kind: 'merge-patch', manager: 'd', dryRun: true, text: 'data: {key: dry}' };
  expect(viewOf(play([apply, dry])).result?.text).toContain('key: dry');
  expect(
    viewOf(play([apply, dry, { kind: 'merge-patch', manager: 'd', text: 'data: {x: y}' }])).result?.text,
  ).toContain('key: one');
});

test('goes on from the newest time and the resourceVersion of a pasted object', () => {
  const text = `${configMap('  key: one\n')}`.replace(
    'metadata:\n',
    `metadata:
  creationTimestamp: "2024-02-03T04:05:06Z"
  resourceVersion: "4711"
  managedFields:
  - {manager: a, operation: Update, apiVersion: v1, time: "2024-02-28T23:59:59Z", fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:key": {}}}}
`,
  );
  const steps: readonly NewStep[] = [
    { kind: 'live', text },
    { kind: 'merge-patch', manager: 'b', text: 'data: {key: two}' },
  ];
  const result = viewOf(play(steps)).result;
  expect(result?.text).toContain('resourceVersion: "4712"');
  expect(result?.managers.map(({ manager, time }) => [manager, time])).toEqual([['b', '2024-02-29T00:00:00Z']]);
});

test('starts on the first of January 2026, a second a step', () => {
  const steps: readonly NewStep[] = [apply, { ...apply, manager: 'b', text: configMap('  other: x\n') }];
  expect(viewOf(play(steps)).result?.managers.map(({ time }) => time)).toEqual([
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:01Z',
  ]);
});

test.each<{ readonly name: string; readonly step: NewStep; readonly request: object }>([
  {
    name: 'an apply',
    step: { ...apply, force: true, fieldValidation: 'Strict', dryRun: true },
    request: {
      method: 'PATCH',
      path: '/api/v1/namespaces/default/configmaps/settings',
      query: [
        ['fieldManager', 'a'],
        ['force', 'true'],
        ['fieldValidation', 'Strict'],
        ['dryRun', 'All'],
      ],
      contentType: 'application/apply-patch+yaml',
      body: apply.text,
    },
  },
  {
    name: 'a create',
    step: { kind: 'create', userAgent: 'tool/1', text: apply.text },
    request: {
      method: 'POST',
      path: '/api/v1/namespaces/default/configmaps',
      query: [],
      contentType: 'application/yaml',
      userAgent: 'tool/1',
      body: apply.text,
    },
  },
  {
    name: 'a merge patch in YAML',
    step: { kind: 'merge-patch', manager: 'b', text: 'data:\n  key: null # away\n' },
    request: {
      method: 'PATCH',
      path: '/api/v1/namespaces/default/configmaps/settings',
      query: [['fieldManager', 'b']],
      contentType: 'application/merge-patch+json',
      body: '{"data":{"key":null}}',
    },
  },
  {
    name: 'a reset',
    step: { kind: 'reset', text: '' },
    request: {
      method: 'PATCH',
      path: '/api/v1/namespaces/default/configmaps/settings',
      query: [],
      contentType: 'application/merge-patch+json',
      body: '{"metadata":{"managedFields":[{}]}}',
    },
  },
  {
    name: 'a delete',
    step: { kind: 'delete', text: '' },
    request: { method: 'DELETE', path: '/api/v1/namespaces/default/configmaps/settings', query: [] },
  },
])('shows the request of $name', ({ step, request }) => {
  expect(viewOf(play([apply, step])).request).toEqual(request);
});

test('gives plain data that a worker can post', () => {
  const playback = play([apply, { ...apply, manager: 'b', text: configMap('  key: two\n') }]);
  expect(structuredClone(playback)).toEqual(playback);
});

test('gives the same whatever ran before', () => {
  const steps: readonly NewStep[] = [apply, { kind: 'merge-patch', manager: 'b', text: 'data: {key: two}' }, apply];
  const first = play(steps);
  play([apply, { kind: 'merge-patch', manager: 'b', text: 'data: {key: three}' }, apply]);
  expect(play(steps)).toEqual(first);
});
