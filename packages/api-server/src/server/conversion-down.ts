import { type Converted, isMap, listAt, mapAt, stringAt, textAt, type ValueMap } from '@managed-fields/merge-engine';
import {
  type CustomResource,
  type CustomVersion,
  isCustom,
  type ResourceVersion,
  type TypeCatalog,
} from '../catalog/catalog.ts';
import type { Cluster, Definition } from './cluster.ts';
import { objectAt } from './storage.ts';

/**
 * The server while the webhooks that convert custom resources do not answer: whatever needs another version of an object
 * of a kind that a webhook converts ends with the server's words. Kinds without such a webhook stay as they are.
 * Upstream: apiextensions-apiserver pkg/apiserver/conversion/webhook_converter.go.
 */
export function withConversionDown(cluster: Cluster): Cluster {
  const definitions = [...cluster.definitions].map(
    ([name, definition]) => [name, without(definition, cluster)] as const,
  );
  return { ...cluster, definitions: new Map(definitions) };
}

/** The server after a request that `withConversionDown` answered, with webhooks that answer again. */
export function withConversionBack(after: Cluster, down: Cluster, before: Cluster): Cluster {
  const definitions = [...after.definitions].map(([name, definition]) => {
    const original = before.definitions.get(name);
    return [name, original !== undefined && definition === down.definitions.get(name) ? original : definition] as const;
  });
  return { ...after, definitions: new Map(definitions) };
}

function without(definition: Definition, cluster: Cluster): Definition {
  const { catalog } = definition;
  const conversion = mapAt(mapAt(definition.object, 'spec'), 'conversion');
  const given = stringAt(conversion, 'strategy') === 'Webhook' ? resourceIn(catalog) : undefined;
  if (given === undefined) return definition;
  const { address, problem } = unanswered(mapAt(mapAt(conversion, 'webhook'), 'clientConfig'), cluster);
  const resource = resourceWithout(given, `Post "${address}?timeout=30s": ${problem}`);
  const own = (found: ResourceVersion | undefined) =>
    found === undefined ? undefined : resource.versions.get(found.version);
  const down: TypeCatalog = {
    ...catalog,
    find: (group, version, plural) => own(catalog.find(group, version, plural)),
    findKind: (apiVersion, kind) => own(catalog.findKind(apiVersion, kind)),
  };
  return { ...definition, catalog: down };
}

/** The resource that a definition declares; undefined where it serves no version. */
function resourceIn(catalog: TypeCatalog): CustomResource | undefined {
  const [names] = catalog.names();
  const found = names && catalog.find(names.group, names.preferredVersion, names.plural);
  return found !== undefined && isCustom(found) ? found.resource : undefined;
}

function resourceWithout(given: CustomResource, problem: string): CustomResource {
  const failed = (object: ValueMap): Converted => ({
    kind: 'error',
    message: `conversion webhook for ${textAt(object, 'apiVersion')}, Kind=${given.kind} failed: ${problem}`,
  });
  const isAt = (object: ValueMap, version: string) => stringAt(object, 'apiVersion') === `${given.group}/${version}`;
  const versions = new Map<string, CustomVersion>();
  const resource: CustomResource = {
    ...given,
    versions,
    convert: (object, to) => (isAt(object, to) ? given.convert(object, to) : failed(object)),
  };
  for (const [name, version] of given.versions) {
    versions.set(name, {
      ...version,
      resource,
      fromStored: (stored) => (isAt(stored, name) ? version.fromStored(stored) : failed(stored)),
      toStored: (object) => (isAt(object, given.storageVersion) ? version.toStored(object) : failed(object)),
    });
  }
  return resource;
}

/** The address that a webhook is called at, and why nobody answers there. */
function unanswered(clientConfig: ValueMap | undefined, cluster: Cluster) {
  const service = mapAt(clientConfig, 'service');
  if (service === undefined) {
    const [host = '', ...path] = textAt(clientConfig, 'url').slice('https://'.length).split('/');
    const address = `https://${host}/${path.filter((part) => part !== '').join('/')}`;
    return { address, problem: unreached(/:\d+$/.test(host) ? host : `${host}:443`) };
  }
  const [name, namespace] = [textAt(service, 'name'), textAt(service, 'namespace')];
  const port = service.get('port') ?? 443n;
  const address = `https://${name}.${namespace}.svc:${String(port)}${stringAt(service, 'path') ?? '/'}`;
  const spec = mapAt(objectAt(cluster, 'v1', 'services', namespace, name), 'spec');
  return { address, problem: serviceProblem(spec, name, String(port)) };
}

/**
 * Why no webhook is reached through a Service, by its spec where it is there.
 * Upstream: apiserver pkg/util/proxy/proxy.go ResolveCluster.
 */
function serviceProblem(spec: ValueMap | undefined, name: string, port: string): string {
  if (spec === undefined) return `service "${name}" not found`;
  if (stringAt(spec, 'type') === 'ExternalName') return unreached(`${textAt(spec, 'externalName')}:${port}`);
  const clusterIP = textAt(spec, 'clusterIP');
  if (clusterIP === 'None') return 'cannot route to service with ClusterIP "None"';
  if (!listAt(spec, 'ports')?.some((each) => isMap(each) && String(each.get('port')) === port)) {
    return `no service port ${port} found for service "${name}"`;
  }
  return unreached(clusterIP.includes(':') ? `[${clusterIP}]:${port}` : `${clusterIP}:${port}`);
}

/** That a host has no address; or, where it is one, that nobody listens there. `place` ends with the port. */
function unreached(place: string): string {
  const host = place.replace(/:\d+$/, '');
  const isAddress = /^\d+(?:\.\d+){3}$/.test(host) || host.startsWith('[');
  return isAddress ? `dial tcp ${place}: connect: connection refused` : `dial tcp: lookup ${host}: no such host`;
}
