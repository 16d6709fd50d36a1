import { byteLength } from '@managed-fields/merge-engine';
import type { RequestView } from '../playback.ts';

/** The host that stands for the cluster in a request's text: how Pods of a cluster call its API server. */
const host = 'kubernetes.default.svc';

/**
 * A request as HTTP/1.1 puts it on the wire, without the credentials: request line, headers, an empty line, the body.
 * Lines end in a plain line break. `readPasted` reads it back.
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

/** The path of a request with its query, as it is sent. */
export function requestTarget({ path, query }: Pick<RequestView, 'path' | 'query'>): string {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
