import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Scenario } from '@managed-fields/scenario';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { run } from '../run/run.ts';
import { configMap, crd, deployment, whole } from '../sample-texts.ts';
import { type HandOver, handOverOffer, handOverPlan, withHandOver } from './hand-over.ts';

const catalog = await loadKubernetesTypes();
const apply = (manager: string, text: string): NewStep => ({ kind: 'apply', manager, text });
const patch = (manager: string, text: string): NewStep => ({ kind: 'merge-patch', manager, text });
const hpa = { manager: 'kube-controller-manager', by: 'scale' } as const;
const commented = whole.replace('  replicas: 2\n', '  # as many as we need\n  replicas: 2 # for now\n');
const image = '.spec.template.spec.containers[name="web"].image';
const foo = (spec: string) => `apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x}\nspec: ${spec}\n`;
const definition: NewStep = {
  kind: 'crd',
  text: crd(
    `            type: object
            properties:
              count: {type: integer, default: 1}
              whole: {type: object, additionalProperties: {type: string}, x-kubernetes-map-type: atomic}
              items:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items: {type: object, required: [name], properties: {name: {type: string}, v: {type: integer}}}
          status: {type: object, properties: {phase: {type: string}, checks: {type: integer}}}
`,
    '    subresources: {status: {}, scale: {specReplicasPath: .spec.count, statusReplicasPath: .status.count}}\n',
  ),
};
const live: NewStep = {
  kind: 'live',
  text: `${deployment('  replicas: 3\n').replace(
    'metadata: {',
    'metadata: {managedFields: [{manager: old, operation: Apply, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:replicas": {}, "f:selector": {}}}}, {manager: ui, operation: Update, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:replicas": {}, "f:template": {"f:metadata": {"f:labels": {"f:app": {}}}}}}}], ',
  )}  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: nginx}]}\n`,
};

interface Case {
  readonly name: string;
  readonly steps: readonly NewStep[];
  readonly handOver: HandOver;
  /** `role manager status: value [owners] gone` */
  readonly plan: readonly string[];
  readonly done?: false;
}

