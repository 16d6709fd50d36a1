import { loadUncheckedTypes } from '@managed-fields/kubernetes-types';
import '@managed-fields/player/whole';
import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { configMap, deployment, type EntryCase, findingsOf, objectWith } from './cases.ts';

const options = { catalog: await loadUncheckedTypes('v1.36') };
const registration = 'admissionregistration.k8s.io/v1';

/** A policy in force that makes a change to Deployments, or to other resources. */
function policy(name: string, expression: string, more: JsonObject = {}): readonly JsonObject[] {
  const { resources = ['deployments'], operations = ['CREATE', 'UPDATE'], ...spec } = more;
  const rule = { apiGroups: ['*'], apiVersions: ['*'], operations, resources };
  const written = expression.startsWith('[')
    ? { patchType: 'JSONPatch', jsonPatch: { expression } }
    : { patchType: 'ApplyConfiguration', applyConfiguration: { expression } };
  return [
    {
      apiVersion: registration,
      kind: 'MutatingAdmissionPolicy',
      metadata: { name },
      spec: {
        matchConstraints: { resourceRules: [rule] },
        reinvocationPolicy: 'Never',
        failurePolicy: 'Fail',
        mutations: [written],
        ...spec,
      },
    },
    {
      apiVersion: registration,
      kind: 'MutatingAdmissionPolicyBinding',
      metadata: { name },
      spec: {
        policyName: name,
        ...(spec['paramKind'] === undefined
          ? {}
          : { paramRef: { name, namespace: 'shop', parameterNotFoundAction: 'Deny' } }),
      },
    },
  ];
}

const five = 'Object{spec: Object.spec{replicas: 5}}';
const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'app', image: 'nginx' }] },
};
const owned: JsonObject = {
  'f:spec': {
    'f:replicas': {},
    'f:selector': {},
    'f:template': {
      'f:metadata': { 'f:labels': { 'f:app': {} } },
      'f:spec': { 'f:containers': { 'k:{"name":"app"}': { '.': {}, 'f:name': {}, 'f:image': {} } } },
    },
  },
};
const alice: EntryCase = { manager: 'alice', fields: owned };
const web = (spec: JsonObject, ...entries: readonly EntryCase[]) =>
  objectWith(deployment({ replicas: 3, selector: { matchLabels: { app: 'web' } }, template, ...spec }), ...entries);

/** What both rules find of the last object: the rule, its fields, who writes them. */
function found(...objects: readonly JsonObject[]) {
  return (findingsOf(objects, options).at(-1) ?? []).flatMap(({ rule, fields, facts }) =>
    rule.endsWith('-admission') ? [[rule, fields.join(' '), facts['writers'], facts['written']]] : [],
  );
}

const changed = ['changed-by-admission', '.spec.replicas', 'MutatingAdmissionPolicy five', '5'];

const registry = `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{
  containers: object.spec.template.spec.containers.map(c, Object.spec.template.spec.containers{
    name: c.name, image: c.image.startsWith("local/") ? c.image : "local/" + c.image})}}}}`;
const mirrored = {
  template: { ...template, spec: { containers: [{ name: 'app', image: 'local/nginx:1.27' }] } },
};
const sidecar = `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{
  containers: [Object.spec.template.spec.containers{name: "proxy", image: "proxy:1"}]}}}}`;
const withSidecar = {
  template: { ...template, spec: { containers: [...template.spec.containers, { name: 'proxy', image: 'proxy:1' }] } },
};
const proxy = '.spec.template.spec.containers[name="proxy"]';
const label = 'Object{metadata: Object.metadata{labels: {"team": params.data.team}}}';
const labelled = objectWith(configMap({ a: '1' }, { labels: { team: 'shop' } }), {
  manager: 'alice',
  fields: { 'f:data': { 'f:a': {} } },
});
const params = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, resources: ['configmaps'] };
const team = (namespace: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'team', namespace },
  data: { team: 'shop' },
});
const bound = (name: string, matchResources: JsonObject) => {
  const [made, binding] = policy(name, five) as readonly [JsonObject, JsonObject];
  return [made, { ...binding, spec: { policyName: name, matchResources } }];
};
const inShop = bound('five', { namespaceSelector: { matchLabels: { replicas: 'held' } } });
const shop = (labels: JsonObject) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels } });
const pod = (namespace: string) =>
  objectWith(
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace },
      spec: {
        containers: [{ name: 'app', image: 'nginx', resources: { limits: { cpu: '1' }, requests: { cpu: '1' } } }],
        tolerations: [
          { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
        ],
        priority: 0,
      },
    },
    {
      manager: 'alice',
      fields: { 'f:spec': { 'f:containers': { 'k:{"name":"app"}': { '.': {}, 'f:name': {}, 'f:image': {} } } } },
    },
  );
