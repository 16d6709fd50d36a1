import '../whole.ts';
import { readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Scenario } from '@managed-fields/scenario';
import { type NewStep, newScenario, readScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { configMap, crd, deployment, whole } from '../sample-texts.ts';
import { fieldHistory } from './history.ts';

const catalog = await loadKubernetesTypes();

function example(name: string): Scenario {
  const read = readScenario(readFileSync(new URL(`../../../../public/examples/${name}.yaml`, import.meta.url), 'utf8'));
  if (read.kind !== 'scenario') throw new Error(`${name} does not read`);
  return read.scenario;
}

/** `s1 set by kubectl 1>2 +gained -lost against other`; a request of a command after a slash, a dry run in brackets. */
function told(scenario: Scenario, step: string, path: string): readonly string[] {
  return fieldHistory(scenario, step, path, { catalog }).map((event) =>
    [
      `${event.stepId}${event.request === undefined ? '' : `/${event.request}`}`,
      event.dryRun ? `(${event.code})` : event.code,
      ...(event.admitted === undefined ? [] : [`admitted ${event.admitted.by ?? event.admitted.plugin}`]),
      `by ${event.by?.manager}`,
      `${event.from}>${event.to}${event.wrote === undefined ? '' : ` wrote ${event.wrote}`}`,
      ...event.gained.map(({ manager }) => `+${manager}`),
      ...event.lost.map(({ manager }) => `-${manager}`),
      ...event.against.map(({ manager }) => `against ${manager}`),
    ].join(' '),
  );
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
  [
    'replicas-by-policy',
    's6',
    '.spec.replicas',
    [
      's3 set admitted hold-replicas by alice undefined>5 wrote 3 +alice',
      's5 given-up admitted hold-replicas by alice 5>5 -alice',
      's6/1 defaulted by kubectl 5>2',
    ],
  ],
  ['pod-tolerations-priority', 's3', '.spec.priority', ['s1 defaulted admitted Priority by alice undefined>0']],
])('tells what %s did until %s to %s', (name, step, path, events) => {
  expect(told(example(name), step, path)).toEqual(events);
});

const apply = (manager: string, text: string): NewStep => ({ kind: 'apply', manager, text });
const foo = (spec: string) => `apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x}\nspec: ${spec}\n`;
const definition = (markers: string): NewStep => ({
  kind: 'crd',
  text: crd(
    `            type: object\n            properties:\n              data: {type: object, additionalProperties: {type: string}${markers}}\n`,
  ),
});

interface Case {
  readonly name: string;
  readonly steps: readonly NewStep[];
  readonly path: string;
  readonly events: readonly string[];
}

