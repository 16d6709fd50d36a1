import { request as plainRequest } from 'node:http';
import { request } from 'node:https';

/** A Kubernetes API server to record from. */
export interface Server {
  /** `https://127.0.0.1:6443`, or the plain address of `kubectl proxy`. */
  readonly url: string;
  /** A bearer token; none for `kubectl proxy`. */
  readonly token: string | undefined;
  /** Whether the server's certificate is taken as it is. */
  readonly insecure: boolean;
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

/** Sends one request; rejects where the server cannot be reached. */
export function send(server: Server, asked: WireRequest): Promise<WireResponse> {
  const query = new URLSearchParams(asked.query).toString();
  const url = new URL(`${server.url}${asked.path}${query === '' ? '' : `?${query}`}`);
  const headers: Record<string, string> = { ...asked.headers };
  // Node sends the body of a DELETE without saying how long it is.
  if (asked.body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(asked.body));
  if (server.token !== undefined) headers['Authorization'] = `Bearer ${server.token}`;
  const options = { method: asked.method, headers, rejectUnauthorized: !server.insecure };
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
    call.end(asked.body);
  });
}

/** The texts of Warning headers: `299 - "unknown field \"x\""`. */
function warningsIn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.flatMap((value, index) => {
    if (index % 2 === 0 || rawHeaders[index - 1]?.toLowerCase() !== 'warning') return [];
    const text = /^\d+ \S+ "((?:[^"\\]|\\.)*)"/.exec(value)?.[1];
    return text === undefined ? [] : [text.replace(/\\(.)/g, '$1')];
  });
}
