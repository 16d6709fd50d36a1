import { type Converted, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import {
  type CustomResource,
  type CustomVersion,
  isCustom,
  type ResourceVersion,
  type TypeCatalog,
} from '../catalog/catalog.ts';
import type { Cluster, Definition } from './cluster.ts';

/**
 * The server while the webhooks that convert custom resources do not answer: whatever needs another version of an object
 * of a kind that a webhook converts ends with the server's words. Kinds without such a webhook stay as they are.
 * Upstream: apiextensions-apiserver pkg/apiserver/conversion/webhook_converter.go.
 */
export function withConversionDown(cluster: Cluster): Cluster {
  const definitions = [...cluster.definitions].map(([name, definition]) => [name, without(definition)] as const);
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

function without(definition: Definition): Definition {
  const { catalog } = definition;
  const conversion = mapAt(mapAt(definition.object, 'spec'), 'conversion');
  const given = stringAt(conversion, 'strategy') === 'Webhook' ? resourceIn(catalog) : undefined;
  if (given === undefined) return definition;
  const resource = resourceWithout(given, problemOf(mapAt(mapAt(conversion, 'webhook'), 'clientConfig')));
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
    message: `conversion webhook for ${stringAt(object, 'apiVersion') ?? ''}, Kind=${given.kind} failed: ${problem}`,
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

/**
 * Why a webhook does not answer: its Service is not there; where it is named by its address, the name of the host is not
 * known.
 */
function problemOf(clientConfig: ValueMap | undefined): string {
  const service = mapAt(clientConfig, 'service');
  const url = stringAt(clientConfig, 'url');
  if (service === undefined) {
    const host = /^[a-z]+:\/\/([^/:?]+)/i.exec(url ?? '')?.[1] ?? '';
    return `Post "${url}?timeout=30s": dial tcp: lookup ${host}: no such host`;
  }
  const [name, namespace] = [stringAt(service, 'name') ?? '', stringAt(service, 'namespace') ?? ''];
  const port = service.get('port') ?? 443n;
  const address = `https://${name}.${namespace}.svc:${String(port)}${stringAt(service, 'path') ?? '/'}`;
  return `Post "${address}?timeout=30s": service "${name}" not found`;
}
