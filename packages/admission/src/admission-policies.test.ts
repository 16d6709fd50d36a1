import {
  type ApiRequest,
  attempt,
  emptyCluster,
  hasAdmission,
  provideAdmission,
  serve,
  setLive,
} from '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapFromPlain, mapOf, type Value } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { provideAdmissionPolicies } from './admission-policies.ts';
import { admissionChain } from './chain.ts';
import './whole.ts';
import * as policies from './policies.ts';

const group = '/apis/admissionregistration.k8s.io/v1';
const catalog = await loadKubernetesTypes();

function post(path: string, value: Value) {
  const body = { kind: 'value', value, duplicates: [] } as const;
  return { method: 'POST', path, query: new Map<string, string>(), contentType: 'application/json', body } as const;
}

function guarded() {
  const now = '2026-01-01T00:00:00Z';
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
  const policy = mapOf({
    metadata: mapOf({ name: 'guard' }),
    spec: mapOf({
      matchConstraints: mapOf({ resourceRules: [new Map<string, Value>(Object.entries(rule))] }),
      validations: [mapOf({ expression: 'false', message: 'never' })],
    }),
  });
  const binding = mapOf({
    metadata: mapOf({ name: 'guard' }),
    spec: mapOf({ policyName: 'guard', validationActions: ['Deny'] }),
  });
  const admission = { plugins: 'installed', controllers: false } as const;
  let { cluster } = serve(
    emptyCluster(catalog, { admission }),
    post(`${group}/validatingadmissionpolicies`, policy),
    now,
  );
  ({ cluster } = serve(cluster, post(`${group}/validatingadmissionpolicybindings`, binding), now));
  const path = '/api/v1/namespaces/default/configmaps';
  return () => serve(cluster, post(path, mapOf({ metadata: mapOf({ name: 'a' }) })), now).response.code;
}

it('asks for the code of policies only where a policy is in force', () => {
  provideAdmissionPolicies(undefined);
  const create = guarded();
  expect(attempt(create)).toEqual({ kind: 'not-loaded', modules: ['admission-policies'] });
  provideAdmissionPolicies(policies);
  expect(attempt(create)).toEqual({ kind: 'done', value: 422 });
});

it('asks for the code of policies only for webhooks with conditions', () => {
  provideAdmissionPolicies(undefined);
  const asks = [{}, { matchConditions: [{ name: 'a', expression: 'true' }] }].map((conditions) => {
    const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }];
    const webhook = {
      ...{
        name: 'a.example.com',
        rules,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        failurePolicy: 'Ignore',
      },
      ...{ clientConfig: { url: 'https://a' }, ...conditions },
    };
    const { cluster } = serve(
      emptyCluster(catalog, { admission: { plugins: 'installed', controllers: false } }),
      post(`${group}/validatingwebhookconfigurations`, mapFromPlain({ metadata: { name: 'a' }, webhooks: [webhook] })),
      '2026-01-01T00:00:00Z',
    );
    const create = post('/api/v1/namespaces/default/configmaps', mapFromPlain({ metadata: { name: 'a' } }));
    return attempt(() => serve(cluster, create, '2026-01-01T00:00:00Z').response.code).kind;
  });
  provideAdmissionPolicies(policies);
  expect(asks).toEqual(['done', 'not-loaded']);
});

