import {
  type ApiRequest,
  type ApiResponse,
  badVersion,
  type Cluster,
  catalogOf,
  deleteOptions,
  eventsBetween,
  isServed,
  isSet,
  listOptions,
  newestVersion,
  type ObjectEvent,
  Objects,
  pathOf,
  pathSegment,
  type RequestTrace,
  type ResourceVersion,
  type Route,
  readRoute,
  serve,
  unknownField,
} from '@managed-fields/api-server';
import { builtinKinds, customKinds, type ServedKind } from '@managed-fields/kubectl/discovery';
import type { KubernetesData } from '@managed-fields/kubernetes-types';
import { isDeleting, isMap, metadataText, quote, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { connected } from './connect.ts';
import { itemsOf } from './items.ts';
import { readyStatus, withoutForeground } from './ready.ts';
import { type Answered, failure, methodNotAllowed, unknownResource } from './status.ts';
import { beginning, EventLog, type WatchAsked, type WatchEvent } from './watch.ts';

/** A request as it came by HTTP. */
export interface HttpApiRequest extends ApiRequest {
  /** The body as it was sent, where it was protobuf, and not JSON or YAML. */
  readonly protobuf?: Uint8Array;
}

/** A request of a client that was answered by the engine, with its answer. */
export interface Exchange {
  readonly request: HttpApiRequest;
  readonly response: ApiResponse;
  /** Absent where the request was refused early. */
  readonly trace?: RequestTrace;
}

/** What an API is made of. */
export interface ApiSettings {
  readonly cluster: Cluster;
  readonly data: KubernetesData;
  /** Whether what waits for a controller is made ready at once. */
  readonly ready: boolean;
  /** The time in milliseconds since 1970. */
  now(): number;
  /** Is told every request that writes, or would, but for those of `ready`. */
  observe(exchange: Exchange): void;
}

/** What a request comes to. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly code: number;
      readonly body: ApiResponse['body'];
      readonly warnings: readonly string[];
      /** The kind of the objects in the body; undefined where there is none, or a refusal. */
      readonly version: ResourceVersion | undefined;
    }
  | { readonly kind: 'watch'; readonly asked: WatchAsked; readonly events: readonly WatchEvent[] };

/** How many events are kept for watches that go on: those of a cache that was away for a while. */
const mostEvents = 10_000;

/** A server that counts on: the state of the engine, and those who watch it. It knows no sockets. */
export class Api {
  readonly #settings: ApiSettings;
  readonly #builtin: readonly ServedKind[];
  readonly #listeners = new Set<(events: readonly ObjectEvent[]) => void>();
  readonly #log: EventLog;
  #cluster: Cluster;
  #custom: { readonly of: Cluster['definitions']; readonly kinds: readonly ServedKind[] } | undefined;

  constructor(settings: ApiSettings) {
    this.#settings = settings;
    this.#builtin = builtinKinds(settings.cluster.builtin, settings.data.resources.resources);
    this.#cluster = withNamespaces(settings.cluster, this.#time());
    this.#log = new EventLog(newestVersion(this.#cluster), mostEvents);
    if (settings.ready)
      this.#makeReady(eventsBetween({ ...this.#cluster, objects: Objects.none }, this.#cluster).events);
  }

  get cluster(): Cluster {
    return this.#cluster;
  }

  /** All kinds that are served now: custom ones come with their definitions. */
  get kinds(): readonly ServedKind[] {
    const { definitions } = this.#cluster;
    if (this.#custom?.of !== definitions) {
      this.#custom = { of: definitions, kinds: [...this.#builtin, ...customKinds(catalogOf(this.#cluster))] };
    }
    return this.#custom.kinds;
  }

  /** Calls a function with the events of each request; returns what stops that. */
  listen(tell: (events: readonly ObjectEvent[]) => void): () => void {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  }

