import {
  type ApiRequest,
  type Cluster,
  catalogOf,
  type DecodedBody,
  type ObjectPlace,
  pathOf,
  type ResourceVersion,
  serve,
  throughJson,
} from '@managed-fields/api-server';
import {
  type ApplyOptions,
  applyObject,
  type KubectlCommand,
  type KubectlHost,
  type ObjectApplied,
  type RanLine,
  runKubectl,
  type SentRequest,
} from '@managed-fields/kubectl';
import {
  formatJson,
  isList,
  isMap,
  listAt,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';

/**
 * What a tool sends a request for. `check`: reads an object before anything is written; `dry-run`: asks what an apply
 * would do; `migrate`: rewrites managedFields; `annotation`: takes out or keeps what client-side apply left; `create`,
 * `apply`, `patch`, `replace`: writes the object; `prune`: deletes what the release no longer has; `recreate`: deletes
 * an object to create it again.
 */
export type Purpose =
  | 'check'
  | 'dry-run'
  | 'migrate'
  | 'annotation'
  | 'create'
  | 'apply'
  | 'patch'
  | 'replace'
  | 'prune'
  | 'recreate';

/** A request of a tool, with its answer and what it was sent for. */
export interface ToolRequest extends SentRequest {
  readonly purpose: Purpose;
}

/** The answer to a request: an object, or the server's refusal. */
export type Answer = { readonly kind: 'object'; readonly object: ValueMap } | Refusal;

/** A refusal, in the words of the server. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly code: number;
  /** `NotFound`, `Conflict`, `Invalid`; empty where the server gives none. */
  readonly reason: string;
  readonly message: string;
  readonly status: ValueMap;
}

/** The parts of a write that tools choose. */
export interface Writing {
  readonly purpose: Purpose;
  readonly query?: ReadonlyMap<string, string>;
  /** `status`; absent for the object itself. */
  readonly subresource?: string;
}

