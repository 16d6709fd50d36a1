import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Answered, Api, Asked } from './exchange.ts';

/** The headers of an answer that a page reads. */
const kept = ['content-type', 'warning'];

/** A real server at an address, with a token; its certificate is not checked, because it is one of a test. */
export function realApi(server: string, token: string): Api {
  const open = (method: string, url: string, headers: Record<string, string>, body?: string, signal?: AbortSignal) =>
    new Promise<IncomingMessage>((done, fail) => {
      const send = server.startsWith('https:') ? httpsRequest : httpRequest;
      const sent = send(
        new URL(url, server),
        {
          method,
          headers: { authorization: `Bearer ${token}`, ...headers },
          rejectUnauthorized: false,
          ...(signal === undefined ? {} : { signal }),
        },
        done,
      );
      sent.on('error', fail);
      sent.end(body);
    });
  const headersOf = ({ accept, user }: Asked) => ({
    accept,
    // The rights of a user with none in RBAC but what discovery needs.
    ...(user === '' ? {} : { 'impersonate-user': user, 'impersonate-group': 'system:authenticated' }),
  });
  return {
    async ask(asked, body, contentType) {
      const headers = { ...headersOf(asked), ...(contentType === '' ? {} : { 'content-type': contentType }) };
      return readAnswer(await open(asked.method, asked.url, headers, body === '' ? undefined : body));
    },
    async *watch(asked, signal) {
      const response = await open(asked.method, asked.url, headersOf(asked), undefined, signal);
      let rest = '';
      for await (const chunk of response.setEncoding('utf8')) {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        yield* lines;
      }
    },
    async write(method, url, contentType, body) {
      const response = await open(method, url, { 'content-type': contentType }, body === '' ? undefined : body);
      const { status } = await readAnswer(response);
      return status;
    },
  };
}

async function readAnswer(response: IncomingMessage): Promise<Answered> {
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  const headers = kept.flatMap((name) => {
    const value = response.headers[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body };
}
