import '@managed-fields/player/whole';
import type { NewStep } from '@managed-fields/scenario';

/** A prediction that is put to a server in which somebody did something else before. */
export interface AskCase {
  readonly name: string;
  readonly steps: readonly NewStep[];
  /** The index of the step that is asked. */
  readonly asked: number;
  /** What is written to the server first: method, path, content type, body. */
  readonly before?: readonly (readonly [method: string, path: string, contentType: string, body: object])[];
  /** Whom the requests of the page come from; the owner of the token by default. */
  readonly user?: string;
  /** The outcome in few words. */
  readonly is: readonly string[];
}

const apply = 'application/apply-patch+yaml';
const json = 'application/json';
const configMaps = '/api/v1/namespaces/ask/configmaps';
const policies = '/apis/admissionregistration.k8s.io/v1';

const configMap = (data: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: flags\n  namespace: ask\ndata:\n  bread: ${data}\n`;
const live = (data: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'flags' },
  data: { bread: data },
});
const first = { kind: 'apply', manager: 'helm', text: configMap('warm') } as const;
const second = { kind: 'apply', manager: 'platform', text: configMap('cold') } as const;
const warm = ['PATCH', `${configMaps}/flags?fieldManager=helm`, apply, live('warm')] as const;
const pod =
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  namespace: ask\nspec:\n  containers:\n  - name: web\n    image: nginx\n';

/** The policy of a kind, for ConfigMaps of the namespace, with its binding. */
const policy = (kind: string, spec: object, binding: object, name = 'ask') =>
  [
    [
      'POST',
      `${policies}/${kind.toLowerCase().replace(/y$/, 'ies')}`,
      json,
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind,
        metadata: { name },
        spec: {
          ...spec,
          matchConstraints: {
            namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ask' } },
            resourceRules: [
              { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] },
            ],
          },
        },
      },
    ],
    [
      'POST',
      `${policies}/${kind.toLowerCase()}bindings`,
      json,
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: `${kind}Binding`,
        metadata: { name },
        spec: { policyName: name, ...binding },
      },
    ],
  ] as const;

/** The spec of a policy that sets the label `team` to what an expression gives. */
const labelling = (expression: string) => ({
  reinvocationPolicy: 'Never',
  failurePolicy: 'Fail',
  mutations: [
    {
      patchType: 'ApplyConfiguration',
      applyConfiguration: { expression: `Object{metadata: Object.metadata{labels: {"team": ${expression}}}}` },
    },
  ],
});

/** A policy that takes the label from an object of a kind, and that object. */
const withParams = (kind: 'ConfigMap' | 'Secret') => {
  const path = `/api/v1/namespaces/ask/${kind.toLowerCase()}s`;
  return [
    ['POST', path, json, { apiVersion: 'v1', kind, metadata: { name: 'team', labels: { team: 'bread' } } }],
    ...policy(
      'MutatingAdmissionPolicy',
      { ...labelling('params.metadata.labels.team'), paramKind: { apiVersion: 'v1', kind } },
      { paramRef: { name: 'team', namespace: 'ask', parameterNotFoundAction: 'Deny' } },
    ),
  ] as const;
};

const claim =
  'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: flour\n  namespace: ask\nspec:\n  accessModes: [ReadWriteOnce]\n  resources:\n    requests:\n      storage: 1Gi\n';

/** The cases; `recorded-cases.json` has what a real server answered to each. */
export const askCases: readonly AskCase[] = [
  { name: 'an apply that makes the object', steps: [first], asked: 0, is: ['same 201'] },
  {
    name: 'a conflict, whose message tells a time',
    steps: [first, { ...second, force: false }],
    asked: 1,
    before: [warm],
    is: ['same 409'],
  },
  {
    name: 'an update after a write of the cluster, with times of its own',
    steps: [first, { kind: 'merge-patch', manager: 'helm', text: 'metadata: {labels: {a: b}}\n' }],
    asked: 1,
    before: [warm],
    is: ['same 200'],
  },
  {
    name: 'a step whose object an earlier step would have written',
    steps: [first, second],
    asked: 1,
    is: ['not: missing, needs 1'],
  },
  {
    name: 'an object that is another one in the cluster',
    steps: [first, second],
    asked: 1,
    before: [['PATCH', `${configMaps}/flags?fieldManager=helm`, apply, live('cold')]],
    is: ['not: other-object, needs 1', 'field .data.bread: warm, cold'],
  },
  {
    name: 'an object with another owner in the cluster',
    steps: [first, second],
    asked: 1,
    before: [['PATCH', `${configMaps}/flags?fieldManager=argocd`, apply, live('warm')]],
    is: ['not: other-object, needs 1', 'entry of helm: present, none', 'entry of argocd: none, present'],
  },
  { name: 'an object that only the cluster has', steps: [first], asked: 0, before: [warm], is: ['not: exists'] },
  {
    name: 'a resourceVersion that the object does not have',
    steps: [
      first,
      {
        kind: 'update',
        manager: 'helm',
        text: configMap('cold').replace('\ndata:', '\n  resourceVersion: "1"\ndata:'),
      },
    ],
    asked: 1,
    before: [warm],
    is: ['not: moved'],
  },
  {
    name: 'a namespace that is not there',
    steps: [{ ...first, text: first.text.replace('namespace: ask', 'namespace: nowhere') }],
    asked: 0,
    is: ['not: no-namespace'],
  },
  {
    name: 'a kind that is not there',
    steps: [
      {
        kind: 'crd',
        text: 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: ovens.nowhere.example\nspec:\n  group: nowhere.example\n  scope: Namespaced\n  names: {kind: Oven, plural: ovens, singular: oven, listKind: OvenList}\n  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}\n',
      },
      {
        kind: 'apply',
        manager: 'helm',
        text: 'apiVersion: nowhere.example/v1\nkind: Oven\nmetadata:\n  name: big\n  namespace: ask\n',
      },
    ],
    asked: 1,
    is: ['not: no-kind, needs 1'],
  },
  {
    name: 'a user who may not read it',
    steps: [first],
    asked: 0,
    user: 'guest',
    is: ['not: forbidden get configmaps in ask'],
  },
  {
    name: 'a policy that sets a label',
    steps: [first],
    asked: 0,
    before: policy('MutatingAdmissionPolicy', labelling('"bread"'), {}),
    is: ['differs', 'field .metadata.labels.team: none, bread (admission MutatingAdmissionPolicy ask)'],
  },
  {
    name: 'a policy whose label is that of a ConfigMap',
    steps: [first],
    asked: 0,
    before: withParams('ConfigMap'),
    is: ['differs', 'field .metadata.labels.team: none, bread (admission MutatingAdmissionPolicy ask)'],
  },
  {
    name: 'a policy whose label is that of a Secret, which nobody reads',
    steps: [first],
    asked: 0,
    before: withParams('Secret'),
    is: ['differs', 'field .metadata.labels.team: none, bread (mutated)'],
  },
  {
    name: 'two policies, of which one is for other objects',
    steps: [first],
    asked: 0,
    before: [
      ...policy('MutatingAdmissionPolicy', labelling('"bread"'), {}),
      ...policy(
        'MutatingAdmissionPolicy',
        { ...labelling('"rolls"'), matchConditions: [{ name: 'no', expression: 'false' }] },
        {},
        'ask-2',
      ),
    ],
    is: ['differs', 'field .metadata.labels.team: none, bread (admission MutatingAdmissionPolicy ask)'],
  },
  {
    name: 'a Pod on a cluster as installed',
    steps: [{ kind: 'create', manager: 'helm', text: pod }],
    asked: 0,
    is: [
      'differs',
      'field .spec.tolerations (admission DefaultTolerationSeconds)',
      'field .spec.volumes[name="kube-api-access- (admission ServiceAccount)',
      'field .spec.preemptionPolicy: none, PreemptLowerPriority (admission Priority)',
    ],
  },
  {
    name: 'a claim that gets the default class',
    steps: [{ kind: 'create', manager: 'helm', text: claim }],
    asked: 0,
    before: [
      [
        'POST',
        '/apis/storage.k8s.io/v1/storageclasses',
        json,
        {
          apiVersion: 'storage.k8s.io/v1',
          kind: 'StorageClass',
          metadata: { name: 'ask', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
          provisioner: 'example.com/bread',
        },
      ],
    ],
    is: [
      'differs',
      'field .spec.storageClassName: none, ask (admission DefaultStorageClass)',
      'field .metadata.finalizers (admission StorageObjectInUseProtection)',
    ],
  },
  {
    name: 'a policy that refuses',
    steps: [first],
    asked: 0,
    before: policy(
      'ValidatingAdmissionPolicy',
      { failurePolicy: 'Fail', validations: [{ expression: 'false', message: 'no bread today' }] },
      { validationActions: ['Deny'] },
    ),
    is: [
      'differs',
      'code: 201, 422 (admission ValidatingAdmissionPolicy, policy ask)',
      'message (admission ValidatingAdmissionPolicy, policy ask)',
      'reason: none, Invalid (admission ValidatingAdmissionPolicy, policy ask)',
    ],
  },
  {
    name: 'a LimitRange that fills in resources',
    steps: [{ kind: 'create', manager: 'helm', text: pod }],
    asked: 0,
    before: [
      [
        'POST',
        '/api/v1/namespaces/ask/limitranges',
        json,
        {
          apiVersion: 'v1',
          kind: 'LimitRange',
          metadata: { name: 'ask' },
          spec: { limits: [{ type: 'Container', default: { memory: '1Gi' } }] },
        },
      ],
    ],
    is: [
      'differs',
      'field .spec.containers[name="web"].resources.limits.memory: none, 1Gi (admission LimitRanger)',
      'field .spec.serviceAccountName: none, default (admission ServiceAccount)',
      'field .spec.priority: none, 0 (admission Priority)',
    ],
  },
  {
    name: 'a Pod that the namespace is too strict for',
    steps: [{ kind: 'create', manager: 'helm', text: `${pod}  hostNetwork: true\n` }],
    asked: 0,
    before: [
      [
        'PATCH',
        '/api/v1/namespaces/ask',
        'application/merge-patch+json',
        { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } },
      ],
    ],
    is: [
      'differs',
      'code: 201, 403 (admission PodSecurity, pod-security)',
      'message (admission PodSecurity, pod-security)',
    ],
  },
  {
    name: 'a Service on a server of another network',
    steps: [
      {
        kind: 'create',
        manager: 'helm',
        text: 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  namespace: ask\nspec:\n  ports:\n  - port: 80\n',
      },
    ],
    asked: 0,
    is: ['differs', 'field .spec.clusterIP (allocated)', 'field .spec.clusterIPs (allocated)'],
  },
];
