import { type Cluster, emptyCluster, serve } from '@managed-fields/api-server/whole';
import { decodeBody } from '@managed-fields/source';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { timeOf } from '../replay/request.ts';
import {
  answerOf,
  type DefinitionRequest,
  definitionCases,
  keptDefinitionAnswer,
  requestOf,
  storingRequests,
} from './definitions.ts';

const { release, rows, otherwise } = definitionCases;

function ask(cluster: Cluster, request: DefinitionRequest, options: ReadonlyMap<string, string>) {
  const body = decodeBody(request.bodyText, request.contentType);
  return serve(cluster, { ...request, query: options, userAgent: 'curl/8.0', body }, timeOf(0));
}

describe.each([release, ...Object.keys(otherwise)])('definitions asked of a server of %s', async (version) => {
  const catalog = await loadCatalog(version);
  const start = storingRequests(definitionCases).reduce(
    (cluster, request) => ask(cluster, request, new Map()).cluster,
    emptyCluster(catalog),
  );
  const asked = version === release ? [...rows.keys()] : Object.keys(otherwise[version] ?? {}).map(Number);
  const aboutOf = (index: number) => rows[index]?.[0] ?? '';
  it.each([...new Set(asked.map(aboutOf))])('%s is answered as it answers', (about) => {
    const indexes = asked.filter((index) => aboutOf(index) === about);
    const answers = indexes.map((index) => {
      const row = rows[index] ?? ['', {}, []];
      const request = requestOf(definitionCases, row);
      const { response } = ask(start, request, new Map([['dryRun', 'All']]));
      const shown = (answer: readonly string[]) => `${JSON.stringify(row[1])}\n${answer.join('\n')}`;
      return [
        shown(answerOf(response, request)),
        shown(keptDefinitionAnswer(definitionCases, version, index)),
      ] as const;
    });
    const wrong = answers.filter(([given, wanted]) => given !== wanted);
    expect(wrong.map(([given]) => given)).toEqual(wrong.map(([, wanted]) => wanted));
  });
});
