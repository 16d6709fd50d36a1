import type { FrontReason, FrontRefusal } from './front.ts';
import {
  accepts,
  type ClusterRequest,
  type HttpRequest,
  httpRequestOf,
  type Query,
  type ReadRequest,
  whoAmIBody,
  whoAmIPath,
} from './request.ts';
import { readPath } from './request-path.ts';

/** A request as it came in over HTTP. `accept` and `contentType` are empty where it has no such header. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query, as they stand in the first line. */
  readonly address: string;
  readonly accept: string;
  readonly contentType: string;
  readonly body: string;
}

/** What is let through. */
export interface Access {
  /** Nothing but GET. */
  readonly readOnly: boolean;
  /** Secrets as well. */
  readonly secrets: boolean;
}

/** The request as it goes on, or why it does not. */
export type CheckedIncoming = { readonly kind: 'checked'; readonly request: HttpRequest } | FrontRefusal;

/**
 * Lets through exactly what `httpRequestOf` makes. The request is read back into a `ClusterRequest`, that is made into a
 * request again, and both have to be the same to the letter. So there is one table of what is allowed, and no second
 * way to write anything: no other order, encoding or case, nothing twice.
 */
export function checkIncoming(incoming: IncomingRequest, { readOnly, secrets }: Access): CheckedIncoming {
  const request = requestOf(incoming);
  const checked = request === undefined ? undefined : httpRequestOf(request);
  if (checked?.kind !== 'checked' || !isSame(checked.request, incoming)) return refused('request');
  if (readOnly && incoming.method !== 'GET') return refused('read-only');
  if (!secrets && isAboutSecrets(incoming.address)) return refused('secrets');
  return checked;
}

/** What the page may have meant; undefined where it is nothing that it asks. */
function requestOf({ method, address, accept, contentType, body }: IncomingRequest): ClusterRequest | undefined {
  const [path = '', text] = address.split(/\?(.*)/s);
  const query = text === undefined ? [] : parameters(text);
  if (query === undefined) return undefined;
  if (method === 'GET') {
    if (query.some(([name]) => name === 'watch')) return { kind: 'watch', path, query: query.slice(0, -2) };
    const as = (Object.keys(accepts) as NonNullable<ReadRequest['as']>[]).find((each) => accepts[each] === accept);
    return as === undefined ? undefined : { kind: 'read', path, query, as };
  }
  if (method !== 'PATCH' && method !== 'PUT' && method !== 'POST') return undefined;
  if (method === 'POST' && path === whoAmIPath && body === whoAmIBody) return { kind: 'who-am-i' };
  return { kind: 'dry-run', method, path, query: query.slice(0, -1), contentType, body };
}

/** The parameters of a query; undefined where one cannot be decoded. */
function parameters(text: string): Query | undefined {
  try {
    return text.split('&').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s).map(decodeURIComponent);
      return [name, value] as const;
    });
  } catch {
    return undefined;
  }
}

function isSame({ method, address, headers, body = '' }: HttpRequest, incoming: IncomingRequest): boolean {
  return (
    method === incoming.method &&
    address === incoming.address &&
    headers['accept'] === incoming.accept &&
    (headers['content-type'] ?? '') === incoming.contentType &&
    body === incoming.body
  );
}

function isAboutSecrets(address: string): boolean {
  const read = readPath(address.replace(/\?.*/s, ''));
  return read.kind === 'path' && read.resource?.group === '' && read.resource.plural === 'secrets';
}

function refused(reason: FrontReason): FrontRefusal {
  return { kind: 'front', reason };
}