/** The media types of patches. */
export const patchTypes = {
  strategic: 'application/strategic-merge-patch+json',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/**
 * A running tool: a cluster that its requests change, and all requests so far. What is sent goes through JSON, as from
 * a Go program.
 */
export class ToolSession {
  readonly host: KubectlHost;
  /** RFC 3339. */
  readonly now: string;
  readonly #userAgent: string;
  readonly #requests: ToolRequest[] = [];
  #cluster: Cluster;

  constructor(cluster: Cluster, host: KubectlHost, now: string, userAgent: string) {
    this.#cluster = cluster;
    this.host = host;
    this.now = now;
    this.#userAgent = userAgent;
  }

  get cluster(): Cluster {
    return this.#cluster;
  }

  get requests(): readonly ToolRequest[] {
    return this.#requests;
  }

  /** The kind of an object at its version; undefined where the server does not have it. */
  versionOf(object: ValueMap): ResourceVersion | undefined {
    const [apiVersion, kind] = [stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? ''];
    return catalogOf(this.#cluster).findKind(apiVersion, kind);
  }

  /** Whether the server has any kind of an API version. */
  serves(apiVersion: string): boolean {
    const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
    const catalog = catalogOf(this.#cluster);
    const ofGroup = catalog.names().filter((each) => each.group === group);
    return ofGroup.some(({ plural }) => catalog.find(group, version, plural) !== undefined);
  }

  /** The object as a cache of the tool has it, without a request. */
  peek(place: ObjectPlace): ValueMap | undefined {
    const read = { method: 'GET', path: pathOf(place), query: new Map<string, string>() } as const;
    const { code, body } = serve(this.#cluster, read, this.now).response;
    return code === 200 && isMap(body) ? body : undefined;
  }

  get(place: ObjectPlace, purpose: Purpose = 'check'): Answer {
    return this.#send({ method: 'GET', path: pathOf(place), query: new Map() }, purpose);
  }

  /** Creates an object; the place has no name. */
  create(place: ObjectPlace, object: ValueMap, { purpose, query = new Map() }: Writing): Answer {
    const path = pathOf({ ...place, name: '' });
    return this.#send({ method: 'POST', path, query, ...jsonBody(object) }, purpose);
  }

  replace(place: ObjectPlace, object: ValueMap, { purpose, query = new Map(), subresource }: Writing): Answer {
    return this.#send({ method: 'PUT', path: pathOf(place, subresource), query, ...jsonBody(object) }, purpose);
  }

  patch(
    place: ObjectPlace,
    type: keyof typeof patchTypes,
    patch: Value,
    { purpose, query = new Map(), subresource }: Writing,
  ): Answer {
    const { body } = jsonBody(patch);
    const contentType = patchTypes[type];
    return this.#send({ method: 'PATCH', path: pathOf(place, subresource), query, contentType, body }, purpose);
  }

  /** Deletes an object; dependents are left to the garbage collector, as `propagation` or else the kind says. */
  remove(
    place: ObjectPlace,
    propagation: 'Background' | 'Foreground' | 'Orphan' | undefined,
    purpose: Purpose,
  ): Answer {
    const options: ValueMap = propagation === undefined ? new Map() : new Map([['propagationPolicy', propagation]]);
    return this.removeBy(place, options, purpose);
  }

  /** Deletes an object by DeleteOptions. */
  removeBy(place: ObjectPlace, options: ValueMap, purpose: Purpose): Answer {
    const whole: ValueMap = new Map<string, Value>([['kind', 'DeleteOptions'], ['apiVersion', 'v1'], ...options]);
    return this.#send({ method: 'DELETE', path: pathOf(place), query: new Map(), ...jsonBody(whole) }, purpose);
  }

  /** Runs kubectl itself. */
  kubectl(command: KubectlCommand, host: KubectlHost, purposeOf: (sent: SentRequest) => Purpose): RanLine {
    const ran = runKubectl(this.#cluster, command, host, this.now);
    this.#cluster = ran.cluster;
    for (const sent of ran.requests) this.#requests.push({ ...sent, purpose: purposeOf(sent) });
    return ran;
  }

  /** Applies an object by kubectl's own code, as tools do that have it as a library. */
  apply(object: ValueMap, options: ApplyOptions, purposeOf: (sent: SentRequest) => Purpose): ObjectApplied {
    const applied = applyObject(this.#cluster, object, 'manifest', options, this.host, this.now);
    this.#cluster = applied.cluster;
    for (const sent of applied.requests) this.#requests.push({ ...sent, purpose: purposeOf(sent) });
    return applied;
  }

  /**
   * Lets an object go whose deletion waits for its dependents or for them to be orphaned, as the garbage collector does a
   * moment later; this is no request of the tool.
   */
  collect(place: ObjectPlace): void {
    const finalizers = listAt(mapAt(this.peek(place), 'metadata'), 'finalizers') ?? [];
    const others = finalizers.filter((each) => each !== 'foregroundDeletion' && each !== 'orphan');
    if (finalizers.length === others.length) return;
    const patch: ValueMap = new Map([['metadata', new Map([['finalizers', others.length === 0 ? null : others]])]]);
    const { body } = jsonBody(patch);
    const request = {
      method: 'PATCH',
      path: pathOf(place),
      query: new Map(),
      contentType: patchTypes.merge,
      body,
    } as const;
    this.#cluster = serve(this.#cluster, request, this.now).cluster;
  }

  #send(request: ApiRequest, purpose: Purpose): Answer {
    const sent = { ...request, userAgent: this.#userAgent };
    const { cluster, response, trace } = serve(this.#cluster, sent, this.now);
    this.#cluster = cluster;
    this.#requests.push({ request: sent, response, purpose, ...(trace === undefined ? {} : { trace }) });
    const { code, body } = response;
    const object: ValueMap = isMap(body) ? body : new Map();
    if (code < 400) return { kind: 'object', object };
    const [reason, message] = [stringAt(object, 'reason') ?? '', stringAt(object, 'message') ?? ''];
    return { kind: 'refusal', code, reason, message, status: object };
  }
}

/** The value of an annotation or a label; undefined where there is none. */
export function tagOf(object: ValueMap, group: 'annotations' | 'labels', key: string): string | undefined {
  return stringAt(mapAt(mapAt(object, 'metadata'), group), key);
}

/** An object with more labels or annotations. */
export function withTags(
  object: ValueMap,
  group: 'annotations' | 'labels',
  tags: Readonly<Record<string, string>>,
): ValueMap {
  const metadata = mapAt(object, 'metadata') ?? new Map<string, Value>();
  const all = new Map<string, Value>([...(mapAt(metadata, group) ?? []), ...Object.entries(tags)]);
  return new Map(object).set('metadata', new Map(metadata).set(group, all));
}

/** The group that an object names; empty for the core group. */
export function groupOf(object: ValueMap): string {
  const apiVersion = stringAt(object, 'apiVersion') ?? '';
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

/** Says that the server does not have the kind of an object. Upstream: apimachinery pkg/api/meta/errors.go NoKindMatchError. */
export function noKindMatch(object: ValueMap): string {
  const [apiVersion, kind] = [stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? ''];
  return `no matches for kind "${kind}" in version "${apiVersion}"`;
}

/** An operation of a JSON patch: RFC 6902. */
export function patchOperation(op: string, path: string, value?: Value): ValueMap {
  return new Map<string, Value>([
    ['op', op],
    ['path', path],
    ...(value === undefined ? [] : [['value', value] as const]),
  ]);
}

/** Whether two values are the same as JSON, whatever the order of their keys. */
export function isSame(one: Value | undefined, other: Value | undefined): boolean {
  const [a, b] = [one ?? null, other ?? null];
  if (isMap(a)) {
    if (a === b) return true;
    return isMap(b) && a.size === b.size && [...a].every(([key, value]) => b.has(key) && isSame(value, b.get(key)));
  }
  if (isList(a)) return isList(b) && a.length === b.length && a.every((value, index) => isSame(value, b[index]));
  // Numbers are the same that are written the same: 1 is 1, and 0 is not -0.
  return !isMap(b) && !isList(b) && ((a === b && a !== 0) || formatJson(a) === formatJson(b));
}

function jsonBody(value: Value): { readonly contentType: string; readonly body: DecodedBody } {
  const sent = Array.isArray(value)
    ? value.map((item) => (isMap(item) ? throughJson(item) : item))
    : isMap(value)
      ? throughJson(value)
      : value;
  return { contentType: 'application/json', body: { kind: 'value', value: sent, duplicates: [] } };
}

/** What kubectl's apply sends a request for, as far as the request shows it. */
export function purposeOfApply({ request: { method, contentType, body } }: SentRequest): Purpose {
  if (method === 'GET') return 'check';
  if (method === 'POST') return 'create';
  if (method === 'DELETE') return 'prune';
  if (method === 'PUT') return 'replace';
  if (contentType === patchTypes.json) return 'migrate';
  if (contentType !== patchTypes.apply) return 'patch';
  const value = body?.kind === 'value' && isMap(body.value) ? body.value : undefined;
  return value !== undefined && isAnnotationAlone(value) ? 'annotation' : 'apply';
}

/** Whether a configuration has nothing but an annotation, as kubectl keeps the last-applied one. */
function isAnnotationAlone(value: ValueMap): boolean {
  const known = new Set(['apiVersion', 'kind', 'metadata']);
  if ([...value.keys()].some((key) => !known.has(key))) return false;
  const annotations = mapAt(mapAt(value, 'metadata'), 'annotations');
  return annotations?.size === 1 && annotations.has('kubectl.kubernetes.io/last-applied-configuration');
}
