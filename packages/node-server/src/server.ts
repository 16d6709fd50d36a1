import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { gzip } from 'node:zlib';
import '@managed-fields/admission/whole';
import {
  type ApiRequest,
  type Cluster,
  emptyCluster,
  impersonatedUser,
  readRoute,
} from '@managed-fields/api-server/whole';
import {
  aggregatedType,
  discovered,
  isToldToGetAlone,
  rootPaths,
  serverVersion,
  wantsAggregated,
} from '@managed-fields/kubectl/discovery';
import {
  defaultVersion,
  loadData,
  loadDescriptions,
  loadKubernetesTypes,
  minorVersionOf,
  type PatchRelease,
  type PlayedVersion,
  serverRelease,
} from '@managed-fields/kubernetes-types';
import { formatJson, isMap, type Value, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { decodeBody, printYaml } from '@managed-fields/source';
import { type Form, formFor, includedBy, notAcceptable, takesPlain, wrongInclude, wrongPartial } from './accept.ts';
import { Api, type Exchange, type HttpApiRequest, type Reply } from './api.ts';
import { type Certificate, loopbackCertificate } from './certificate.ts';
import { whyNobody } from './impersonation.ts';
import { itemsOf } from './items.ts';
import { kubeconfigOf } from './kubeconfig.ts';
import { documentOf, openApiIndex, type Published, swaggerOf } from './openapi.ts';
import { openApiProtobuf, protobufOf, wantsProtobuf } from './openapi-protobuf.ts';
import { decodeProtobuf } from './protobuf.ts';
import { type Answered, failure, methodNotAllowed, tooLarge, unauthorized } from './status.ts';
import { partialOf, tableOf, typed } from './table.ts';
import { streamWatch } from './watch-stream.ts';

/** With what a server is started. */
export interface StartOptions {
  /** The version of its built-in kinds, v1.36 where none is named. */
  readonly kubernetes?: PlayedVersion;
  /** The objects and definitions that it begins with, which has to be of the same version; none where there is none. */
  readonly cluster?: Cluster;
  /** The port on 127.0.0.1; a free one where none is named. */
  readonly port?: number;
  /** `https` (as without it), which clients of Kubernetes need to send a token; `http` for those that need no kubeconfig. */
  readonly protocol?: 'https' | 'http';
  /** Marks Deployments, Jobs and the like as ready at once, and lets go what is deleted in the foreground, as controllers would. */
  readonly ready?: boolean;
  /** Is told each request that writes or would write, with its answer, but for those of `ready`. */
  observe?(exchange: Exchange): void;
}

/** A server that was started. */
export interface StartedServer {
  /** `https://127.0.0.1:40123` */
  readonly url: string;
  /** What each request shows: `Authorization: Bearer TOKEN`. */
  readonly token: string;
  /** The certificate by which it is known, as PEM; empty with `http`. */
  readonly certificate: string;
  /** The text of a kubeconfig for it. With `http` kubectl sends no token, so it is of no use. */
  readonly kubeconfig: string;
  /** The objects that it has now. */
  cluster(): Cluster;
  /** Ends it, watches too. */
  close(): Promise<void>;
}

/** Bytes of a body at most, as an API server has it. Upstream: k8s.io/apiserver pkg/server/config.go MaxRequestBodyBytes. */
const largestBody = 3 * 1024 * 1024;
/** Bytes of an answer from which on it is packed. Upstream: apiserver pkg/endpoints/handlers/responsewriters/writers.go. */
const packedFrom = 128 * 1024;
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 0,
};
const mostConnections = 1000;

/**
 * Serves the engine on 127.0.0.1 as an API server, to whoever shows its token. Everything that it knows is in memory, and is
 * gone when it is closed. Controllers do not run. Rejects where the port cannot be had, with the error of Node.
 *
 * @param options - Without any: the default version, a free port, https, and no objects.
 * @returns Where it serves and the token that it wants, once it listens; `close` ends it.
 *
 * @example
 * ```js
 * import { startServer } from '@managed-fields/api-server/node';
 *
 * const server = await startServer({ protocol: 'http' });
 * const answer = await fetch(`${server.url}/version`, { headers: { authorization: `Bearer ${server.token}` } });
 * console.log((await answer.json()).gitVersion);
 * await server.close();
 * ```
 * ```text
 * v1.36.3
 * ```
 */
