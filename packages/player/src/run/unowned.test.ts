import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { configMap, crd, whole } from '../sample-texts.ts';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();
const apply = (text: string): NewStep => ({ kind: 'apply', manager: 'a', text });

interface Case {
  readonly name: string;
  readonly steps: readonly NewStep[];
  readonly why: Readonly<Record<string, string | undefined>>;
}

test.each<Case>([
  {
    name: 'a Deployment',
    steps: [apply(whole)],
    why: {
      '.kind': 'identity',
      '.metadata.name': 'identity',
      '.metadata.uid': 'system',
      '.spec.replicas': undefined,
      '.spec.revisionHistoryLimit': 'default',
      '.spec.strategy.rollingUpdate.maxSurge': 'default',
      '.spec.template.spec.containers[name="web"].imagePullPolicy': 'default',
      '.spec.template.spec.dnsPolicy': 'default',
      '.spec.template.spec.securityContext': 'default',
    },
  },
  {
    name: 'a Service',
    steps: [
      apply(
        'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  selector: {app: web}\n  ports: [{port: 80}]\n',
      ),
    ],
    why: {
      '.spec.ports[port=80,protocol="TCP"].protocol': 'default',
      '.spec.ports[port=80,protocol="TCP"].targetPort': 'default',
      '.spec.type': 'default',
      '.spec.sessionAffinity': 'default',
      '.spec.clusterIP': 'system',
      '.spec.internalTrafficPolicy': 'default',
      '.status.loadBalancer': 'status',
    },
  },
  {
    name: 'a Job',
    steps: [
      apply(
        'apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec:\n  template:\n    spec: {restartPolicy: Never, containers: [{name: c, image: busybox}]}\n',
      ),
    ],
    why: { '.spec.backoffLimit': 'default', '.spec.suspend': 'default', '.spec.selector': 'system' },
  },
  {
    name: 'a custom resource',
    steps: [
      {
        kind: 'crd',
        text: crd(
          '            type: object\n            properties: {count: {type: integer, default: 3}, t: {type: string}}\n',
        ),
      },
      apply('apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x}\nspec: {t: a}\n'),
    ],
    why: { '.spec.count': 'default', '.spec.t': undefined, '.metadata.generation': 'system' },
  },
  {
    name: 'what an erased entry left behind',
    steps: [
      apply(configMap('  k: v\n')),
      { kind: 'reset', manager: 'b', text: '' },
      { kind: 'merge-patch', manager: 'b', text: 'data: {l: w}\n' },
    ],
    why: { '.data.k': 'untracked', '.data.l': 'untracked' },
  },
  {
    name: 'what an entry forgets',
    steps: [
      {
        kind: 'live',
        text: `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, managedFields: [{manager: ui, operation: Update, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:selector": {}}}}]}\nspec:\n  replicas: 5\n  paused: true\n  revisionHistoryLimit: 10\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: nginx}]}\nstatus: {replicas: 3}\n`,
      },
    ],
    why: {
      '.spec.replicas': 'unknown',
      '.spec.revisionHistoryLimit': 'default',
      '.spec.paused': 'unknown',
      '.spec.selector': undefined,
      '.status.replicas': 'status',
    },
  },
])('tells why nobody owns fields of $name', ({ steps, why }) => {
  const scenario = newScenario('', steps);
  const fields = run(scenario, { catalog, selected: scenario.steps.at(-1)?.id }).view?.result?.fields ?? [];
  const found = new Map(fields.map((field) => [field.path, field]));
  for (const path of Object.keys(why)) expect(found.has(path), path).toBe(true);
  expect(Object.fromEntries(Object.keys(why).map((path) => [path, found.get(path)?.why]))).toEqual(why);
});