const limits = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'cpu', namespace: 'shop' },
  spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] },
};
const claim = objectWith(
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'disk', namespace: 'shop', finalizers: ['kubernetes.io/pvc-protection'] },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 'fast' },
  },
  {
    manager: 'alice',
    fields: { 'f:spec': { 'f:accessModes': {}, 'f:resources': { 'f:requests': { 'f:storage': {} } } } },
  },
);
const fast = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: 'example.com/disk',
};
const webhook = (effect: string) => ({
  apiVersion: registration,
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'five', annotations: { 'playground.managedfields/effect.five.example.com': effect } },
  webhooks: [
    {
      name: 'five.example.com',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      clientConfig: { url: 'https://five.example.com' },
      rules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] }],
    },
  ],
});
const oven = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'ovens.bread.example' },
  spec: {
    group: 'bread.example',
    scope: 'Namespaced',
    names: { kind: 'Oven', plural: 'ovens' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
const warm = objectWith(
  { apiVersion: 'bread.example/v1', kind: 'Oven', metadata: { name: 'big', namespace: 'shop' }, spec: { heat: 200 } },
  { manager: 'alice', fields: { 'f:spec': { 'f:heat': {} } } },
);
const hot = '[JSONPatch{op: "add", path: "/spec/heat", value: 200}]';

test.each<readonly [name: string, objects: readonly JsonObject[], found: readonly unknown[]]>([
  [
    'a value that a policy sets, whatever is applied',
    [...policy('five', five), web({ replicas: 5 }, alice)],
    [changed],
  ],
  ['a value that it changes at the next write', [...policy('five', five), web({ replicas: 3 }, alice)], [changed]],
  ['a policy without a binding', [...policy('five', five).slice(0, 1), web({ replicas: 5 }, alice)], []],
  ['one for other kinds', [...policy('five', five, { resources: ['pods'] }), web({ replicas: 5 }, alice)], []],
  [
    'one for a subresource',
    [...policy('five', five, { resources: ['deployments/scale'] }), web({ replicas: 5 }, alice)],
    [],
  ],
  [
    'one for new objects',
    [...policy('five', five, { operations: ['CREATE'] }), web({ replicas: 5 }, alice)],
    [changed],
  ],
  [
    'one that only fills in',
    [...policy('five', `has(object.spec.replicas) ? Object{} : ${five}`), web({ replicas: 5 }, alice)],
    [],
  ],
  [
    'one that raises a value',
    [...policy('five', `object.spec.replicas >= 5 ? Object{} : ${five}`), web({ replicas: 5 }, alice)],
    [changed],
  ],
  [
    'one that gives each image another registry',
    [...policy('own', registry), web(mirrored, alice)],
    [
      [
        'changed-by-admission',
        '.spec.template.spec.containers[name="app"].image',
        'MutatingAdmissionPolicy own',
        'local/nginx:1.27',
      ],
    ],
  ],
  [
    'a value that an updater owns',
    [...policy('five', five), web({ replicas: 5 }, { ...alice, operation: 'Update' })],
    [],
  ],
  [
    'a value that was applied client-side',
    [
      ...policy('five', five),
      web({ replicas: 5 }, { ...alice, manager: 'kubectl-client-side-apply', operation: 'Update' }),
    ],
    [changed],
  ],
  [
    'a sidecar that nobody owns',
    [...policy('sidecar', sidecar), web(withSidecar, alice)],
    [['written-by-admission', `${proxy}.name ${proxy}.image`, 'MutatingAdmissionPolicy sidecar', 'proxy']],
  ],
  [
    'a sidecar of another version',
    [...policy('sidecar', sidecar.replace('proxy:1', 'proxy:2')), web(withSidecar, alice)],
    [['written-by-admission', `${proxy}.name`, 'MutatingAdmissionPolicy sidecar', 'proxy']],
  ],
  [
    'a label whose value is that of a parameter',
    [...policy('team', label, params), team('shop'), labelled],
    [['written-by-admission', '.metadata.labels.team', 'MutatingAdmissionPolicy team', 'shop']],
  ],
  ['a parameter of another namespace', [...policy('team', label, params), team('other'), labelled], []],
  [
    'a namespace that a binding is for',
    [...inShop, shop({ replicas: 'held' }), web({ replicas: 5 }, alice)],
    [changed],
  ],
  ['a namespace that it is not for', [...inShop, shop({}), web({ replicas: 5 }, alice)], []],
  [
    'limits of a LimitRange',
    [limits, pod('shop')],
    [
      [
        'written-by-admission',
        ['limits', 'requests'].map((each) => `.spec.containers[name="app"].resources.${each}.cpu`).join(' '),
        'LimitRanger',
        '1',
      ],
    ],
  ],
  ['limits in another namespace', [limits, pod('other')], []],
  [
    'a default class, and not the finalizer that every claim gets',
    [fast, claim],
    [['written-by-admission', '.spec.storageClassName', 'DefaultStorageClass', 'fast']],
  ],
  [
    'what the reader says of a webhook',
    [webhook('{"spec": {"replicas": 5}}'), web({ replicas: 5 }, alice)],
    [['changed-by-admission', '.spec.replicas', 'MutatingAdmissionWebhook five.example.com', '5']],
  ],
  ['a webhook of which nothing is said', [webhook(''), web({ replicas: 5 }, alice)], []],
  [
    'a custom kind',
    [...policy('hot', hot, { resources: ['ovens'] }), oven, warm],
    [['changed-by-admission', '.spec.heat', 'MutatingAdmissionPolicy hot', '200']],
  ],
])('%s', (_, objects, expected) => {
  expect(found(...objects)).toEqual(expected);
});

test('a finding names owners, fields and a value that proves it', () => {
  const finding = findingsOf([...policy('own', registry), web(mirrored, alice)], options).at(-1)?.[0];
  expect(finding).toMatchObject({
    entries: [0],
    fieldCount: 1,
    facts: { managers: 'alice', sent: 'nginx:1.27', written: 'local/nginx:1.27' },
  });
});

test('without policies and the like nothing is played', () => {
  const rows = [team('shop'), shop({}), web({ replicas: 5 }, alice)];
  expect(
    findingsOf(rows, {
      ...options,
      catalog: new Proxy(options.catalog, {
        get: () => {
          throw new Error('asked');
        },
      }),
    }).flat(),
  ).toEqual([]);
});