test.each<Case>([
  {
    name: 'a pasted object',
    steps: [
      {
        kind: 'live',
        text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, managedFields: [{manager: a, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:k": {}}}}]}\ndata: {k: v}\n',
      },
      { kind: 'merge-patch', manager: 'u', text: 'data: {k: w}' },
    ],
    path: '.data.k',
    events: ['s1 pasted by undefined undefined>v +a', 's2 changed by u v>w +u -a'],
  },
  {
    name: 'a part of an item that stands twice, which is owned as one',
    steps: [
      {
        kind: 'create',
        manager: 'u',
        text: whole.replace(
          'image: nginx',
          'image: nginx, ports: [{containerPort: 80, hostPort: 80}, {containerPort: 80, hostPort: 81}]',
        ),
      },
    ],
    path: '.spec.template.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].hostPort',
    events: ['s1 set by u undefined>80 +u'],
  },
  {
    name: 'a default in place of a value that was given up',
    steps: [apply('a', whole), apply('a', whole.replace('  replicas: 2\n', ''))],
    path: '.spec.replicas',
    events: ['s1 set by a undefined>2 +a', 's2 restored by a 2>1 -a'],
  },
  {
    name: 'a value that went with its last owner',
    steps: [
      apply('a', configMap('  k: v\n  l: w\n')),
      apply('b', configMap('  k: v\n')),
      apply('a', configMap('  l: w\n')),
      apply('b', configMap('  m: x\n')),
    ],
    path: '.data.k',
    events: [
      's1 set by a undefined>v +a',
      's2 claimed by b v>v +b',
      's3 given-up by a v>v -a',
      's4 pruned by b v>undefined -b',
    ],
  },
  {
    name: 'an object that was deleted and made again',
    steps: [apply('a', configMap('  k: v\n')), { kind: 'delete', text: '' }, apply('b', configMap('  k: w\n'))],
    path: '.data.k',
    events: ['s1 set by a undefined>v +a', 's2 deleted by undefined v>undefined -a', 's3 set by b undefined>w +b'],
  },
  {
    name: 'managedFields that were emptied',
    steps: [
      apply('a', configMap('  k: v\n')),
      { kind: 'reset', manager: 'r', text: '' },
      apply('b', configMap('  k: v\n')),
    ],
    path: '.data.k',
    events: ['s1 set by a undefined>v +a', 's2 erased by r v>v -a', 's3 snapshot by b v>v +b +before-first-apply'],
  },
  {
    name: 'a map that became atomic and granular again',
    steps: [
      definition(''),
      apply('a', foo('{data: {k: v}}')),
      definition(', x-kubernetes-map-type: atomic'),
      apply('a', foo('{data: {k: w}}')),
      definition(''),
      apply('b', foo('{data: {l: x}}')),
      apply('a', foo('{data: {k: w}}')),
    ],
    path: '.spec.data.k',
    events: [
      's2 set by a undefined>v +a',
      's3 schema-changed by undefined v>v',
      's4 changed by a v>w',
      's5 schema-changed by undefined w>w -a',
      's7 claimed by a w>w +a',
    ],
  },
  {
    name: 'what was refused and what was only tried',
    steps: [
      apply('a', whole),
      apply('b', deployment('  replicas: -1\n')),
      { ...apply('a', whole.replace('replicas: 2', 'replicas: -4')) },
      { kind: 'apply', manager: 'a', text: whole.replace('replicas: 2', 'replicas: 5'), dryRun: true },
    ],
    path: '.spec.replicas',
    events: [
      's1 set by a undefined>2 +a',
      's2 refused by b 2>-1 against a',
      's3 rejected by a 2>-4',
      's4 (changed) by a 2>5',
    ],
  },
  {
    name: 'a value that the server writes in its own form',
    steps: [apply('a', whole.replace('image: nginx', 'image: nginx, resources: {limits: {cpu: "0.5"}}'))],
    path: '.spec.template.spec.containers[name="web"].resources.limits.cpu',
    events: ['s1 set by a undefined>500m wrote 0.5 +a'],
  },
  {
    name: 'each request of a command that migrates',
    steps: [
      { kind: 'kubectl', text: 'kubectl apply -f web.yaml', files: { 'web.yaml': configMap('  k: v\n') } },
      { kind: 'kubectl', text: 'kubectl apply --server-side -f web.yaml' },
    ],
    path: '.data.k',
    events: [
      's1/1 set by kubectl-client-side-apply undefined>v +kubectl-client-side-apply',
      's2/0 claimed by kubectl v>v +kubectl',
      's2/2 rewritten by kubectl v>v -kubectl-client-side-apply',
    ],
  },
])('tells of $name', ({ steps, path, events }) => {
  const scenario = newScenario('', steps);
  expect(told(scenario, scenario.steps.at(-1)?.id ?? '', path)).toEqual(events);
});

test('quotes the server where a request failed', () => {
  const scenario = newScenario('', [apply('a', whole), apply('a', whole.replace('replicas: 2', 'replicas: -4'))]);
  expect(fieldHistory(scenario, 's2', '.spec.replicas', { catalog }).at(-1)?.message).toContain(
    'spec.replicas: Invalid value: -4: must be greater than or equal to 0',
  );
});
