import { type Refusal, readPath } from './request-path.ts';

/**
 * A request that the page may send to a cluster. There are no others: a read, a watch, a request that the server plays
 * without keeping what it writes, and the question who the user is. No member can carry another method, and none can
 * leave out `dryRun=All`.
 */
export type ClusterRequest = ReadRequest | WatchRequest | DryRunRequest | WhoAmIRequest;

/** Name and value of each parameter. */
export type Query = readonly (readonly [string, string])[];

/** A GET of a resource, a list, a discovery document or the version. */
export interface ReadRequest {
  readonly kind: 'read';
  /** The path with its segments percent-encoded: `/apis/apps/v1/namespaces/prod/deployments/web`. */
  readonly path: string;
  readonly query?: Query;
  /** The form of the answer; by default JSON. `metadata`: PartialObjectMetadata. `discovery`: aggregated, where served. */
  readonly as?: 'json' | 'metadata' | 'discovery';
}

/** A GET whose answer goes on: an event a line. */
export interface WatchRequest {
  readonly kind: 'watch';
  readonly path: string;
  readonly query?: Query;
}

/** A write that the server plays without keeping it. `dryRun=All` is put in, whatever the query says. */
export interface DryRunRequest {
  readonly kind: 'dry-run';
  readonly method: 'PATCH' | 'PUT' | 'POST';
  readonly path: string;
  readonly query?: Query;
  readonly contentType: string;
  readonly body: string;
}

/** Asks who the server takes the user for: a SelfSubjectReview, which no server stores. */
export interface WhoAmIRequest {
  readonly kind: 'who-am-i';
}

/** A request as it goes out. Only `httpRequestOf` makes one. */
export interface HttpRequest {
  readonly method: 'GET' | 'PATCH' | 'PUT' | 'POST';
  /** Path and query. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly [made]: true;
}

/** Marks what `httpRequestOf` made, so that nothing else has its type. */
declare const made: unique symbol;

/** What is sent, or why it is not. */
export type Checked = { readonly kind: 'checked'; readonly request: HttpRequest } | Refusal;

/** The header `Accept` of each form of an answer. */
export const accepts = {
  json: 'application/json',
  metadata:
    'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  discovery: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json',
} as const;

const readParameters = new Set([
  'limit',
  'continue',
  'fieldSelector',
  'labelSelector',
  'resourceVersion',
  'resourceVersionMatch',
  'hash',
]);
const watchParameters = new Set(['fieldSelector', 'labelSelector', 'resourceVersion', 'timeoutSeconds']);
const writeParameters = new Set(['fieldManager', 'force', 'fieldValidation']);

const bodyTypes = new Set([
  'application/apply-patch+yaml',
  'application/json',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/yaml',
]);

/**
 * Makes the HTTP request of a cluster request, or says why it may not be sent: a path that is no resource, a subresource
 * that runs or opens something (exec, proxy, token, …), a parameter or a content type that no request here has. Checks
 * everything at run time, whatever the types say.
 */
export function httpRequestOf(request: ClusterRequest): Checked {
  switch (request.kind) {
    case 'read': {
      const accept = accepts[request.as ?? 'json'];
      if (accept === undefined) return refused('kind', String(request.as));
      return sent('GET', request.path, request.query ?? [], readParameters, [], { accept });
    }
    case 'watch': {
      const own: Query = [
        ['watch', 'true'],
        ['allowWatchBookmarks', 'true'],
      ];
      return sent('GET', request.path, request.query ?? [], watchParameters, own, { accept: accepts.json });
    }
    case 'dry-run': {
      const { method, path, contentType, body } = request;
      if (method !== 'PATCH' && method !== 'PUT' && method !== 'POST') return refused('method', String(method));
      if (!bodyTypes.has(contentType)) return refused('content-type', String(contentType));
      if (typeof body !== 'string') return refused('kind', typeof body);
      const query = (request.query ?? []).filter(([name]) => name !== 'dryRun');
      const headers = { accept: accepts.json, 'content-type': contentType };
      return sent(method, path, query, writeParameters, [['dryRun', 'All']], headers, body);
    }
    case 'who-am-i': {
      const headers = { accept: accepts.json, 'content-type': 'application/json' };
      return sent('POST', whoAmIPath, [], writeParameters, [['dryRun', 'All']], headers, whoAmIBody);
    }
    default:
      return refused('kind', String((request as { readonly kind?: unknown }).kind));
  }
}

/** Where a SelfSubjectReview is sent, and its body. */
export const whoAmIPath = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
export const whoAmIBody = '{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}';

function sent(
  method: HttpRequest['method'],
  path: string,
  query: Query,
  known: ReadonlySet<string>,
  own: Query,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Checked {
  const read = readPath(path);
  if (read.kind === 'refused') return read;
  const { resource } = read;
  if (method !== 'GET' && resource === undefined) return refused('path', path);
  const byName = query.some(([key, value]) => key === 'fieldSelector' && /^metadata\.name=[^,=]+$/.test(value));
  const secrets = resource?.group === '' && resource.plural === 'secrets' && resource.name === undefined;
  if (method === 'GET' && secrets && !byName) return refused('secrets', path);
  // Of a parameter that is there twice, a server takes the first, a proxy perhaps the last.
  const foreign = query.find(([name], at) => !known.has(name) || query.some(([each], i) => i < at && each === name));
  if (foreign !== undefined) return refused('parameter', foreign[0]);
  const text = [...query, ...own].map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const checked: Omit<HttpRequest, typeof made> = {
    method,
    address: text === '' ? read.path : `${read.path}?${text}`,
    headers,
    ...(body === undefined ? {} : { body }),
  };
  return { kind: 'checked', request: checked as HttpRequest };
}

function refused(reason: Refusal['reason'], found: string): Refusal {
  return { kind: 'refused', reason, found };
}
