import '@managed-fields/api-server/whole';
import { emptyCluster } from '@managed-fields/api-server';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { ServerInTests } from '../plugins/requests-in-tests.ts';
import { failsClosed, hooksOf } from './hooks.ts';
import { shownNamespace } from './namespace.ts';

const group = '/apis/admissionregistration.k8s.io/v1';
const match = {
  resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
};
const validating = { matchConstraints: match, validations: [{ expression: 'true' }] };

it('policies with bindings are asked by name, and their bindings by name', async () => {
  const server = new ServerInTests(emptyCluster(await loadKubernetesTypes()), 'plain');
  for (const name of ['b', 'c', 'a'])
    server.put(`${group}/validatingadmissionpolicies`, { metadata: { name }, spec: validating });
  for (const [name, policyName] of [['z', 'b'], ['y', 'b'], ['x', 'a'], ['w', 'other']]) // biome-ignore format: a line
    server.put(`${group}/validatingadmissionpolicybindings`, {
      metadata: { name },
      spec: { policyName, validationActions: ['Deny'] },
    });
  const { cluster } = server;
  expect(hooksOf(cluster, 'validating').map(({ name, bindings }) => [name, bindings.map((each) => each.name)])).toEqual(
    [
      ['a', ['x']],
      ['b', ['y', 'z']],
    ],
  );
  expect(hooksOf(cluster, 'mutating')).toEqual([]);
  expect(hooksOf(cluster, 'validating')).toBe(hooksOf(cluster, 'validating'));
});

it('an error refuses a request where nothing says that it is ignored', () => {
  const of = (spec: object) => failsClosed(mapFromPlain(spec));
  expect([of({}), of({ failurePolicy: 'Fail' }), of({ failurePolicy: 'Ignore' })]).toEqual([true, true, false]);
});

it('expressions see all of the metadata of a namespace but its owners', () => {
  const metadata = {
    ...{ name: 'a', generateName: 'b', namespace: 'c', uid: 'd', resourceVersion: '1', generation: 2 },
    ...{ creationTimestamp: 'e', deletionTimestamp: 'f', deletionGracePeriodSeconds: 3 },
    ...{ labels: { l: 'l' }, annotations: { k: 'v' }, finalizers: ['g'] },
  };
  const rest = { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } };
  const owned = { ...metadata, managedFields: [], ownerReferences: [], selfLink: 'h' };
  expect(shownNamespace(mapFromPlain({ metadata: owned, ...rest }))).toEqual(mapFromPlain({ metadata, ...rest }));
  expect(shownNamespace(mapFromPlain({ metadata: {} }))).toEqual(mapFromPlain({ metadata: {}, spec: {}, status: {} }));
});
