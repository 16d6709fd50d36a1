import { attempt, emptyCluster, provideAdmission, serve } from '@managed-fields/api-server/whole';
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
  const pods = '/api/v1/namespaces/default/pods';
  const pod = (spec: Record<string, Value>) =>
    mapOf({
      metadata: mapOf({ name: 'web' }),
      spec: mapOf({ containers: [mapOf({ name: 'app', image: 'app:1' })], ...spec }),
    });
  const claim = mapOf({
    metadata: mapOf({ name: 'data' }),
    spec: mapOf({
      accessModes: ['ReadWriteOnce'],
      resources: mapOf({ requests: mapOf({ storage: '1Gi' }) }),
    }),
  });
  it.each([
    ['a Pod', pods, pod({}), ['installed']],
    ['a Pod on a node', pods, pod({ nodeName: 'n' }), ['plain', 'installed']],
    ['a claim', '/api/v1/namespaces/default/persistentvolumeclaims', claim, ['installed']],
    ['a ConfigMap', '/api/v1/namespaces/default/configmaps', mapOf({ metadata: mapOf({ name: 'a' }) }), []],
    ['a Namespace', '/api/v1/namespaces', mapOf({ metadata: mapOf({ name: 'a' }) }), ['plain', 'installed']],
  ] as const)('%s', (_name, path, object, servers) => {
    provideAdmission(undefined);
    const asks = (['plain', 'installed'] as const).filter((plugins) => {
      const cluster = emptyCluster(catalog, { admission: { plugins, controllers: true } });
      return attempt(() => serve(cluster, post(path, object), '2026-01-01T00:00:00Z')).kind === 'not-loaded';
    });
    provideAdmission(admissionChain);
    expect(asks).toEqual(servers);
  });
});