export async function startServer(options: StartOptions = {}): Promise<StartedServer> {
  const { kubernetes = defaultVersion, port = 0, protocol = 'https', ready = false } = options;
  const [data, catalog] = await Promise.all([loadData(kubernetes), loadKubernetesTypes(kubernetes)]);
  const cluster = options.cluster ?? emptyCluster(catalog, { admission: { plugins: 'plain', controllers: true } });
  const observe = (exchange: Exchange) => options.observe?.(exchange);
  const api = new Api({ cluster, data, ready, now: Date.now, observe });
  const token = randomBytes(32).toString('hex');
  const made: Certificate | undefined = protocol === 'https' ? loopbackCertificate(Date.now()) : undefined;
  const served: Serving = {
    ...{ api, expected: digest(`Bearer ${token}`), protocol, release: serverRelease(kubernetes) },
    hosts: [],
    published: () => ({ kinds: api.kinds, data, cluster: api.cluster, release: serverRelease(kubernetes) }),
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, served).catch(() => response.destroy());
  };
  const server =
    made === undefined
      ? createPlainServer(limits, listener)
      : createTlsServer({ ...limits, cert: made.certificate, key: made.key, minVersion: 'TLSv1.2' }, listener);
  server.maxConnections = mostConnections;
  // Who wants another protocol is answered in this one, as Node does where nobody listens to `upgrade`.
  server.on('connect', (_, socket: Duplex) => socket.destroy());
  server.on('clientError', (error: ParseError, socket: Duplex) => refuseUnread(error, socket, served));
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => done());
  });
  const bound = (server.address() as AddressInfo).port;
  served.hosts = [`127.0.0.1:${bound}`, `localhost:${bound}`];
  const url = `${protocol}://127.0.0.1:${bound}`;
  const certificate = made?.certificate ?? '';
  return {
    ...{ url, token, certificate },
    kubeconfig: kubeconfigOf({ url, token, certificate }),
    cluster: () => api.cluster,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** What requests are answered with. */
interface Serving {
  readonly api: Api;
  /** The digest of the header that shows the token. */
  readonly expected: Buffer;
  readonly protocol: 'https' | 'http';
  readonly release: PatchRelease;
  hosts: readonly string[];
  published(): Published;
}

async function answer(incoming: IncomingMessage, response: ServerResponse, served: Serving): Promise<void> {
  const { headers } = incoming;
  // A page of a browser was led here by a name server, or asks without being asked to.
  const isForeign = !served.hosts.includes(headers.host ?? '') || headers.origin !== undefined;
  if (isForeign || headers['sec-fetch-site'] !== undefined) {
    return send(response, failure(403, 'Forbidden', 'forbidden: only programs of this machine may ask here'), {
      close: true,
    });
  }
  if (!showsToken(headers.authorization ?? '', served)) {
    return send(response, unauthorized, { close: true });
  }
  const nobody = whyNobody(headersOf(incoming), served.api.cluster.builtin.minor);
  if (nobody !== undefined) return send(response, failure(400, 'BadRequest', nobody));
  const { path, query } = targetOf(incoming.url ?? '/');
  if (!isDecodable(path)) return send(response, failure(400, 'BadRequest', 'the path cannot be read'));
  const packed = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
  const accept = headers.accept ?? '';
  if (path === '/') return send(response, plain(rootPaths(served.api.kinds)), { packed });
  // A part of a path that is empty is none.
  if (path.startsWith('//')) return send(response, { code: 404, body: '404 page not found\n' });
  // `kubectl explain` prints what is said there of each field.
  if (path.startsWith('/openapi/v')) await loadDescriptions(minorVersionOf(served.release));
  const known = path.includes('//') ? undefined : documented(path, accept, served, headers.host ?? '');
  if (known !== undefined) {
    if (/^\/apis?(?:\/|$)/.test(path) && !wantsAggregated(accept) && !takesPlain(accept)) {
      return send(response, notAcceptable(accept), { packed });
    }
    const isRefused = incoming.method !== 'GET' && isToldToGetAlone(path, served.api.cluster.builtin);
    return send(response, isRefused ? methodNotAllowed() : known, { packed });
  }
  const body = await bodyOf(incoming);
  if (body === undefined) return send(response, tooLarge(largestBody), { close: true });
  const request = requestOf(incoming, path, query, body);
  if ('code' in request) return send(response, request, { packed });
  const form = formFor(accept);
  if (form === undefined) return send(response, notAcceptable(accept));
  const unknownPart = form.as === 'Table' ? wrongInclude(request.query.get('includeObject')) : undefined;
  if (unknownPart !== undefined) return send(response, unknownPart);
  const reply = served.api.answer(request);
  if (reply.kind === 'watch') return streamWatch(served.api, reply, { request, response, form });
  for (const warning of reply.warnings) response.appendHeader('Warning', `299 - ${quoted(warning)}`);
  const wrong = wrongForm(reply, form);
  if (wrong !== undefined) return send(response, wrong, { packed });
  send(response, { code: reply.code, body: inForm(reply, form, request, served.api.cluster) }, { packed, form });
}

/** What Node says of a request that it cannot read. */
interface ParseError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/**
 * Answers what is no HTTP to Node: a method that it does not know, as any method that no resource has, to whoever shows the
 * token; all else as Go's server does. Upstream: net/http server.go serve.
 */
function refuseUnread({ code, rawPacket }: ParseError, socket: Duplex, served: Serving): void {
  if (!socket.writable || rawPacket === undefined) return void socket.destroy();
  if (code !== 'HPE_INVALID_METHOD') {
    return void socket.end(`HTTP/1.1 400 Bad Request\r\n${unread('text/plain; charset=utf-8', '400 Bad Request')}`);
  }
  const shown = /^authorization:[ \t]*(.*?)[ \t]*$/im.exec(rawPacket.toString('latin1'))?.[1] ?? '';
  const { code: status, body } = showsToken(shown, served) ? methodNotAllowed() : unauthorized;
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  socket.end(`${line}${unread('application/json', `${formatJson(body)}\n`)}`);
}

/** The end of an answer behind which nothing is read. */
function unread(type: string, text: string): string {
  return `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`;
}

/** The text of a warning as a header has it. Upstream: apimachinery pkg/util/net/http.go NewWarningHeader. */
function quoted(text: string): string {
  const safe = text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, '\\$&');
  // Headers are bytes: what is not ASCII is sent as UTF-8.
  return Buffer.from(`"${safe}"`, 'utf8').toString('latin1');
}

