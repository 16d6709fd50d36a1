import { attempt, emptyCluster, serve } from '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapOf, type Value } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { provideAdmissionPolicies } from './admission-policies.ts';
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
