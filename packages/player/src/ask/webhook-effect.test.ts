import '@managed-fields/admission/whole';
import '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Scenario, Step } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { playScenario } from '../run/run.ts';
import { type ObjectSource, webhookEffectOf, webhookEffectOffer, withEffectOf } from './webhook-effect.ts';

const catalog = await loadKubernetesTypes();
const options = { catalog };

const webhook = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata:
  name: sidecars # of the mesh
webhooks:
- name: mesh.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  clientConfig: {url: "https://mesh.example.com/"}
  rules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}]
`;
const applied = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {team: a}}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {containers: [{name: c, image: d}]}
`;
const template = (containers: string) => `
    metadata: {creationTimestamp: null, labels: {a: b}}
    spec:
      containers:
${containers}      dnsPolicy: ClusterFirst
      restartPolicy: Always
      schedulerName: default-scheduler
      securityContext: {}
      terminationGracePeriodSeconds: 30`;
const container = (
  name: string,
  image: string,
) => `      - {name: ${name}, image: ${image}, imagePullPolicy: Always, resources: {}, terminationMessagePath: /dev/termination-log, terminationMessagePolicy: File}
`;
const stored = (labels: string, containers: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: default
  uid: 0c2e4a5e-2a54-4c44-a9d6-5f6a1c6d9c11
  resourceVersion: "77"
  generation: 1
  creationTimestamp: "2026-01-01T00:00:00Z"
  annotations: {deployment.kubernetes.io/revision: "1"}
  labels: ${labels}
  managedFields: []
spec:
  progressDeadlineSeconds: 600
  replicas: 1
  revisionHistoryLimit: 10
  selector: {matchLabels: {a: b}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}
  template:${template(containers)}
status: {replicas: 1, observedGeneration: 1}
`;
const both = container('c', 'd') + container('proxy', 'mesh');

function scenarioOf(...texts: readonly (readonly [Step['kind'], string])[]): Scenario {
  const steps = texts.map(
    ([kind, text], index) => ({ id: `${index}`, kind, text, manager: 'm', force: false }) as Step,
  );
  return { title: '', steps };
}

const pair = (before: string, after: string): { applied: ObjectSource; stored: ObjectSource } => ({
  applied: { text: before },
  stored: { text: after },
});
const asked = { stepId: '0', webhook: 'mesh.example.com' };

test('a sidecar and a label are a configuration that makes just this of what was applied', () => {
  const scenario = scenarioOf(['apply', webhook]);
  const given = pair(applied, stored('{team: a, mesh: "on"}', both));
  const found = webhookEffectOf(scenario, { ...asked, ...given }, options);
  expect(found).toMatchObject({ kind: 'effect', form: 'configuration', plays: 'as-stored' });
  if (found.kind !== 'effect') throw new Error(found.kind);
  expect(JSON.parse(found.text)).toEqual({
    metadata: { labels: { mesh: 'on' } },
    spec: {
      template: {
        spec: {
          containers: [
            {
              name: 'proxy',
              image: 'mesh',
              imagePullPolicy: 'Always',
              resources: {},
              terminationMessagePath: '/dev/termination-log',
              terminationMessagePolicy: 'File',
            },
          ],
        },
      },
    },
  });

  const written = withEffectOf(scenario, { ...asked, text: found.text });
  expect(written.steps[0]?.text).toContain('name: sidecars');
  expect(written.steps[0]?.text).toContain('playground.managedfields/effect.mesh.example.com:');
  const again = {
    ...written,
    steps: [...written.steps, ...scenarioOf(['apply', applied]).steps.map((step) => ({ ...step, id: 'x' }))],
  };
  const last = playScenario(again, catalog).at(-1);
  expect(last?.outcome.status).toBe('created');
  expect(
    JSON.stringify(last?.shown, (_, value) =>
      value instanceof Map ? [...value] : typeof value === 'bigint' ? Number(value) : value,
    ),
  ).toContain('proxy');
  expect(withEffectOf(written, { ...asked, text: undefined }).steps[0]?.text).not.toContain('playground.managedfields');
});

test('steps of the scenario are a pair too, and the object of the pair does not count as one that is there', () => {
  const scenario = scenarioOf(['apply', applied], ['live', stored('{team: b}', both)], ['apply', webhook]);
  const offer = webhookEffectOffer(scenario, '2', options);
  expect(offer).toEqual({
    webhooks: [{ name: 'mesh.example.com', said: false }],
    applied: [{ stepId: '0', object: 'apps/v1 Deployment default/web' }],
    stored: [
      { stepId: '0', object: 'apps/v1 Deployment default/web' },
      { stepId: '1', object: 'apps/v1 Deployment default/web' },
    ],
  });
  const given = { applied: { stepId: '0' }, stored: { stepId: '1' } };
  const found = webhookEffectOf(scenario, { stepId: '2', webhook: 'mesh.example.com', ...given }, options);
  expect(found).toMatchObject({ kind: 'effect', plays: 'as-stored' });
});

test('what is taken away needs a JSON patch', () => {
  const bare = stored('{}', both).replace('  labels: {}\n', '');
  const found = webhookEffectOf(scenarioOf(['apply', webhook]), { ...asked, ...pair(applied, bare) }, options);
  expect(found).toMatchObject({ kind: 'effect', form: 'json-patch', plays: 'as-stored' });
});

test('what the server makes of it is no effect', () => {
  const given = pair(applied, stored('{team: a}', container('c', 'd')));
  expect(webhookEffectOf(scenarioOf(['apply', webhook]), { ...asked, ...given }, options)).toEqual({ kind: 'nothing' });
});

test('a webhook whose rules do not choose the object is told', () => {
  const other = webhook.replace('resources: [deployments]', 'resources: [statefulsets]');
  const given = pair(applied, stored('{team: b}', both));
  expect(webhookEffectOf(scenarioOf(['apply', other]), { ...asked, ...given }, options)).toMatchObject({
    plays: 'not-called',
  });
});

test.each<readonly [code: string, before: string, after: string]>([
  ['no-applied', '', stored('{}', both)],
  ['no-applied', '- a: [', stored('{}', both)],
  ['no-stored', applied, 'x'],
  ['other-object', applied, stored('{}', both).replace('name: web', 'name: other')],
  ['other-object', applied, 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n'],
  [
    'unknown-kind',
    'apiVersion: v1\nkind: Nobody\nmetadata: {name: a}\n',
    'apiVersion: v1\nkind: Nobody\nmetadata: {name: a}\n',
  ],
  ['too-long', applied, stored(`{team: ${'x'.repeat(140_000)}}`, both)],
])('%s', (code, before, after) => {
  const found = webhookEffectOf(scenarioOf(['apply', webhook]), { ...asked, ...pair(before, after) }, options);
  expect(found).toEqual({ kind: 'problem', code });
});

test('a step without mutating webhooks offers nothing', () => {
  const validating = webhook.replace('MutatingWebhook', 'ValidatingWebhook');
  expect(webhookEffectOffer(scenarioOf(['apply', validating]), '0', options)).toBeUndefined();
  expect(webhookEffectOffer(scenarioOf(['apply', applied]), '0', options)).toBeUndefined();
  expect(webhookEffectOffer(scenarioOf(['apply', webhook]), 'none', options)).toBeUndefined();
});
