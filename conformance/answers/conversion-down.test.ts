import { readFileSync } from 'node:fs';
import { type ApiRequest, type ApiResponse, emptyCluster, serve } from '@managed-fields/api-server/whole';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { formatJson, parseJson } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { timeOf } from '../replay/request.ts';
import { shownAnswer } from './shown.ts';

/** A request, the content type of its body, the body (null: none), and what is compared of the answer. */
type Row = readonly [asked: string, contentType: string, body: unknown, answer: string];

/** Requests to real servers after the webhook that converts a kind went down, and what is made before. */
interface Cases {
  readonly before: readonly (readonly [path: string, object: object])[];
  readonly answers: Readonly<Record<string, readonly Row[]>>;
}

const cases: Cases = JSON.parse(readFileSync(new URL('./conversion-down.cases.json', import.meta.url), 'utf8'));

function requestOf([asked, contentType, sent]: Row): ApiRequest {
  const [method = '', target = ''] = asked.split(' ');
  const [path = '', query = ''] = target.split('?');
  const request = { method: method as 'GET', path, query: new Map(new URLSearchParams(query)), userAgent: 'curl/8.0' };
  if (sent === null) return { ...request, conversionDown: true };
  const bodyText = JSON.stringify(sent);
  return { ...request, contentType, bodyText, body: decodeBody(bodyText, contentType), conversionDown: true };
}

/** What is compared; the revisions of objects are others on each server. */
function shownDown({ body, ...rest }: ApiResponse): string {
  const masked = parseJson(formatJson(body).replaceAll(/revision=\d+/g, 'revision=R'));
  if (masked.kind === 'error') throw new Error(masked.message);
  return shownAnswer({ ...rest, body: masked.value }, 'no namespace of its own');
}

it.each(Object.entries(cases.answers))('a kube-apiserver %s answers while nobody converts', async (release, rows) => {
  let cluster = emptyCluster(await loadCatalog(release as PlayedVersion));
  for (const [path, object] of cases.before) {
    const posted: Row = [`POST ${path}`, 'application/json', object, ''];
    const { cluster: after, response } = serve(cluster, { ...requestOf(posted), conversionDown: false }, timeOf(0));
    expect(response.code).toBe(201);
    cluster = after;
  }
  const given = rows.map((row) => {
    const served = serve(cluster, requestOf(row), timeOf(1));
    cluster = served.cluster;
    return [...row.slice(0, 3), shownDown(served.response)];
  });
  expect(given).toEqual(rows);
});
