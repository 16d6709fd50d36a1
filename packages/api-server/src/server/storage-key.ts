import { type Endpoint, expectedNamespace } from './endpoint.ts';

/**
 * Resources whose prefix in etcd is not their name.
 * Upstream: k8s.io/kubernetes pkg/kubeapiserver/default_storage_factory_builder.go.
 */
const specialPrefixes: ReadonlyMap<string, string> = new Map([
  ['endpoints', 'services/endpoints'],
  ['ingresses.networking.k8s.io', 'ingress'],
  ['nodes', 'minions'],
  ['replicationcontrollers', 'controllers'],
  ['services', 'services/specs'],
]);

/**
 * Returns the key of an object in etcd, as a few messages print it. In a dry run it lacks the common prefix
 * `/registry`.
 */
export function storageKey(endpoint: Endpoint, dryRun: boolean): string {
  const { group, plural, origin } = endpoint.version.resource;
  const special = specialPrefixes.get(group === '' ? plural : `${plural}.${group}`);
  const prefix = origin === 'custom' ? `${group}/${plural}` : (special ?? plural);
  const path = [prefix, expectedNamespace(endpoint), endpoint.route.name].filter((part) => part !== '').join('/');
  return dryRun ? `/${path}` : `/registry/${path}`;
}