function isProtobuf(contentType = ''): boolean {
  return contentType.startsWith('application/vnd.kubernetes.protobuf');
}

/** Upstream: apimachinery pkg/api/errors NewUnsupportedMediaType by negotiation/errors.go. */
const unreadableType = failure(
  415,
  'UnsupportedMediaType',
  'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
);

/** What is no object: discovery, schemas, the version, and that the server lives. */
function documented(path: string, accept: string, served: Serving, host: string): Document | undefined {
  if (/^\/(?:healthz|livez|readyz)(?:\/(?:ping|log|etcd))?$/.test(path)) {
    return { code: 200, body: 'ok' };
  }
  if (path === '/version' || path === '/version/') return plain(serverVersion(served.release, build));
  if (path === '/openapi/v2') {
    const document = swaggerOf(served.published());
    if (!wantsProtobuf.test(accept)) return plain(document);
    return { code: 200, body: protobufOf(document), type: openApiProtobuf };
  }
  if (path === '/openapi/v3') return plain(openApiIndex(served.published()));
  if (path.startsWith('/openapi/v3/')) {
    const document = documentOf(path.slice('/openapi/v3/'.length), served.published());
    return document === undefined ? { code: 404, body: '' } : plain(document);
  }
  const { minor } = served.api.cluster.builtin;
  const found = discovered(path, served.api.kinds, { host, aggregated: wantsAggregated(accept), minor });
  if (found === undefined) return undefined;
  const isList = found.kind === 'APIGroupDiscoveryList';
  return { ...plain(found), ...(isList ? { type: aggregatedType } : {}) };
}

interface Document {
  readonly code: number;
  /** A value of the engine, or JSON as it is. */
  readonly body: Value | { readonly json: object } | Buffer;
  readonly type?: string;
}

function plain(json: object): Document {
  return { code: 200, body: { json } };
}

/** Nothing is known of what this was built from. */
const build = {
  ...{ gitCommit: '', gitTreeState: '', buildDate: '1970-01-01T00:00:00Z' },
  ...{ goVersion: '', compiler: '', platform: '' },
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** All headers of a request, their names in small letters. */
function headersOf({ headersDistinct }: IncomingMessage): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(headersDistinct).map(([name, values = []]) => [name, values]));
}

/** The request as the engine takes it: a body in protobuf becomes the JSON that says the same. */
function requestOf(
  incoming: IncomingMessage,
  path: string,
  query: ReadonlyMap<string, string>,
  bytes: Buffer,
): HttpApiRequest | Answered {
  const method = methods.find((each) => each === incoming.method);
  if (method === undefined) return methodNotAllowed();
  const { 'content-type': contentType, 'user-agent': userAgent } = incoming.headers;
  const user = impersonatedUser(headersOf(incoming));
  const bare = {
    ...{ method, path, query },
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(user === undefined ? {} : { user }),
  };
  if (bytes.length > 0 && method !== 'GET' && isProtobuf(contentType)) {
    const body = decodeProtobuf(bytes);
    return body === undefined ? unreadableType : { ...bare, contentType: 'application/json', body, protobuf: bytes };
  }
  const text = bytes.toString('utf8');
  return {
    ...bare,
    ...(contentType === undefined ? {} : { contentType }),
    ...(text === '' || method === 'GET' ? {} : { body: decodeBody(text, contentType ?? ''), bodyText: text }),
  };
}

