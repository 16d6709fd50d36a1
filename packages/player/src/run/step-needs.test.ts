import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { needsOf, newScenario, stepKinds } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();
const first = {
  kind: 'apply',
  manager: 'a',
  text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: ns}\n',
} as const;

const statusOf = (kind: (typeof stepKinds)[number], text: string) =>
  run(newScenario('', [first, { kind, text }]), { catalog, selected: 's2' }).outcomes[1];

test.each(stepKinds.filter((kind) => needsOf[kind].mayBeNameless))(
  'a %s whose text names no object is about that of before, and its object can be named in a setting',
  (kind) => {
    const text = kind === 'json-patch' ? '[]' : '{metadata: {labels: {a: b}}}';
    expect(statusOf(kind, text)?.object).toBe('v1 ConfigMap ns/c');
    expect(needsOf[kind].settings).toContain('object');
  },
);

test('the kinds whose text need not name an object are those that change a part of one, and delete', () => {
  expect(stepKinds.filter((kind) => needsOf[kind].mayBeNameless).join(' ')).toBe(
    'merge-patch strategic-merge-patch json-patch scale status reset delete',
  );
});

test.each(stepKinds)('a %s without a text is skipped unless its kind needs none', (kind) => {
  expect(statusOf(kind, '')?.status === 'skipped').toBe(needsOf[kind].mayBeEmpty !== true);
});
