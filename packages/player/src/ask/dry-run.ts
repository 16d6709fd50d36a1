import {
  type ApiRequest,
  type Cluster,
  catalogOf,
  managerOrUserAgent,
  type Route,
  readRoute,
  serve,
} from '@managed-fields/api-server';
import { equals, formatJson, isMap, mapAt, stringAt, type Value } from '@managed-fields/merge-engine';

/** A request that writes, as a dry run goes out: the text that the scenario sends, and `dryRun=All`. */
export interface DryRunForm {
  readonly method: 'PATCH' | 'PUT' | 'POST';
  readonly path: string;
  /** Name and value of each parameter, `dryRun=All` last. */
  readonly query: readonly (readonly [string, string])[];
  readonly contentType: string;
  readonly body: string;
}

/** The object that a request is about. */
export interface DryRunObject {
  /** The path that reads it; undefined where the server is to make up its name. */
  readonly path: string | undefined;
  /** `apps/v1` */
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Whether its group is one of Kubernetes itself, whose servers all play dry runs. */
  readonly builtin: boolean;
}

/** What a request finds in the scenario, and what its dry run answers there. Objects are JSON. */
export interface PredictedDryRun {
  readonly request: DryRunForm;
  readonly object: DryRunObject;
  /**
   * The manager that the scenario names by its User-Agent, and the query by `fieldManager`, since a page cannot choose
   * its User-Agent; undefined where the scenario's request names one itself.
   */
  readonly managerOfAgent: string | undefined;
  /** The object before the request; undefined where there is none. */
  readonly before: string | undefined;
  readonly code: number;
  readonly body: string;
  readonly warnings: readonly string[];
}

/** A request of a scenario with the text of its body. */
export type SentText = ApiRequest & { readonly bodyText: string };

/**
 * Plays the dry run of a request on a cluster. `now` has to be later than all times in it, so that an entry of
 * managedFields whose time is new is told from one that kept its time. Undefined for requests that cannot be asked as a
 * dry run: reads, deletes, and what names no resource.
 */
export function predictDryRun(cluster: Cluster, sent: SentText, now: string): PredictedDryRun | undefined {
  const { method, path, contentType = 'application/json', bodyText: body } = sent;
  const route = readRoute(path);
  if (method === 'GET' || method === 'DELETE' || route === undefined) return undefined;
  const apply = contentType.startsWith('application/apply-patch');
  const named = (sent.query.get('fieldManager') ?? '') !== '' || apply;
  const managerOfAgent = named ? undefined : managerOrUserAgent('', sent.userAgent ?? '') || 'unknown';
  const query = [
    ...[...sent.query].filter(
      ([name]) => name !== 'dryRun' && (managerOfAgent === undefined || name !== 'fieldManager'),
    ),
    ...(managerOfAgent === undefined ? [] : [['fieldManager', managerOfAgent] as const]),
    ['dryRun', 'All'] as const,
  ];
  const { response } = serve(cluster, { ...sent, query: new Map(query) }, now);
  const object = objectOf(cluster, sent, route);
  return {
    request: { method, path, query, contentType, body },
    object,
    managerOfAgent,
    before: object.path === undefined ? undefined : storedAt(cluster, object.path),
    code: response.code,
    body: formatJson(response.body),
    warnings: response.warnings,
  };
}

function objectOf(cluster: Cluster, { path, method, body }: SentText, route: Route): DryRunObject {
  const { group, version, plural, namespace, subresource } = route;
  const sent = body?.kind === 'value' && isMap(body.value) ? mapAt(body.value, 'metadata') : undefined;
  const name = method === 'POST' && route.name === '' ? (stringAt(sent, 'name') ?? '') : route.name;
  const catalog = catalogOf(cluster);
  const own = subresource === '' ? path : path.split('/').slice(0, -1).join('/');
  return {
    path: name === '' ? undefined : route.name === '' ? `${own}/${encodeURIComponent(name)}` : own,
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind: catalog.find(group, version, plural)?.resource.kind ?? '',
    namespace,
    name,
    builtin: catalog.isBuiltinGroup(group),
  };
}

/** The object at a path as JSON; undefined where there is none. */
function storedAt(cluster: Cluster, path: string): string | undefined {
  const stored = readAt(cluster, path);
  return stored === undefined ? undefined : formatJson(stored);
}

function readAt(cluster: Cluster, path: string): Value | undefined {
  const { response } = serve(cluster, { method: 'GET', path, query: new Map() }, '1970-01-01T00:00:00Z');
  return response.code === 200 ? response.body : undefined;
}

/** Whether two states of a cluster have the same object, or both none, at a path. */
export function sameAt(a: Cluster, b: Cluster, path: string): boolean {
  if (a === b) return true;
  const [one, other] = [readAt(a, path), readAt(b, path)];
  return one === undefined || other === undefined ? one === other : equals(one, other);
}
