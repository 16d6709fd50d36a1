import '@managed-fields/api-server/whole';
import type { AdmissionAttributes } from '@managed-fields/api-server';
import { mapFromPlain, metadataText } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { serverInTests } from '../plugins/requests-in-tests.ts';
import { collectParams, paramKindOf } from './params.ts';

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' };
const storageClass = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' };

/** Some ConfigMaps in two namespaces and two classes, and what a binding of a policy finds of them. */
const server = await serverInTests();
for (const [namespace, name, l] of [
  ['default', 'b', '1'],
  ['default', 'c', '2'],
  ['default', 'a', '1'],
  ['other', 'b', '1'],
]) {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  expect(server.put(path, { metadata: { name, labels: { l } } }).code).toBe(201);
}
for (const name of ['y', 'x']) {
  server.put('/apis/storage.k8s.io/v1/storageclasses', { metadata: { name }, provisioner: 'p' });
}

function found(paramKind: object | undefined, paramRef: object | undefined, namespace = 'default') {
  const attributes = { cluster: server.cluster, namespace } as unknown as AdmissionAttributes;
  const spec = (of: object) => ({ name: 'p', spec: mapFromPlain(of), policy: new Map(), bindings: [] });
  const kind = paramKindOf(attributes, spec(paramKind === undefined ? {} : { paramKind }));
  const collected = collectParams(attributes, kind, spec(paramRef === undefined ? {} : { paramRef }));
  if (collected.kind === 'error') return collected.message;
  return collected.params.map((each) => each && `${metadataText(each, 'namespace')}/${metadataText(each, 'name')}`);
}

/** Upstream: apiserver pkg/admission/plugin/policy/generic/policy_dispatcher.go CollectParams. */
it.each<[what: string, kind: object | undefined, ref: object | undefined, namespace: string, expected: unknown]>([
  ['no kind', undefined, undefined, 'default', [undefined]],
  ['no kind, though the binding names some', undefined, { name: 'a' }, 'default', [undefined]],
  ['a kind, though the binding names none', configMap, undefined, 'default', [undefined]],
  ['one by its name', configMap, { name: 'b' }, 'default', ['default/b']],
  ['one of another namespace', configMap, { name: 'b', namespace: 'other' }, 'default', ['other/b']],
  ['those that a selector finds, by name', configMap, { selector: { matchLabels: { l: '1' } } }, 'default', ['default/a', 'default/b']], // biome-ignore format: a line each
  ['all that an empty selector finds', configMap, { selector: {} }, 'other', ['other/b']],
  ['none that is allowed to miss', configMap, { name: 'z', parameterNotFoundAction: 'Allow' }, 'default', []],
  ['one that is there and must be', configMap, { name: 'a', parameterNotFoundAction: 'Deny' }, 'default', ['default/a']], // biome-ignore format: a line each
  ['none where one must be', configMap, { name: 'z', parameterNotFoundAction: 'Deny' }, 'default', 'no params found for policy binding with `Deny` parameterNotFoundAction'], // biome-ignore format: a line each
  ['no namespace', configMap, { name: 'a' }, '', 'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources'], // biome-ignore format: a line each
  ['a namespace that the request has not', configMap, { name: 'a', namespace: 'default' }, '', ['default/a']],
  ['classes, by name', storageClass, { selector: {} }, 'default', ['/x', '/y']],
  ['a class for an object of the cluster', storageClass, { name: 'x' }, '', ['/x']],
  ['a class in a namespace', storageClass, { name: 'x', namespace: 'default' }, 'default', 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`'], // biome-ignore format: a line each
  ['a kind that is not there', { apiVersion: 'v1', kind: 'Foo' }, { name: 'x' }, 'default', "failed to find resource referenced by paramKind: '/v1, Kind=Foo'"], // biome-ignore format: a line each
  ['a kind of a group that is not there', { apiVersion: 'a.b/v1', kind: 'Foo' }, { name: 'x' }, 'default', "failed to find resource referenced by paramKind: 'a.b/v1, Kind=Foo'"], // biome-ignore format: a line each
])('parameters: %s', (_, kind, ref, namespace, expected) => {
  expect(found(kind, ref, namespace)).toEqual(expected);
});