describe('asks for the code of plugins only where one may change or refuse the object', () => {
  const now = '2026-01-01T00:00:00Z';
  const configMap = ['/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } }] as const;
  const kinds: Readonly<Record<string, readonly [apiVersion: string, path: string, rest?: object]>> = {
    Pod: ['v1', '/api/v1/namespaces/default/pods', { spec: { containers: [{ name: 'app', image: 'app:1' }] } }],
    PersistentVolumeClaim: ['v1', '/api/v1/namespaces/default/persistentvolumeclaims'],
    ConfigMap: ['v1', configMap[0]],
    Namespace: ['v1', '/api/v1/namespaces'],
    Node: ['v1', '/api/v1/nodes'],
    PersistentVolume: ['v1', '/api/v1/persistentvolumes'],
    Ingress: ['networking.k8s.io/v1', '/apis/networking.k8s.io/v1/namespaces/default/ingresses'],
    VolumeAttributesClass: ['storage.k8s.io/v1', '/apis/storage.k8s.io/v1/volumeattributesclasses'],
    PriorityClass: ['scheduling.k8s.io/v1', '/apis/scheduling.k8s.io/v1/priorityclasses'],
    CertificateSigningRequest: ['certificates.k8s.io/v1', '/apis/certificates.k8s.io/v1/certificatesigningrequests'],
    LimitRange: ['v1', '/api/v1/namespaces/default/limitranges'],
    ResourceQuota: ['v1', '/api/v1/namespaces/default/resourcequotas'],
    MutatingAdmissionPolicy: ['admissionregistration.k8s.io/v1', `${group}/mutatingadmissionpolicies`],
    ValidatingAdmissionPolicy: ['admissionregistration.k8s.io/v1', `${group}/validatingadmissionpolicies`],
    MutatingWebhookConfiguration: ['admissionregistration.k8s.io/v1', `${group}/mutatingwebhookconfigurations`],
    ValidatingWebhookConfiguration: ['admissionregistration.k8s.io/v1', `${group}/validatingwebhookconfigurations`],
  };
  const objectOf = (kind: string, spec?: object) => {
    const [apiVersion, , rest = {}] = kinds[kind] ?? [''];
    return mapFromPlain({ apiVersion, kind, metadata: { name: 'a' }, ...rest, ...(spec && { spec }) });
  };
  const pathOf = (kind: string) => kinds[kind]?.[1] ?? '';

  /** The servers, `plain installed`, on which a request needs the plugins; an object of `live` stands there before. */
  function needing(request: ApiRequest, live?: string): string {
    provideAdmission(undefined);
    const asks = (['plain', 'installed'] as const).filter((plugins) => {
      const empty = emptyCluster(catalog, { admission: { plugins, controllers: true } });
      const set = live === undefined ? undefined : setLive(empty, objectOf(live));
      if (set?.kind === 'refused') throw new Error(set.message);
      return attempt(() => serve(set?.cluster ?? empty, request, now)).kind === 'not-loaded';
    });
    provideAdmission(admissionChain);
    return asks.join(' ');
  }

  it.each([
    ['Pod', 'installed'],
    ['PersistentVolumeClaim', 'installed'],
    ['ConfigMap', ''],
    ['Namespace', 'plain installed'],
    ['Node', 'plain installed'],
    ['PersistentVolume', 'installed'],
    ['Ingress', 'plain installed'],
    ['VolumeAttributesClass', 'installed'],
    ['PriorityClass', 'installed'],
    ['CertificateSigningRequest', 'plain installed'],
    ['LimitRange', ''],
  ])('a new %s: %s', (kind, servers) => {
    expect(needing(post(pathOf(kind), objectOf(kind)))).toBe(servers);
  });

  it('knows whether it has them', () => {
    provideAdmission(undefined);
    const before = hasAdmission();
    provideAdmission(admissionChain);
    expect([before, hasAdmission()]).toEqual([false, true]);
  });

  it('a new Pod on a node: plain installed', () => {
    const pod = objectOf('Pod', { nodeName: 'n', containers: [{ name: 'app', image: 'app:1' }] });
    expect(needing(post(pathOf('Pod'), pod))).toBe('plain installed');
  });

  it.each([
    ['Pod', 'installed'],
    ['PersistentVolumeClaim', 'plain installed'],
    ['ConfigMap', ''],
    ['Node', ''],
    ['PersistentVolume', ''],
    ['Ingress', ''],
    ['PriorityClass', 'installed'],
    ['CertificateSigningRequest', 'plain installed'],
  ])('a changed %s: %s', (kind, servers) => {
    const change = post(`${pathOf(kind)}/a`, mapFromPlain({ metadata: { labels: { a: 'b' } } }));
    expect(needing({ ...change, method: 'PATCH', contentType: 'application/merge-patch+json' }, kind)).toBe(servers);
  });

  it.each([
    ['Namespace', 'plain installed'],
    ['LimitRange', 'plain installed'],
    ['ResourceQuota', 'plain installed'],
    ['MutatingAdmissionPolicy', 'plain installed'],
    ['ValidatingAdmissionPolicy', 'plain installed'],
    ['MutatingWebhookConfiguration', 'plain installed'],
    ['ValidatingWebhookConfiguration', 'plain installed'],
    ['Node', ''],
  ])('a new ConfigMap where there is a %s: %s', (kind, servers) => {
    expect(needing(post(configMap[0], mapFromPlain(configMap[1])), kind)).toBe(servers);
  });
});
