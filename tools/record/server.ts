import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { stop } from '../arguments.ts';

/** A Kubernetes API server to record from. */
export interface Server {
  /** `https://127.0.0.1:6443`, or the plain address of `kubectl proxy`. */
  readonly url: string;
  /** A bearer token; none for `kubectl proxy`. */
  readonly token: string | undefined;
  /** Whether the server's certificate is taken as it is. */
  readonly insecure: boolean;
}

/** The options of a program that asks a server. */
export const serverOptions = {
  server: {
    type: 'string',
    value: 'URL',
    required: true,
    about: 'the address of a server, such as the one that `kubectl proxy` prints',
  },
  token: { type: 'string', value: 'TOKEN', about: 'a bearer token, where the server wants one' },
  insecure: { type: 'boolean', about: 'takes the certificate of the server as it is' },
} as const;

/** Returns the server that these options name, once it has answered; says in a sentence why it does not. */
export async function reachServer(values: {
  readonly server: string;
  readonly token: string | undefined;
  readonly insecure: boolean;
}): Promise<Server> {
  const server: Server = { url: values.server.replace(/\/$/, ''), token: values.token, insecure: values.insecure };
  if (!/^https?:$/.test(URL.parse(server.url)?.protocol ?? '')) stop(`${values.server} is no address of a server.`);
  const reached = await send(server, { method: 'GET', path: '/version', query: {}, headers: {} }).catch(String);
  if (typeof reached === 'string') {
    const advice = /certificate/i.test(reached) ? ' --insecure takes its certificate as it is.' : '';
    stop(`${server.url} cannot be asked: ${reached}.${advice}`);
  }
  if (reached.code === 401 || reached.code === 403)
    stop(`${server.url} answers ${reached.code}: --token names a token.`);
  if (reached.code !== 200) stop(`${server.url}/version answers ${reached.code}: it is no Kubernetes API server.`);
  return server;
}

/** A request as a trace holds it. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The server's answer: the body as text, and the texts of its Warning headers in order. */
export interface WireResponse {
  readonly code: number;
  readonly body: string;
  readonly warnings: readonly string[];
}

const severalHeader = /^Impersonate-(?:Group|Extra-.*)$/;

/** Sends one request; rejects where the server cannot be reached. */
export function send(server: Server, asked: WireRequest): Promise<WireResponse> {
  const query = new URLSearchParams(asked.query).toString();
  const url = new URL(`${server.url}${asked.path}${query === '' ? '' : `?${query}`}`);
  // Node writes a header as Latin-1, Go's clients as UTF-8.
  const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  const headers: Record<string, string | string[]> = Object.fromEntries(
    Object.entries(asked.headers).map(([name, value]) => [name, utf8(value)]),
  );
  // Several groups, or values, stand in one header of a trace.
  for (const [name, value] of Object.entries(asked.headers)) {
    if (severalHeader.test(name)) headers[name] = utf8(value).split(', ');
  }
  // Node sends the body of a DELETE without saying how long it is.
  if (asked.body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(asked.body));
  if (server.token !== undefined) headers['Authorization'] = `Bearer ${server.token}`;
  // A path is sent as it was written, where it can be: an address would take `%2e` for a dot.
  const path = `${new URL(server.url).pathname.replace(/\/$/, '')}${asked.path}${query === '' ? '' : `?${query}`}`;
  const exact = /^[!-~]+$/.test(path) ? { path } : {};
  const options = { method: asked.method, headers, rejectUnauthorized: !server.insecure, ...exact };
  return new Promise((resolve, reject) => {
    const call = (url.protocol === 'https:' ? request : plainRequest)(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        resolve({ code: response.statusCode ?? 0, body, warnings: warningsIn(response.rawHeaders) });
      });
    });
    call.on('error', reject);
    // With a text for a body, Node would write the headers as UTF-8 once more.
    call.end(asked.body === undefined ? undefined : Buffer.from(asked.body, 'utf8'));
  });
}

/** The texts of Warning headers: `299 - "unknown field \"x\""`. */
function warningsIn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.flatMap((value, index) => {
    if (index % 2 === 0 || rawHeaders[index - 1]?.toLowerCase() !== 'warning') return [];
    const text = /^\d+ \S+ "((?:[^"\\]|\\.)*)"/.exec(value)?.[1];
    // Node reads a header as Latin-1, whatever the server wrote.
    return text === undefined ? [] : [Buffer.from(text.replace(/\\(.)/g, '$1'), 'latin1').toString('utf8')];
  });
}
