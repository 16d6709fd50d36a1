import { readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { emptyCluster } from '@managed-fields/api-server';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type StartedServer, startServer } from '@managed-fields/node-server';
import { describe, expect, test } from 'vitest';
import { type Json, normalObjects, objectsIn, type RecordedClient, type RecordedRequest } from './normal-objects.ts';

// What real clients sent, sent again: the objects afterwards are those that they left on a real server.

const folder = new URL('recorded/', import.meta.url);
const clients = readdirSync(folder).map(
  (file): RecordedClient => JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
);

interface Got {
  readonly code: number;
  readonly text: string;
}

function send(
  server: StartedServer,
  { method, path, contentType, userAgent, body, protobuf }: Omit<RecordedRequest, 'code'>,
): Promise<Got> {
  const type = protobuf === undefined ? contentType : 'application/vnd.kubernetes.protobuf';
  const bytes = protobuf === undefined ? Buffer.from(body ?? '') : Buffer.from(protobuf, 'base64');
  const headers = {
    'content-length': bytes.length,
    authorization: `Bearer ${server.token}`,
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
  };
  return new Promise((done, failed) => {
    const sent = httpRequest(server.url + path, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => done({ code: answer.statusCode ?? 0, text }));
    });
    sent.on('error', failed);
    sent.end(bytes);
  });
}

async function objectsAfter(requests: readonly RecordedRequest[], { namespace, custom }: RecordedClient) {
  // No controllers ran beside the server that was recorded.
  const cluster = emptyCluster(await loadKubernetesTypes(), { admission: { plugins: 'plain', controllers: false } });
  const server = await startServer({ protocol: 'http', cluster });
  try {
    const codes: number[] = [];
    for (const request of requests) codes.push((await send(server, request)).code);
    const get = async (path: string): Promise<Json> => JSON.parse((await send(server, { method: 'GET', path })).text);
    return { codes, objects: await objectsIn(namespace, get, custom) };
  } finally {
    await server.close();
  }
}

test('there are recordings, and some have bodies in protobuf', () => {
  expect(clients.length).toBeGreaterThan(3);
  expect(clients.some(({ requests }) => requests.some(({ protobuf }) => protobuf !== undefined))).toBe(true);
});

describe.each(clients)('$client', (recorded) => {
  const { requests, objects, namespace } = recorded;
  test('leaves the objects that it left on a real server', async () => {
    const after = await objectsAfter(requests, recorded);
    expect(after.codes).toEqual(requests.map(({ code }) => code));
    expect(after.objects).toEqual(normalObjects(objects));
  });

  test('leaves others without its last write to one of them', async () => {
    const left = objects.map((each) => each as { readonly kind: string; readonly metadata: { readonly name: string } });
    const isOfOne = ({ code, path, method, body, protobuf }: RecordedRequest) => {
      const parts = path.split('?')[0]?.split('/') ?? [];
      const [plural = '', name] = parts.slice(parts.indexOf(namespace) + 1);
      const sent = body ?? Buffer.from(protobuf ?? '', 'base64').toString('latin1');
      // A name in JSON, or in protobuf, where an empty generateName follows it.
      const names = (text: string) => sent.includes(`"${text}"`) || sent.includes(`${text}\x12\0`);
      // `networkpolicies` begins as its kind does, but for the last letter.
      const isLeft = left.some(
        ({ kind, metadata }) =>
          plural.startsWith(kind.toLowerCase().slice(0, -1)) &&
          (name === undefined ? names(metadata.name) : name === metadata.name),
      );
      return code < 300 && method !== 'DELETE' && !path.includes('dryRun') && isLeft;
    };
    // A tool may send once more what is there already.
    const isRepeated = ({ method, path, body }: RecordedRequest, index: number) => {
      const before = requests.slice(0, index).findLast((each) => each.path === path);
      return body !== undefined && before?.method === method && before.body === body && before.code < 300;
    };
    const last = requests.findLastIndex((each, index) => isOfOne(each) && !isRepeated(each, index));
    const after = await objectsAfter(requests.toSpliced(last, 1), recorded);
    expect(after.objects).not.toEqual(normalObjects(objects));
  });
});
