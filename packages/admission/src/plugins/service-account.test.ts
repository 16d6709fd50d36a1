import {
  type AdmissionAttributes,
  type AdmissionSettings,
  type Cluster,
  catalogOf,
  emptyCluster,
  readRoute,
  setLive,
} from '@managed-fields/api-server';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import {
  isList,
  isMap,
  listAt,
  mapAt,
  mapFromPlain,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { describe, expect, test } from 'vitest';
import cases from './service-account.cases.json' with { type: 'json' };
import { serviceAccount } from './service-account.ts';

/*
 * What upstream's plugin answers to the inputs of its own tests.
 */

const catalog = await loadKubernetesTypes();
const pass = { again: false, memory: new Map(), runAgain: () => {} };

interface AccountCase {
  readonly method: string;
  readonly operation: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  /** Whether all accounts enforce their secrets, and whether tokens are mounted at all. */
  readonly limit: boolean;
  readonly mount: boolean;
  readonly object?: object;
  readonly accounts: readonly object[];
  readonly out?: object;
  readonly error?: string;
}

function clusterWith(accounts: readonly ValueMap[], admission?: AdmissionSettings): Cluster {
  return accounts.reduce<Cluster>(
    (cluster, account) => {
      const typed = new Map<string, Value>([['apiVersion', 'v1'], ['kind', 'ServiceAccount'], ...account]);
      const set = setLive(cluster, typed);
      if (set.kind === 'refused') throw new Error(set.message);
      return set.cluster;
    },
    emptyCluster(catalog, { admission }),
  );
}

function attributesOf(cluster: Cluster, request: Partial<AccountCase>, object: ValueMap | undefined) {
  const { namespace = 'ns', resource = 'pods', operation = 'CREATE', subresource = '' } = request;
  const plural = resource === 'pods' ? 'pods' : 'configmaps';
  const route = readRoute(`/api/v1/namespaces/${namespace}/${plural}/name${subresource && `/${subresource}`}`);
  const version = catalogOf(cluster).find('', 'v1', plural);
  if (route === undefined || version === undefined) throw new Error('no such resource');
  const names = { resourceName: { group: '', name: plural }, kindName: { group: '', name: version.resource.kind } };
  const endpoint = { route, version, subresource: undefined, view: version, strategy: version.strategy, ...names };
  const attributes: AdmissionAttributes = {
    operation: operation as AdmissionAttributes['operation'],
    cluster,
    endpoint,
    request: { method: 'POST', path: '', query: new Map() },
    name: object === undefined ? '' : (stringAt(mapAt(object, 'metadata'), 'name') ?? ''),
    namespace,
    object,
    old: undefined,
    dryRun: false,
    now: '2026-01-01T00:00:00Z',
    warn: () => {},
    call: () => {},
  };
  return attributes;
}

const enforcing = 'kubernetes.io/enforce-mountable-secrets';

function accountsOf({ accounts, limit, mount }: AccountCase): readonly ValueMap[] {
  return accounts.map((plain) => {
    const account = mapFromPlain(plain);
    const metadata = mapAt(account, 'metadata') ?? new Map();
    const annotations = new Map(mapAt(metadata, 'annotations')).set(enforcing, 'true');
    const limited = limit
      ? new Map(account).set('metadata', new Map(metadata).set('annotations', annotations))
      : account;
    return mount ? limited : new Map(limited).set('automountServiceAccountToken', false);
  });
}

/** Without what is empty, which a Go struct leaves out, and with one suffix for all generated names. */
function comparable(value: Value): unknown {
  if (typeof value === 'string') return value.replace(/^kube-api-access-(?!mine)\w+$/, 'kube-api-access-x');
  if (typeof value === 'bigint') return Number(value);
  if (isList(value)) return value.map(comparable);
  if (!isMap(value)) return value;
  const entries = [...value].map(([key, each]) => [key, comparable(each)] as const);
  const isEmpty = (each: unknown) => typeof each === 'object' && each !== null && Object.keys(each).length === 0;
  return Object.fromEntries(entries.filter(([, each]) => !isEmpty(each)));
}

function messageOf(answer: unknown): string | undefined {
  const body = typeof answer === 'object' && answer !== null && 'body' in answer ? answer.body : undefined;
  return isMap(body as Value) ? stringAt(body as ValueMap, 'message') : undefined;
}

describe('what upstream makes of requests', () => {
  const all = cases as readonly AccountCase[];
  test.each(all.map((each, index) => ({ ...each, index })))(
    '$index $method $operation $resource $subresource',
    (each) => {
      const pod = each.object === undefined ? undefined : mapFromPlain(each.object);
      const attributes = attributesOf(clusterWith(accountsOf(each)), each, pod);
      const answer =
        each.method === 'admit' ? serviceAccount.admit?.(attributes, pass) : serviceAccount.validate?.(attributes);
      const why = (message: string | undefined) => message?.replace(/^pods "[^"]*" is forbidden: /, '');
      expect(why(messageOf(answer))).toBe(why(each.error));
      if (each.out === undefined || pod === undefined) return;
      const object = answer?.kind === 'admitted' ? answer.object : pod;
      expect(comparable(object)).toEqual(comparable(mapFromPlain(each.out)));
    },
  );
});

const podOf = (spec: object, metadata: object = {}) => mapFromPlain({ metadata: { name: 'pod', ...metadata }, spec });
const mirror = { annotations: { 'kubernetes.io/config.mirror': '' } };
const validated = (pod: ValueMap, cluster = clusterWith([]), request: Partial<AccountCase> = {}) =>
  messageOf(serviceAccount.validate?.(attributesOf(cluster, request, pod)));

const secretVolumes: readonly (readonly [kind: string, source: (name: string) => object])[] = [
  ['azureFile', (secretName) => ({ secretName })],
  ...['cephfs', 'cinder', 'flexVolume', 'rbd', 'scaleIO', 'iscsi', 'storageos'].map((kind) => {
    return [kind, (name: string) => ({ secretRef: { name } })] as const;
  }),
  ['secret', (secretName) => ({ secretName })],
  ['projected', (name) => ({ sources: [{ configMap: { name } }, { secret: { name } }] })],
  ['csi', (name) => ({ nodePublishSecretRef: { name } })],
];

test.each(secretVolumes)('a mirror Pod may not mount a secret by %s', (kind, source) => {
  const mounting = (name: string) => podOf({ volumes: [{ name: 'v', [kind]: source(name) }] }, mirror);
  expect(validated(mounting('s'))).toBe('pods "pod" is forbidden: a mirror pod may not reference secrets');
  expect(validated(mounting(''))).toBe(undefined);
});

test.each(['initContainers', 'containers', 'ephemeralContainers'])(
  'a mirror Pod may not use a secret in %s',
  (list) => {
    const from = (name: string) => ({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name } } }] });
    expect(validated(podOf({ [list]: [from('s')] }, mirror))).toMatch('may not reference secrets');
    expect(validated(podOf({ [list]: [{ envFrom: [{ secretRef: { name: 's' } }] }] }, mirror))).toMatch('secrets');
    expect(validated(podOf({ [list]: [from('')] }, mirror))).toBe(undefined);
  },
);

