import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { type StartedServer, type StartOptions, startServer } from './server.ts';

/** An answer as it came. */
export interface Got {
  readonly code: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
  readonly json: any;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const started: StartedServer[] = [];
/** Ends all servers that a test started. */
export async function closeAll(): Promise<void> {
  for (const server of started.splice(0)) await server.close();
}

/** Starts a server, over HTTP unless told otherwise. */
export async function start(options: StartOptions = {}): Promise<StartedServer> {
  const server = await startServer({ protocol: 'http', ...options });
  started.push(server);
  return server;
}

/** Asks as a client does, with the token. */
export function ask(
  server: StartedServer,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Got> {
  return new Promise((done, failed) => {
    const secure = server.url.startsWith('https');
    const all = { authorization: `Bearer ${server.token}`, ...headers };
    const options = { method, headers: all, agent: false, ...(secure ? { ca: server.certificate } : {}) } as const;
    const sent = (secure ? httpsRequest : httpRequest)(server.url + path, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', failed);
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
        const isJson = String(answer.headers['content-type']).startsWith('application/json');
        const json = isJson && !text.includes('}\n{') ? JSON.parse(text) : undefined;
        done({ code: answer.statusCode ?? 0, headers: answer.headers, text, json });
      });
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

/** The headers of a body in JSON. */
export const json = { 'content-type': 'application/json' };
/** The text of a ConfigMap. */
export const configMap = (name: string, data: object = { a: '1' }, labels: object = {}) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data });
/** The collection of ConfigMaps that tests use. */
export const maps = '/api/v1/namespaces/default/configmaps';
/** Sends a POST of a text in JSON. */
export const create = (server: StartedServer, body: string, path = maps) =>
  ask(server, path, { method: 'POST', headers: json, body });
