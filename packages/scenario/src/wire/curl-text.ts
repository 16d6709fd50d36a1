import type { RequestView } from '../playback.ts';
import { requestTarget } from './http-text.ts';
import { shellLines, shellWord } from './shell-word.ts';

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
