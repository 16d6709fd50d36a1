import type { RequestUser } from '@managed-fields/api-server';
import { shellLines, shellWord } from '@managed-fields/foreign-text';
import { byteLength, utf8 } from '@managed-fields/merge-engine';
import type { RequestView } from '../playback.ts';

/** The host in the text of a request: the name by which Pods reach the API server of their cluster. */
const host = 'kubernetes.default.svc';

/**
 * A request as HTTP/1.1 sends it, without credentials: request line, headers, an empty line, the body. Lines end in
 * `\n`. `readPasted` reads the text back.
 */
export function httpText(request: RequestView): string {
  const { method, contentType, userAgent, user, body } = request;
  const headers = [
    `${method} ${requestTarget(request)} HTTP/1.1`,
    `Host: ${host}`,
    'Accept: application/json',
    ...(userAgent === undefined ? [] : [`User-Agent: ${userAgent}`]),
    ...impersonation(user).map(([name, value]) => `${name}: ${value}`),
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(body === undefined ? [] : [`Content-Length: ${byteLength(body)}`]),
  ];
  return `${headers.join('\n')}\n${body === undefined ? '' : `\n${body}`}`;
}

/**
 * The headers by which a request says whom its sender acts for, in the order in which kubectl sends them.
 * Upstream: k8s.io/client-go transport/round_trippers.go impersonatingRoundTripper.RoundTrip, headerKeyEscape.
 */
export function impersonation(user: RequestUser | undefined): readonly (readonly [name: string, value: string])[] {
  if (user === undefined) return [];
  const { name, uid, groups, extra = new Map<string, readonly string[]>() } = user;
  return [
    ['Impersonate-User', name],
    ...(uid === undefined ? [] : [['Impersonate-Uid', uid] as const]),
    ...groups.map((group) => ['Impersonate-Group', group] as const),
    ...[...extra].flatMap(([key, values]) => values.map((value) => [extraHeader(key), value] as const)),
  ];
}

/** A name as part of that of a header: what may not stand in one, and each percent sign, by its bytes. */
function extraHeader(key: string): string {
  const bytes = [...utf8(key)].map((byte) => {
    const letter = String.fromCharCode(byte);
    return /[\w!#$&'*+.^`|~-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `Impersonate-Extra-${bytes.join('')}`;
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
  const { method, contentType, userAgent, user, body } = request;
  const words = [
    `curl -X ${method} "$APISERVER"${shellWord(requestTarget(request))}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...impersonation(user).map(([name, value]) => `-H ${shellWord(value === '' ? `${name};` : `${name}: ${value}`)}`),
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