test('a mirror Pod may pull by no secret, and a volume counts as what it is first', () => {
  expect(validated(podOf({ imagePullSecrets: [{ name: 's' }] }, mirror))).toMatch('may not reference secrets');
  expect(validated(podOf({ imagePullSecrets: [{}], volumes: [{ name: 'v', emptyDir: {} }] }, mirror))).toBe(undefined);
  const twofold = { name: 'v', azureFile: { secretName: '' }, secret: { secretName: 's' } };
  expect(validated(podOf({ volumes: [twofold] }, mirror))).toBe(undefined);
});

test('a Pod without an account does not pass', () => {
  expect(validated(podOf({}))).toBe('pods "pod" is forbidden: no service account specified for pod ns/pod');
  const why = 'pods "pod" is forbidden: error looking up service account ns/ghost: serviceaccount "ghost" not found';
  expect(validated(podOf({ serviceAccountName: 'ghost' }))).toBe(why);
  expect(validated(podOf({ serviceAccountName: 'ghost' }), undefined, { operation: 'UPDATE' })).toBe(undefined);
  expect(validated(podOf({ serviceAccountName: 'ghost' }), undefined, { subresource: 'status' })).toBe(undefined);
});

test.each([
  ['1', true],
  ['t', true],
  ['T', true],
  ['true', true],
  ['TRUE', true],
  ['True', true],
  ['false', false],
  ['yes', false],
  ['', false],
])('the annotation %o enforces secrets: %s', (value, enforces) => {
  const account = mapFromPlain({ metadata: { name: 'default', namespace: 'ns', annotations: { [enforcing]: value } } });
  const pod = podOf({ serviceAccountName: 'default', imagePullSecrets: [{ name: 's' }] });
  expect(validated(pod, clusterWith([account])) !== undefined).toBe(enforces);
});

test('variables that come of no secret are let through', () => {
  const account = mapFromPlain({
    metadata: { name: 'default', namespace: 'ns', annotations: { [enforcing]: 'true' } },
  });
  const env = [
    { name: 'A', value: 'x' },
    { name: 'B', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } },
  ];
  const containers = [{ name: 'a', env, envFrom: [{ configMapRef: { name: 'c' } }] }];
  expect(validated(podOf({ serviceAccountName: 'default', containers }), clusterWith([account]))).toBe(undefined);
});

test('a complaint about ephemeral containers is an error without a reason', () => {
  const metadata = { name: 'default', namespace: 'ns', annotations: { [enforcing]: 'true' } };
  const cluster = clusterWith([mapFromPlain({ metadata, secrets: [{ name: 'known' }] })]);
  const using = (name: string) => {
    const ephemeral = { name: 'e', envFrom: [{ secretRef: { name } }] };
    return podOf({
      serviceAccountName: 'default',
      ephemeralContainers: [ephemeral],
      imagePullSecrets: [{ name: 's' }],
    });
  };
  const request = { operation: 'UPDATE', subresource: 'ephemeralcontainers' };
  const answer = serviceAccount.validate?.(attributesOf(cluster, request, using('other')));
  expect(answer).toMatchObject({ kind: 'refused', code: 500 });
  expect(messageOf(answer)).toBe(
    'ephemeral container e with envFrom referencing secret.secretName="other" is not allowed because service account default does not reference that secret',
  );
  expect(validated(using('known'), cluster, request)).toBe(undefined);
});

