import { readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { emptyCluster } from '@managed-fields/api-server';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type StartedServer, startServer } from '@managed-fields/node-server';
import { expect, test } from 'vitest';
import { type Answer, type Asked, answersTo, type Send, withoutOrder } from './answers.ts';

// What clients ask for at its borders, held against what a real server answered, word for word.

const folder = new URL('answers/', import.meta.url);
const files = readdirSync(folder).map((file): Asked => JSON.parse(readFileSync(new URL(file, folder), 'utf8')));

const sendTo =
  (server: StartedServer): Send =>
  ({ method, path, accept = 'application/json', contentType, body }) =>
    new Promise((done, failed) => {
      const type = contentType === undefined ? {} : { 'content-type': contentType };
      // Node does not say by itself how long the body of a DELETE is.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const headers = { authorization: `Bearer ${server.token}`, 'user-agent': 'recorder', accept, ...type, ...length };
      const sent = httpRequest(server.url + path, { method, headers, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        const warnings = answer.headersDistinct['warning'] ?? [];
        answer.on('end', () => done({ code: answer.statusCode ?? 0, warnings, text }));
      });
      sent.on('error', failed).end(body);
    });

const comparable = (answer: Answer | undefined) => answer && { ...answer, body: withoutOrder(answer.body) };

test.each(files)('answers as a real server does: $about', async ({ requests, kubernetes }) => {
  const catalog = await loadKubernetesTypes(kubernetes);
  const cluster = emptyCluster(catalog, { admission: { plugins: 'plain', controllers: false } });
  const server = await startServer({ protocol: 'http', cluster, kubernetes });
  try {
    const answers = await answersTo(requests, sendTo(server));
    for (const [index, { method, path, answer, differs }] of requests.entries()) {
      const request = `${method} ${path}`;
      const [here, there] = [answers[index], answer].map((each) => ({ request, answer: comparable(each) })) as [
        object,
        object,
      ];
      if (differs === undefined) expect(here).toEqual(there);
      else expect(here, `${method} ${path} is the same now: take away why it differs`).not.toEqual(there);
    }
  } finally {
    await server.close();
  }
});
