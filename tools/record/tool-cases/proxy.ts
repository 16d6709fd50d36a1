import { createServer, type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { jsonOfProtobuf, protobufType } from '../protobuf.ts';
import { type Server, send, type WireRequest, type WireResponse } from '../server.ts';

/** A request that a tool sent, the server's answer, and when it came. */
export interface Overheard {
  readonly request: WireRequest;
  readonly response: WireResponse;
  readonly began: number;
}

/** A reverse proxy that remembers the requests for objects. */
export interface Proxy {
  readonly url: string;
  /** Takes what was overheard since the last time, in the order in which the requests came. */
  take(): readonly Overheard[];
  close(): void;
}

const objectPath = /^\/(?:api\/v1|apis\/[^/]+\/[^/]+)\/[^?]+/;

/** Starts a proxy before a server; what asks for discovery, OpenAPI or versions goes through it unseen. */
export async function openProxy(server: Server): Promise<Proxy> {
  let overheard: Overheard[] = [];
  const proxy = createServer(async (incoming, outgoing) => {
    const url = incoming.url ?? '/';
    if (!objectPath.test(url) || /[?&]watch=(?:true|1)/.test(url)) {
      if (objectPath.test(url)) overheard.push(watched(await readRequest(incoming)));
      return pass(server, incoming, outgoing);
    }
    const began = performance.now();
    const request = await readRequest(incoming);
    const response = await send(server, request);
    overheard.push({ request, response, began });
    for (const warning of response.warnings) outgoing.appendHeader('Warning', `299 - ${JSON.stringify(warning)}`);
    outgoing.writeHead(response.code, { 'Content-Type': 'application/json' });
    outgoing.end(response.body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    take() {
      const taken = overheard.toSorted((a, b) => a.began - b.began);
      overheard = [];
      return taken;
    },
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

/** A watch is remembered without what it says, which goes on for as long as somebody listens. */
function watched(request: WireRequest): Overheard {
  return { request, response: { code: 200, body: '', warnings: [] }, began: performance.now() };
}

async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const { 'content-type': contentType, 'user-agent': agent, accept } = incoming.headers;
  const isProtobuf = bytes.length > 0 && contentType === protobufType;
  const body = isProtobuf ? jsonOfProtobuf(bytes) : bytes.toString('utf8');
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const headers: Record<string, string> = { Accept: plainAccept(accept) };
  if (agent !== undefined) headers['User-Agent'] = agent;
  if (contentType !== undefined) headers['Content-Type'] = isProtobuf ? 'application/json' : contentType;
  return {
    method: incoming.method ?? 'GET',
    path: decodeURI(url.pathname),
    query: Object.fromEntries(url.searchParams),
    headers,
    ...(body === '' ? {} : { body }),
  };
}

/** What a client accepts, without protobuf; `application/json;as=PartialObjectMetadata` stays what it is. */
function plainAccept(accept: string | undefined): string {
  const transformed = (accept ?? '').split(',').filter((each) => /^ *application\/json;.*\bas=/.test(each));
  return [...transformed, 'application/json'].join(',');
}

/** Lets a request through as it is, and the answer back. */
function pass(server: Server, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const url = new URL(`${server.url}${incoming.url ?? ''}`);
  const { host: _, ...headers } = incoming.headers;
  const authorization = server.token === undefined ? {} : { authorization: `Bearer ${server.token}` };
  const options = {
    method: incoming.method,
    headers: { ...headers, ...authorization },
    rejectUnauthorized: !server.insecure,
  };
  const call = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  call.on('error', () => outgoing.destroy());
  outgoing.on('close', () => call.destroy());
  incoming.pipe(call);
}
