import type { AnnotatedText } from '@managed-fields/player';
import { type AnyStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { newStep } from './new-step.ts';

const blank = newScenario();
const result = (text: string): AnnotatedText => {
  const from = text.indexOf('managedFields:');
  const to = text.indexOf('  name:');
  return { text, managers: [], fields: [], managedFields: from < 0 ? undefined : { from, to: to - 1 } };
};

test('an apply names the object before it', () => {
  const before = { object: 'apps/v1 Deployment shop/api', result: undefined };
  expect(newStep('apply', blank, before).text).toBe(
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: api\n  namespace: shop\n',
  );
  expect(newStep('apply', blank, { object: 'v1 Node worker', result: undefined }).text).toContain('  name: worker\n');
  expect(newStep('apply', blank, { object: 'v1 ConfigMap default/x', result: undefined }).text).not.toContain(
    'namespace',
  );
});

test('every further apply is by another manager', () => {
  const nothing = { object: undefined, result: undefined };
  const managers = [0, 1, 2].reduce<string[]>((taken) => {
    const scenario = newScenario(
      '',
      taken.map((manager) => ({ kind: 'apply', text: '', manager })),
    );
    const { manager = '' }: Omit<AnyStep, 'id'> = newStep('apply', scenario, nothing);
    return [...taken, manager];
  }, []);
  expect(new Set(managers).size).toBe(3);
});

test('an update sends the object back without what only the server writes', () => {
  const text =
    'kind: A\nmetadata:\n  creationTimestamp: "x"\n  generation: 2\n  managedFields:\n  - manager: a\n  name: api\n  resourceVersion: "9"\n  uid: u\nspec:\n  uid: mine\n';
  expect(newStep('update', blank, { object: 'v1 A api', result: result(text) }).text).toBe(
    'kind: A\nmetadata:\n  name: api\nspec:\n  uid: mine\n',
  );
});

test.each([
  ['apps/v1 Deployment default/web', 'kube-controller-manager'],
  ['autoscaling/v2 HorizontalPodAutoscaler default/web', 'kube-controller-manager'],
  ['v1 Pod default/web', 'kubelet'],
  ['networking.k8s.io/v1 Ingress default/web', 'kube-controller-manager'],
  ['cert-manager.io/v1 Certificate default/web', 'certificate-controller'],
])('the status of %s is written by %s', (object, manager) => {
  expect(newStep('status', blank, { object, result: undefined })).toMatchObject({ manager });
});
