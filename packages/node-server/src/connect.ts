import type { ApiRequest, Cluster, Route } from '@managed-fields/api-server';
import { isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type Answered, failure, untyped } from './status.ts';

/** By which methods something that runs is reached. */
const reached: Readonly<Record<string, readonly string[]>> = {
  'pods/exec': ['GET', 'POST'],
  'pods/attach': ['GET', 'POST'],
  'pods/portforward': ['GET', 'POST'],
  'pods/log': ['GET'],
  ...Object.fromEntries(
    ['pods', 'services', 'nodes'].map((each) => [`${each}/proxy`, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']]),
  ),
};

/** There are no kubelets and no containers here; a server would ask one now. */
const unreachable = failure(503, 'ServiceUnavailable', 'no node and no container runs here that could be asked');

/**
 * Answers who wants to reach something that runs, such as a container: with what a server refuses before it asks anybody, and
 * that nobody can be asked where it would. Undefined where the request reaches for nothing.
 * Upstream: k8s.io/kubernetes pkg/registry/core/pod/strategy.go LogLocation, streamLocation, ResourceLocation;
 * pkg/registry/core/service/storage, pkg/registry/core/node/strategy.go.
 */
export function connected({ method, query }: ApiRequest, route: Route, cluster: Cluster): Answered | undefined {
  const { group, plural, name, namespace, subresource } = route;
  if (group !== '' || !reached[`${plural}/${subresource}`]?.includes(method)) return undefined;
  if (route.goesOn && subresource !== 'proxy') return undefined;
  const [asked = ''] = plural === 'services' ? name.replace(/^https?:/, '').split(':') : [name];
  const object = cluster.objects.get(`/${plural}/${namespace}/${asked}`)?.object;
  const missing = (what: string) =>
    failure(404, 'NotFound', `${plural} "${what}" not found`, { name: what, kind: plural });
  if (object === undefined) return missing(asked);
  if (plural === 'services')
    return cluster.objects.has(`/endpoints/${namespace}/${asked}`) ? unreachable : missing(asked);
  if (plural === 'nodes') return addressesOf(object) > 0 ? unreachable : noAddress;
  if (subresource === 'proxy') return hasAddress(object) ? unreachable : badRequest('address not allowed');
  const wrong = subresource === 'portforward' ? undefined : wrongContainer(object, asked, query.get('container') ?? '');
  if (wrong !== undefined) return badRequest(wrong);
  const node = stringAt(mapAt(object, 'spec'), 'nodeName') ?? '';
  if (node === '') {
    return subresource === 'log' ? { code: 204, body: '' } : badRequest(`pod ${asked} does not have a host assigned`);
  }
  const host = cluster.objects.get(`/nodes//${node}`)?.object;
  if (host === undefined) return missing(node);
  return addressesOf(host) > 0 ? unreachable : noAddress;
}

const noAddress = untyped(500, 'no preferred addresses found; known addresses: []');

function badRequest(message: string): Answered {
  return failure(400, 'BadRequest', message);
}

function addressesOf(node: ValueMap): number {
  return (listAt(mapAt(node, 'status'), 'addresses') ?? []).length;
}

function hasAddress(pod: ValueMap): boolean {
  return (stringAt(mapAt(pod, 'status'), 'podIP') ?? '') !== '';
}

/** Why a container cannot be chosen. Upstream: strategy.go validateContainer. */
function wrongContainer(pod: ValueMap, name: string, wanted: string): string | undefined {
  const spec = mapAt(pod, 'spec');
  const [own, initial, ephemeral] = (['containers', 'initContainers', 'ephemeralContainers'] as const).map((field) =>
    (listAt(spec, field) ?? []).flatMap((each) => (isMap(each) ? [stringAt(each, 'name') ?? ''] : [])),
  );
  if (wanted !== '') {
    const isKnown = [own, initial, ephemeral].some((names) => names?.includes(wanted));
    return isKnown ? undefined : `container ${wanted} is not valid for pod ${name}`;
  }
  if (own?.length === 1) return undefined;
  const others = (names: readonly string[] = [], kind: string) =>
    names.length === 0 ? '' : ` or one of the ${kind} containers: [${names.join(' ')}]`;
  const which = `choose one of: [${own?.join(' ')}]${others(initial, 'init')}${others(ephemeral, 'ephemeral')}`;
  return `a container name must be specified for pod ${name}, ${which}`;
}