/**
 * The path and the query of a target as they were sent: `..` is a name like others, and an encoded slash parts two of them.
 * Upstream: net/url Parse, k8s.io/apiserver pkg/endpoints/request/requestinfo.go splitPath.
 */
function targetOf(target: string): { readonly path: string; readonly query: ReadonlyMap<string, string> } {
  const end = target.search(/\?|$/);
  return {
    path: target.slice(0, end).replaceAll(/%2f/gi, '/'),
    query: new Map(new URLSearchParams(target.slice(end + 1))),
  };
}

/** Whether each percent sign of a path begins a character; the engine decodes its segments. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Reads the body; undefined where it is too large, of which no more is read then. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > largestBody) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > largestBody) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Whether a request shows the token, found in a time that tells nothing of where two texts differ. */
function showsToken(shown: string, { expected }: Serving): boolean {
  return timingSafeEqual(digest(shown), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isListBody(body: ValueMap): boolean {
  return body.has('items') && String(body.get('kind') ?? '').endsWith('List');
}

/** Refuses a form that the body of an answer cannot be turned into, by the type that the server holds it in. */
function wrongForm({ body, version }: Extract<Reply, { kind: 'answer' }>, { as }: Form): Answered | undefined {
  if (version === undefined || !isMap(body) || body.get('kind') === 'Status') return undefined;
  const isList = isListBody(body);
  const { group, kind, origin } = version.resource;
  const [first] = (group || 'core').split('.');
  const held = origin === 'custom' ? 'unstructured.Unstructured' : `${first}.${kind}`;
  return wrongPartial(as, isList, `*${held}${isList ? 'List' : ''}`);
}

/** The body of an answer as the client takes it: as it is, as a Table, or metadata alone. */
function inForm(
  reply: Extract<Reply, { kind: 'answer' }>,
  { as, meta }: Form,
  request: ApiRequest,
  cluster: Cluster,
): Value {
  const { body, version } = reply;
  if (as === undefined || version === undefined || !isMap(body) || body.get('kind') === 'Status') return body;
  const isList = isListBody(body);
  const metadata = body.get('metadata') ?? new Map();
  if (as === 'Table') {
    const included = includedBy(request.query.get('includeObject'));
    const subresource = readRoute(request.path)?.subresource ?? '';
    const objects = isList ? itemsOf(body) : [body];
    const own = isList && isMap(metadata) ? metadata : new Map([['resourceVersion', resourceVersionOf(body)]]);
    return tableOf(objects, own, { cluster, version, subresource, included, meta, now: Date.now() });
  }
  if (!isList) return partialOf(body, meta);
  const items = itemsOf(body).map((item) => partialOf(typed(version, item), meta));
  return new Map<string, Value>([
    ['kind', 'PartialObjectMetadataList'],
    ['apiVersion', `meta.k8s.io/${meta}`],
    ['metadata', metadata],
    ['items', items],
  ]);
}

function resourceVersionOf(object: ValueMap): Value {
  const metadata = object.get('metadata');
  return (metadata !== undefined && isMap(metadata) && metadata.get('resourceVersion')) || '';
}

interface Sending {
  readonly packed?: boolean;
  readonly form?: Form;
  /** Whether nothing more is read from this connection. */
  readonly close?: boolean;
}

function send(response: ServerResponse, answered: Answered | Document, { packed, form, close }: Sending = {}): void {
  const { code, body } = answered;
  const given = 'type' in answered ? answered.type : undefined;
  if (code === 204) return void response.writeHead(code, { 'cache-control': 'no-cache, private' }).end();
  const [text, own] = Buffer.isBuffer(body) ? [body, ''] : written(body, form?.format ?? 'json');
  const headers: Record<string, string> = {
    'content-type': given ?? own,
    'cache-control': 'no-cache, private',
    'x-content-type-options': 'nosniff',
    ...(close === true ? { connection: 'close' } : {}),
  };
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  if (packed !== true || bytes.length < packedFrom) {
    response.writeHead(code, { ...headers, 'content-length': bytes.length }).end(bytes);
    return;
  }
  gzip(bytes, { level: 1 }, (error, small) => {
    if (error !== null) return void response.destroy();
    response.writeHead(code, {
      ...headers,
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      'content-length': small.length,
    });
    response.end(small);
  });
}

function written(
  body: Exclude<Document['body'], Buffer>,
  format: Form['format'],
): readonly [text: string, type: string] {
  if (typeof body === 'string') return [body, 'text/plain; charset=utf-8'];
  const json = typeof body === 'object' && body !== null && 'json' in body ? (body.json as object) : undefined;
  if (format === 'yaml') {
    const value = json === undefined ? (body as Value) : valueFromPlain(json);
    return [printYaml(value).text, 'application/yaml'];
  }
  return [`${json === undefined ? formatJson(body as Value) : JSON.stringify(json)}\n`, 'application/json'];
}