test.each<Case>([
  {
    name: 'replicas to the autoscaler, by a temporary manager',
    steps: [apply('kubectl', commented)],
    handOver: { paths: ['.spec.replicas'], to: hpa, method: 'temporary' },
    plan: [
      'holds handover-to-hpa changed: 2 [handover-to-hpa kubectl]',
      'lets-go kubectl changed: 2 [handover-to-hpa]',
      'writes kube-controller-manager changed: 3 [kube-controller-manager] gone handover-to-hpa',
    ],
  },
  {
    name: 'replicas to the autoscaler, which writes first',
    steps: [apply('kubectl', commented)],
    handOver: { paths: ['.spec.replicas'], to: hpa, method: 'writes-first' },
    plan: [
      'writes kube-controller-manager changed: 3 [kube-controller-manager]',
      'lets-go kubectl unchanged: 3 [kube-controller-manager]',
    ],
  },
  {
    name: 'from one user to another',
    steps: [apply('a', configMap('  k: v\n  l: w\n'))],
    handOver: { paths: ['.data.k'], to: { manager: 'b', by: 'apply' }, method: 'share' },
    plan: ['takes b changed: v [a b]', 'lets-go a changed: v [b]'],
  },
  {
    name: 'to a user who applies other fields',
    steps: [apply('a', configMap('  k: v\n')), apply('b', configMap('  l: w\n'))],
    handOver: { paths: ['.data.k'], to: { manager: 'b', by: 'apply' }, method: 'share' },
    plan: ['takes b changed: v [a b]', 'lets-go a changed: v [b] gone a'],
  },
  {
    name: 'what is shared already',
    steps: [apply('a', configMap('  k: v\n')), apply('b', configMap('  k: v\n'))],
    handOver: { paths: ['.data.k'], to: { manager: 'b', by: 'apply' }, method: 'share' },
    plan: ['lets-go a changed: v [b] gone a'],
  },
  {
    name: 'an image, of which the key stays behind for a moment',
    steps: [apply('a', whole)],
    handOver: { paths: [image], to: { manager: 'updater', by: 'update' }, method: 'temporary', temporary: 'meanwhile' },
    plan: [
      'holds meanwhile changed: nginx [a meanwhile]',
      'lets-go a changed: nginx [meanwhile]',
      'writes updater changed: nginx-other [updater]',
      'cleans-up meanwhile changed: nginx-other [updater] gone meanwhile',
    ],
  },
  {
    name: 'an image between users',
    steps: [apply('a', whole)],
    handOver: { paths: [image], to: { manager: 'b', by: 'apply' }, method: 'share' },
    plan: ['takes b changed: nginx [a b]', 'lets-go a changed: nginx [b]'],
  },
  {
    name: 'from an updater to a user',
    steps: [apply('a', configMap('  k: v\n')), patch('kubectl-edit', 'data: {k: w, l: x}\n')],
    handOver: { paths: ['.data.k'], to: { manager: 'a', by: 'apply' }, method: 'share' },
    plan: ['takes a changed: w [a kubectl-edit]', 'lets-go kubectl-edit changed: w [a]'],
  },
  {
    name: 'back from the autoscaler to the file',
    steps: [apply('a', whole), { kind: 'scale', manager: 'kube-controller-manager', text: '7' }],
    handOver: { paths: ['.spec.replicas'], to: { manager: 'a', by: 'apply' }, method: 'share' },
    plan: [
      'takes a changed: 7 [a kube-controller-manager]',
      'lets-go kube-controller-manager changed: 7 [a] gone kube-controller-manager',
    ],
  },
  {
    name: 'a part of an atomic whole of a custom resource, all of which goes',
    steps: [definition, apply('a', foo('{whole: {p: "1", q: "2"}, count: 2}'))],
    handOver: { paths: ['.spec.whole.p'], to: { manager: 'op', by: 'update' }, method: 'writes-first' },
    plan: ['writes op changed: {"p":"2","q":"2"} [op]', 'lets-go a unchanged: {"p":"2","q":"2"} [op]'],
  },
  {
    name: 'an item’s field of a custom resource to a controller',
    steps: [definition, apply('a', foo('{items: [{name: p, v: 1}, {name: q, v: 2}]}'))],
    handOver: {
      paths: ['.spec.items[name="p"].v'],
      to: { manager: 'op', by: 'update' },
      method: 'temporary',
      temporary: 't',
    },
    plan: [
      'holds t changed: 1 [a t]',
      'lets-go a changed: 1 [t]',
      'writes op changed: 2 [op]',
      'cleans-up t changed: 2 [op] gone t',
    ],
  },
  {
    name: 'the count of a custom resource through /scale',
    steps: [definition, apply('a', foo('{count: 2}'))],
    handOver: { paths: ['.spec.count'], to: hpa, method: 'temporary' },
    plan: [
      'holds handover-to-hpa changed: 2 [a handover-to-hpa]',
      'lets-go a changed: 2 [handover-to-hpa] gone a',
      'writes kube-controller-manager changed: 3 [kube-controller-manager] gone handover-to-hpa',
    ],
  },
  {
    name: 'the status',
    steps: [
      definition,
      apply('a', foo('{count: 2}')),
      { kind: 'status', manager: 'one', text: 'status: {phase: A1, checks: 1}\n' },
    ],
    handOver: {
      paths: ['.status.phase', '.status.checks'],
      to: { manager: 'two', by: 'status' },
      method: 'writes-first',
    },
    plan: ['writes two changed: A2 [two]; 2 [two]'],
  },
  {
    name: 'the status to an applier',
    steps: [
      definition,
      apply('a', foo('{count: 2}')),
      { kind: 'status', manager: 'one', text: 'status: {phase: A1, checks: 1}\n' },
    ],
    handOver: { paths: ['.status.phase'], to: { manager: 'two', by: 'apply' }, method: 'share' },
    plan: ['takes two changed: A1 [one two]', 'lets-go one changed: A1 [two]'],
  },
  {
    name: 'several owners of a pasted object',
    steps: [live],
    handOver: { paths: ['.spec.replicas'], to: { manager: 'new', by: 'apply' }, method: 'share' },
    plan: ['takes new changed: 3 [new old ui]', 'lets-go old changed: 3 [new ui]', 'lets-go ui changed: 3 [new]'],
  },
  {
    name: 'what a command applied',
    steps: [
      {
        kind: 'kubectl',
        text: 'kubectl apply --server-side -f all.yaml',
        files: {
          'all.yaml': `${configMap('  z: z\n').replace('settings', 'other')}---\n${configMap('  k: v # mine\n  l: w\n')}`,
        },
      },
    ],
    handOver: { paths: ['.data.k'], to: { manager: 'b', by: 'apply' }, method: 'share' },
    plan: ['takes b changed: v [b kubectl]', 'lets-go kubectl changed: v [b]'],
  },
  {
    name: 'what the recipient owns alone already',
    steps: [apply('a', configMap('  k: v\n'))],
    handOver: { paths: ['.data.k'], to: { manager: 'a', by: 'apply' }, method: 'share' },
    plan: [],
  },
  {
    name: 'nothing that anybody owns',
    steps: [apply('a', whole)],
    handOver: { paths: ['.spec.revisionHistoryLimit'], to: hpa, method: 'share' },
    plan: [],
    done: false,
  },
])('hands over $name', ({ steps, handOver, plan, done = true }) => {
  const scenario = newScenario('', steps);
  const last = scenario.steps.at(-1)?.id ?? '';
  const view = handOverPlan(scenario, last, handOver, { catalog });
  const names = (owners: readonly { readonly manager: string }[]) =>
    owners
      .map(({ manager }) => manager)
      .sort()
      .join(' ');
  const told = view?.steps.map(({ role, manager, owner, status, message, fields, gone }) =>
    [
      `${role} ${owner?.manager ?? manager} ${status}: ${fields.map(({ value, owners }) => `${value} [${names(owners)}]`).join('; ')}`,
      ...(message === undefined ? [] : [message]),
      ...(gone.length === 0 ? [] : [`gone ${names(gone)}`]),
    ].join(' '),
  );
  expect(told ?? []).toEqual(plan);
  expect(view?.done ?? false).toBe(done);
  expect(structuredClone(view)).toEqual(view);

  // The scenario that it makes comes to the same, step by step.
  const words = plan.map((_, index) => ({ name: `name ${index}`, note: `note ${index}` }));
  const changed = withHandOver(scenario, last, { ...handOver, words }, { catalog });
  expect(changed.steps.slice(0, steps.length)).toEqual(scenario.steps);
  expect(changed.steps.slice(steps.length).map(({ name, note }) => ({ name, note }))).toEqual(words);
  const played = run(changed, { catalog }).outcomes.slice(steps.length);
  expect(played.map(({ status }) => status)).toEqual(view?.steps.map(({ status }) => status) ?? []);
  for (const [index, { stepId }] of played.entries()) {
    for (const { path, owners } of view?.steps[index]?.fields ?? [])
      expect(ownersAfter(changed, stepId, path)).toBe(names(owners));
  }
});

