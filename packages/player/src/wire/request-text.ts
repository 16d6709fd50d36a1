import { shellLines, shellWord } from '@managed-fields/foreign-text';
import { byteLength } from '@managed-fields/merge-engine';
import type { RequestView } from '../playback.ts';

/** The host in the text of a request: the name by which Pods reach the API server of their cluster. */
const host = 'kubernetes.default.svc';

/**
 * A request as HTTP/1.1 sends it, without credentials: request line, headers, an empty line, the body. Lines end in
 * `\n`. `readPasted` reads the text back.
 */
export function httpText(request: RequestView): string {
  const { method, contentType, userAgent, body } = request;
  const headers = [
    `${method} ${requestTarget(request)} HTTP/1.1`,
    `Host: ${host}`,
    'Accept: application/json',
    ...(userAgent === undefined ? [] : [`User-Agent: ${userAgent}`]),
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(body === undefined ? [] : [`Content-Length: ${byteLength(body)}`]),
  ];
  return `${headers.join('\n')}\n${body === undefined ? '' : `\n${body}`}`;
}

/** The path and query of a request, as they are sent. */
export function requestTarget({ path, query }: Pick<RequestView, 'path' | 'query'>): string {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/**
 * The curl command that sends a request, quoted for a POSIX shell. The variables `APISERVER` and `TOKEN` stand for the
 * address and the token of the cluster. A request without a User-Agent is sent without one, because the server would
 * otherwise take curl's for the manager.
 */
export function curlText(request: RequestView): string {
  const { method, contentType, userAgent, body } = request;
  const words = [
    `curl -X ${method} "$APISERVER"${shellWord(requestTarget(request))}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(contentType === undefined ? [] : [`-H ${shellWord(`Content-Type: ${contentType}`)}`]),
    ...(userAgent === undefined ? anonymous(request) : [`-A ${shellWord(userAgent)}`]),
    ...(body === undefined ? [] : [`${dataFlag(body)} ${shellWord(body)}`]),
  ];
  return `${shellLines(words)}\n`;
}

function anonymous({ query }: RequestView): readonly string[] {
  return query.some(([name, value]) => name === 'fieldManager' && value !== '') ? [] : ["-A ''"];
}

/** curl takes a text that begins with `@` for the name of a file. */
function dataFlag(body: string): string {
  return body.startsWith('@') ? '--data-raw' : '--data-binary';
}