test('where controllers run, each namespace has its default account and no other', () => {
  const around = (controllers: boolean) => clusterWith([], { plugins: 'installed', controllers });
  const admitted = (spec: object, controllers: boolean) =>
    serviceAccount.admit?.(attributesOf(around(controllers), {}, podOf({ containers: [{}], ...spec })), pass);
  expect(admitted({}, true)).toMatchObject({ kind: 'admitted' });
  expect(admitted({}, false)).toMatchObject({ kind: 'refused', code: 403 });
  expect(admitted({ serviceAccountName: 'ghost' }, true)).toMatchObject({ kind: 'refused', code: 403 });
});

test('a second run finds the volume of the first', () => {
  const cluster = clusterWith([], { plugins: 'installed', controllers: true });
  const attributes = attributesOf(cluster, {}, podOf({ volumes: [{ name: 'own' }], containers: [{ name: 'a' }] }));
  const first = serviceAccount.admit?.(attributes, pass);
  if (first?.kind !== 'admitted') throw new Error('refused');
  const volumes = listAt(mapAt(first.object, 'spec'), 'volumes') ?? [];
  expect(volumes.filter(isMap).map((volume) => stringAt(volume, 'name'))).toEqual([
    'own',
    expect.stringMatching(/^kube-api-access-[a-z0-9]{5}$/),
  ]);
  const second = serviceAccount.admit?.({ ...attributes, object: first.object }, { ...pass, again: true });
  expect(second).toEqual(first);
});

test('the plugin is none of a plain server', () => {
  expect([serviceAccount.name, serviceAccount.plain]).toEqual(['ServiceAccount', false]);
});

test.each([
  [undefined, undefined, true],
  [undefined, true, true],
  [undefined, false, false],
  [true, false, true],
  [false, true, false],
  [false, undefined, false],
])('a token is mounted where the Pod says %o and its account %o: %s', (wanted, account, isMounted) => {
  const says = (value: boolean | undefined) => (value === undefined ? {} : { automountServiceAccountToken: value });
  const cluster = clusterWith([mapFromPlain({ metadata: { name: 'default', namespace: 'ns' }, ...says(account) })]);
  const pod = podOf({ containers: [{ name: 'a' }], ...says(wanted) });
  const admitted = serviceAccount.admit?.(attributesOf(cluster, {}, pod), pass);
  const spec = mapAt(admitted?.kind === 'admitted' ? admitted.object : undefined, 'spec');
  expect(spec?.has('volumes')).toBe(isMounted);
  expect(spec?.get('initContainers')).toBe(undefined);
  expect(spec?.has('imagePullSecrets')).toBe(false);
});

test('a volume of that name is mounted where the Pod has one, and only where nothing else is', () => {
  const cluster = clusterWith([mapFromPlain({ metadata: { name: 'default', namespace: 'ns' } })]);
  const own = { name: 'own', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' };
  const pod = podOf({
    volumes: [{}, { name: 'x-kube-api-access-' }, { name: 'kube-api-access-mine' }],
    containers: [
      { name: 'a', volumeMounts: [{ name: 'other', mountPath: '/x' }] },
      { name: 'b', volumeMounts: [own] },
    ],
  });
  const admitted = serviceAccount.admit?.(attributesOf(cluster, {}, pod), pass);
  const spec = mapAt(admitted?.kind === 'admitted' ? admitted.object : undefined, 'spec') ?? new Map();
  expect(spec.get('volumes')).toEqual(mapAt(pod, 'spec')?.get('volumes'));
  const mounts = (listAt(spec, 'containers') ?? []).filter(isMap).map((each) => comparable(each));
  expect(mounts).toEqual([
    {
      name: 'a',
      volumeMounts: [
        { name: 'other', mountPath: '/x' },
        { name: 'kube-api-access-mine', readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' },
      ],
    },
    { name: 'b', volumeMounts: [own] },
  ]);
});

test('an account that is there counts, also where each namespace is taken to have it', () => {
  const account = mapFromPlain({
    metadata: { name: 'default', namespace: 'ns' },
    imagePullSecrets: [{ name: 'pull' }],
  });
  const cluster = clusterWith([account], { plugins: 'installed', controllers: true });
  const admitted = serviceAccount.admit?.(attributesOf(cluster, {}, podOf({ containers: [] })), pass);
  const spec = mapAt(admitted?.kind === 'admitted' ? admitted.object : undefined, 'spec');
  expect(spec?.get('imagePullSecrets')).toEqual([new Map([['name', 'pull']])]);
});