function ownersAfter(scenario: Scenario, stepId: string, path: string): string {
  const result = run(scenario, { catalog, selected: stepId }).view?.result;
  const field = result?.fields.find((each) => each.path === path);
  return (field?.owners ?? [])
    .map((index) => result?.managers[index]?.manager)
    .sort()
    .join(' ');
}

test('the giver’s own text loses the field, and keeps its comments', () => {
  const scenario = newScenario('', [apply('kubectl', commented)]);
  const changed = withHandOver(
    scenario,
    's1',
    { paths: ['.spec.replicas'], to: hpa, method: 'temporary' },
    { catalog },
  );
  expect(changed.steps.map(({ kind, text }) => [kind, text]).slice(1)).toEqual([
    [
      'apply',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  replicas: 2\n',
    ],
    ['apply', whole.replace('  replicas: 2\n', '  # as many as we need\n')],
    ['scale', 'spec:\n  replicas: 3\n'],
  ]);
});

test.each<readonly [steps: readonly NewStep[], path: string, recipients: readonly string[], ways: readonly string[]]>([
  [[apply('a', whole)], '.spec.replicas', ['kube-controller-manager scale'], ['scale', 'update']],
  [[apply('a', whole), apply('b', deployment('  paused: true\n'))], image, ['a apply', 'b apply'].slice(1), ['update']],
  [
    [apply('a', configMap('  k: v\n')), apply('b', configMap('  k: v\n')), patch('ui', 'data: {l: x}\n')],
    '.data.k',
    ['a apply', 'b apply', 'ui update'],
    ['update'],
  ],
  [
    [apply('a', whole), { kind: 'scale', manager: 'kube-controller-manager', text: '7' }],
    '.spec.replicas',
    ['a apply'],
    ['scale', 'update'],
  ],
])('offers recipients, but not one that owns the field alone', (steps, path, recipients, ways) => {
  const scenario = newScenario('', steps);
  const offer = handOverOffer(scenario, scenario.steps.at(-1)?.id ?? '', [path], { catalog });
  expect(offer?.recipients.map(({ manager, by }) => `${manager} ${by}`).sort()).toEqual(recipients);
  expect(offer?.ways).toEqual(ways);
});
