import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { HttpRequest } from '@managed-fields/live-cluster';
import type { Behind } from './settings.ts';

/** What the page reads of an answer. */
const kept = ['content-type', 'warning', 'retry-after'] as const;
/** What a browser may keep an OpenAPI document by, whose address names a digest of it. */
const keptOfDocuments = ['cache-control', 'expires', 'etag'] as const;

const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/**
 * Sends a request that was checked to the API, with the headers that it needs and no others, and hands the answer on as it
 * comes, a watch line by line. Returns false where the API does not answer.
 */
export async function forward(
  { method, address, headers, body = '' }: HttpRequest,
  behind: Behind,
  response: ServerResponse,
): Promise<boolean> {
  const place = behind.kind === 'socket' ? { socketPath: behind.path } : { host: '127.0.0.1', port: behind.port };
  const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) };
  const sent = httpRequest({
    ...place,
    method,
    path: address,
    headers: { ...headers, ...length, host: behind.kind === 'socket' ? 'localhost' : behind.host },
    agent: false,
  });
  response.on('close', () => sent.destroy());
  const answered = new Promise<IncomingMessage | undefined>((done) => {
    sent.on('response', done).on('error', () => done(undefined));
    // Nothing that was checked asks for another protocol.
    sent.on('upgrade', () => sent.destroy());
  });
  sent.end(body);
  const answer = await answered;
  if (answer === undefined) return false;
  response.writeHead(answer.statusCode ?? 502, { ...headersOf(answer.headers, address), ...answerHeaders });
  // The beginning of a watch is an answer, too, before there is an event.
  response.flushHeaders();
  await pipeline(answer, response);
  return true;
}

function headersOf(headers: IncomingHttpHeaders, address: string): Record<string, string> {
  const isDocument = address.startsWith('/openapi/v3/') && address.includes('?hash=');
  const names = isDocument ? [...kept, ...keptOfDocuments] : kept;
  const found = names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])] as const]));
  return { 'cache-control': 'no-store', ...Object.fromEntries(found) };
}