  /** Answers a request. */
  answer(asked: ApiRequest): Reply {
    const given = this.#ofAllNamespaces(asked);
    if ('code' in given) return answered(given);
    const request = withoutWatchPath(given);
    if (request === undefined) return answered(methodNotAllowed());
    const route = readRoute(request.path);
    const version = route && catalogOf(this.#cluster).find(route.group, route.version, route.plural);
    if (route === undefined || version === undefined) return this.#write(request, undefined);
    const misnamed = wrongName(route.name) ?? connected(request, route, this.#cluster);
    if (misnamed !== undefined) return answered(misnamed);
    // Only a collection is watched by its query; an object by itself is watched by a path of old.
    const isWatch = route.name === '' ? isSet(request.query.get('watch')) : request !== given;
    const canWatch = isServed(version, 'watch');
    if (request !== given && !canWatch) return answered(unknownResource());
    if (request.method === 'GET' && route.subresource === '' && isWatch && canWatch)
      return this.#watch(request, route, version);
    // Questions, such as reviews of access, are posted and not stored.
    const isQuestion = version.strategy.answer !== undefined && request.method === 'POST';
    if (request.method === 'GET' || isQuestion) return this.#read(request, version);
    const isSomewhere = route.namespace !== '' || !version.resource.namespaced;
    // All namespaces at once are deleted by nobody.
    const hasAll = isServed(version, 'deletecollection');
    if (request.method === 'DELETE' && route.name === '' && isSomewhere && hasAll)
      return this.#deleteAll(request, version);
    return this.#write(request, version);
  }

  /**
   * A request as it is meant where its namespace is empty, `/namespaces//pods`: a list is one of all namespaces, and an object
   * is in none. Upstream: k8s.io/apiserver pkg/endpoints/request/requestinfo.go, pkg/registry/generic/registry/store.go
   * NamespaceKeyFunc.
   */
  #ofAllNamespaces(request: ApiRequest): ApiRequest | Answered {
    if (!/\/\/[^/]/.test(request.path)) return request;
    const path = request.path.replace('/namespaces//', '/');
    const route = /\/\//.test(path) ? undefined : readRoute(path);
    const version = route && catalogOf(this.#cluster).find(route.group, route.version, route.plural);
    if (route === undefined || version?.resource.namespaced !== true) return unknownResource();
    if (route.name !== '') return failure(400, 'BadRequest', 'Namespace parameter required.');
    return request.method === 'GET' ? { ...request, path } : unknownResource();
  }

  #read(request: ApiRequest, version: ResourceVersion): Reply {
    return replied(serve(this.#cluster, request, this.#time()).response, version);
  }

  #watch(request: ApiRequest, route: Route, version: ResourceVersion): Reply {
    const options = listOptions(request.query, true, this.#cluster.builtin);
    if (options.kind === 'refused') return answered(options);
    const unknown = unknownField(options.fields, version, catalogOf(this.#cluster));
    if (unknown !== undefined) return answered(unknown);
    const { labels, fields, resourceVersion, sendInitialEvents, bookmarks } = options;
    const refused = badVersion(resourceVersion);
    if (refused !== undefined) return answered(refused);
    const own = route.name === '' ? [] : [{ kind: 'equals', key: 'metadata.name', value: route.name } as const];
    const asked: WatchAsked = {
      version,
      namespace: version.resource.namespaced ? route.namespace : '',
      ...{ labels, fields: [...fields, ...own], resourceVersion, sendInitialEvents, bookmarks },
    };
    const begun = beginning(asked, this.#cluster, this.#log);
    return begun.kind === 'gone' ? answered(begun.answer) : { kind: 'watch', asked, events: begun.events };
  }

  /** Deletes what a list would show, one after the other. Upstream: apiserver pkg/endpoints/handlers/delete.go DeleteCollection. */
  #deleteAll(request: ApiRequest, version: ResourceVersion): Reply {
    const listed = this.#read({ method: 'GET', path: request.path, query: request.query }, version);
    if (listed.kind !== 'answer' || listed.code !== 200) return listed;
    const options = deleteOptions(request, this.#cluster.builtin);
    if (options.kind === 'refused') return answered(options);
    const query = new Map([...request.query].filter(([name]) => !['labelSelector', 'fieldSelector'].includes(name)));
    for (const item of itemsOf(listed.body)) {
      const place = { version, namespace: metadataText(item, 'namespace'), name: metadataText(item, 'name') };
      const gone = this.#write({ ...request, path: pathOf(place), query }, version);
      if (gone.kind === 'answer' && gone.code >= 400 && gone.code !== 404) return gone;
    }
    return listed;
  }

  #write(request: ApiRequest, version: ResourceVersion | undefined): Reply {
    const before = this.#cluster;
    const served = serve(before, request, this.#time());
    const refused = this.#namespaceRefusal(request, served.response.code, version);
    const response = refused === undefined ? served.response : { ...refused, warnings: served.response.warnings };
    if (refused === undefined) this.#happened(served.cluster);
    if (request.method !== 'GET') {
      const { trace } = served;
      this.#settings.observe({ request, response, ...(trace === undefined || refused ? {} : { trace }) });
    }
    return replied(response, version);
  }

  /**
   * Refuses what would come into a namespace that is not there, or goes.
   * Upstream: k8s.io/apiserver pkg/admission/plugin/namespace/lifecycle/admission.go Admit.
   */
  #namespaceRefusal(
    { path, body }: ApiRequest,
    code: number,
    version: ResourceVersion | undefined,
  ): Answered | undefined {
    if ((code !== 201 && code !== 422) || version === undefined || !version.resource.namespaced) return undefined;
    const route = readRoute(path);
    if (route === undefined || route.subresource !== '') return undefined;
    const { namespace, plural, group } = route;
    const stored = this.#cluster.objects.get(`/namespaces//${namespace}`);
    if (stored !== undefined && !isDeleting(stored.object)) return undefined;
    const isNew = !this.#cluster.objects.has(`${group}/${plural}/${namespace}/${route.name}`);
    if (!isNew) return undefined;
    if (stored === undefined) {
      return failure(404, 'NotFound', `namespaces "${namespace}" not found`, { name: namespace, kind: 'namespaces' });
    }
    const value = body?.kind === 'value' && isMap(body.value) ? body.value : new Map();
    const name = route.name || metadataText(value, 'name');
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
    const message = `namespace ${namespace} is being terminated`;
    const causes = [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }];
    const details = { name, ...(group === '' ? {} : { group }), kind: plural, causes };
    const named = group === '' ? plural : `${plural}.${group}`;
    return failure(403, 'Forbidden', `${named} "${name}" is forbidden: ${why}`, details);
  }

  #happened(after: Cluster): void {
    const { cluster, events } = eventsBetween(this.#cluster, after);
    this.#cluster = cluster;
    if (events.length === 0) return;
    this.#log.add(events);
    for (const tell of this.#listeners) tell(events);
    if (this.#settings.ready) this.#makeReady(events);
  }

  /** Writes the status that controllers would, and lets go what waits for its dependents. */
  #makeReady(events: readonly ObjectEvent[]): void {
    for (const { kind, group, plural, namespace, name, stored } of events) {
      if (kind === 'deleted') continue;
      const now = this.#time();
      const collected = withoutForeground(stored.object);
      const status = readyStatus(`${group}/${plural}`, stored.object, now);
      const value = collected ?? (status && new Map([['status', status]]));
      if (value === undefined) continue;
      const apiVersion = stringAt(stored.object, 'apiVersion') ?? '';
      const version = catalogOf(this.#cluster).findKind(apiVersion, stringAt(stored.object, 'kind') ?? '');
      if (version === undefined) continue;
      const request: ApiRequest = {
        method: 'PATCH',
        path: pathOf({ version, namespace, name }, collected === undefined ? 'status' : ''),
        query: new Map([['fieldManager', 'kube-controller-manager']]),
        contentType: 'application/merge-patch+json',
        body: { kind: 'value', value, duplicates: [] },
      };
      const { cluster, response } = serve(this.#cluster, request, now);
      if (response.code < 300 && cluster !== this.#cluster) this.#happened(cluster);
    }
  }

  /** The time as the engine takes it: to the second. */
  #time(): string {
    return `${new Date(this.#settings.now()).toISOString().slice(0, -'.000Z'.length)}Z`;
  }
}

/**
 * A request without the prefix by which clients of old ask for a watch, `/api/v1/watch/pods`; undefined where its method
 * cannot be one. Upstream: k8s.io/apiserver pkg/endpoints/request/requestinfo.go NewRequestInfo.
 */
function withoutWatchPath(request: ApiRequest): ApiRequest | undefined {
  const [, version, rest] = /^(\/api\/v1|\/apis\/[^/]+\/[^/]+)\/watch(\/.+)$/.exec(request.path) ?? [];
  if (version === undefined) return request;
  if (request.method !== 'GET') return undefined;
  return { ...request, path: `${version}${rest}`, query: new Map([...request.query, ['watch', 'true']]) };
}

function answered({ code, body }: Answered): Reply {
  return { kind: 'answer', code, body, warnings: [], version: undefined };
}

function replied({ code, body, warnings }: ApiResponse, version: ResourceVersion | undefined): Reply {
  return { kind: 'answer', code, body, warnings, version: code < 300 ? version : undefined };
}

/**
 * Refuses names by which nothing is ever stored. Upstream: k8s.io/apiserver pkg/registry/generic/registry/store.go
 * NamespaceKeyFunc, by apimachinery pkg/api/validation/path/name.go.
 */
function wrongName(name: string): Answered | undefined {
  const [why] = pathSegment(name);
  if (why === undefined) return undefined;
  return failure(400, 'BadRequest', `Name parameter invalid: ${quote(name)}: ${why}`);
}

/** The namespaces that every cluster has. Upstream: k8s.io/kubernetes pkg/controlplane/controller/systemnamespaces. */
const system = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** A server with the namespaces of its objects, since a dump need not have them. */
function withNamespaces(cluster: Cluster, now: string): Cluster {
  const named = new Set(system);
  for (const key of cluster.objects.keys()) {
    const [, , namespace = ''] = key.split('/');
    if (namespace !== '') named.add(namespace);
  }
  let state = cluster;
  for (const name of named) {
    if (state.objects.has(`/namespaces//${name}`)) continue;
    const value: ValueMap = new Map([['metadata', new Map([['name', name]])]]);
    const create: ApiRequest = {
      method: 'POST',
      path: '/api/v1/namespaces',
      query: new Map([['fieldManager', 'kube-apiserver']]),
      contentType: 'application/json',
      body: { kind: 'value', value, duplicates: [] },
    };
    state = serve(state, create, now).cluster;
  }
  return state;
}
