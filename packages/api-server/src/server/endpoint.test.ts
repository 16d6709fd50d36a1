import { expect, it } from 'vitest';
import type { ResourceVersion, TypeCatalog } from '../catalog/catalog.ts';
import { findEndpoint } from './endpoint.ts';
import { storageKey } from './storage.ts';

/** A server with one resource. */
function catalogWith(group: string, plural: string, namespaced: boolean, origin: 'builtin' | 'custom'): TypeCatalog {
  const resource = { group, plural, namespaced, origin, kind: 'Kind' };
  const version = { resource, subresources: new Map() } as unknown as ResourceVersion;
  return { find: () => version, findKind: () => version, isBuiltinGroup: () => true, names: () => [] };
}

/** Whether a server has a path: namespaces stand below themselves, other kinds only where they belong. */
const places: readonly (readonly [
  group: string,
  plural: string,
  namespaced: boolean,
  namespace: string,
  name: string,
  there: boolean,
])[] = [
  ['', 'nodes', false, '', 'n', true],
  ['', 'nodes', false, 'ns', 'n', false],
  ['', 'namespaces', false, 'ns', 'ns', true],
  ['example.com', 'namespaces', false, 'ns', 'n', false],
  ['', 'pods', true, 'ns', 'p', true],
  ['', 'pods', true, '', 'p', false],
  ['', 'pods', true, '', '', true],
];

it.each(places)(
  'group %j, %s (%s) in namespace %j named %j: %s',
  (group, plural, namespaced, namespace, name, there) => {
    const route = { group, version: 'v1', plural, namespace, name, subresource: '' };
    expect(findEndpoint(catalogWith(group, plural, namespaced, 'builtin'), route) !== undefined).toBe(there);
  },
);

/** Keys in etcd. Upstream: k8s.io/kubernetes pkg/kubeapiserver/default_storage_factory_builder.go SpecialDefaultResourcePrefixes. */
const keys: readonly (readonly [group: string, plural: string, origin: 'builtin' | 'custom', key: string])[] = [
  ['', 'services', 'builtin', '/registry/services/specs/ns/x'],
  ['', 'endpoints', 'builtin', '/registry/services/endpoints/ns/x'],
  ['', 'configmaps', 'builtin', '/registry/configmaps/ns/x'],
  ['', 'replicationcontrollers', 'builtin', '/registry/controllers/ns/x'],
  ['networking.k8s.io', 'ingresses', 'builtin', '/registry/ingress/ns/x'],
  ['apps', 'services', 'builtin', '/registry/services/ns/x'],
  ['example.com', 'foos', 'custom', '/registry/example.com/foos/ns/x'],
];

it.each(keys)('group %j, %s is kept at its key', (group, plural, origin, key) => {
  const route = { group, version: 'v1', plural, namespace: 'ns', name: 'x', subresource: '' };
  const endpoint = findEndpoint(catalogWith(group, plural, true, origin), route);
  if (endpoint === undefined) throw new Error('no endpoint');
  expect(storageKey(endpoint, false)).toBe(key);
  expect(storageKey(endpoint, true)).toBe(key.replace('/registry', ''));
});
