import { readFileSync } from 'node:fs';
import { type ApiRequest, type Cluster, emptyCluster, serve, setLive } from '@managed-fields/api-server/whole';
import { formatJson, valueFromPlain } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { timeOf } from '../replay/request.ts';

/**
 * Webhooks of conversion that nobody answers at, with what a real kube-apiserver v1.36.3 said of a GET at another version,
 * apart from the name server that it asked.
 */
interface Cases {
  readonly services: readonly object[];
  readonly rows: readonly (readonly [clientConfig: object, why: string])[];
}

const cases: Cases = JSON.parse(readFileSync(new URL('./webhooks.cases.json', import.meta.url), 'utf8'));
const contentType = 'application/json';
const foos = '/namespaces/default/foos';

function post(cluster: Cluster, path: string, object: object): Cluster {
  const bodyText = JSON.stringify(object);
  const body = decodeBody(bodyText, contentType);
  const request: ApiRequest = { method: 'POST', path, query: new Map(), contentType, body, bodyText };
  const served = serve(cluster, request, timeOf(0));
  expect(served.response.code, formatJson(served.response.body)).toBe(201);
  return served.cluster;
}

/** The Services are those of a server whose range of addresses is the loopback of its host. */
const start = cases.services.reduce(
  (cluster: Cluster, service) => {
    const set = setLive(cluster, valueFromPlain({ apiVersion: 'v1', kind: 'Service', ...service }));
    if (set.kind === 'refused') throw new Error(set.message);
    return set.cluster;
  },
  emptyCluster(await loadCatalog('v1.36.3')),
);

function definitionWith(clientConfig: object): object {
  const schema = { openAPIV3Schema: { type: 'object' } };
  return {
    metadata: { name: 'foos.cases.example.com' },
    spec: {
      group: 'cases.example.com',
      scope: 'Namespaced',
      names: { plural: 'foos', kind: 'Foo' },
      versions: ['v1', 'v2'].map((name) => ({ name, served: true, storage: name === 'v1', schema })),
      conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } },
    },
  };
}

it.each(cases.rows)('nobody converts at %j', (clientConfig, why) => {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const defined = post(start, definitions, definitionWith(clientConfig));
  const foo = { apiVersion: 'cases.example.com/v1', kind: 'Foo', metadata: { name: 'x' } };
  const cluster = post(defined, `/apis/cases.example.com/v1${foos}`, foo);
  const path = `/apis/cases.example.com/v2${foos}/x`;
  const { response } = serve(cluster, { method: 'GET', path, query: new Map(), conversionDown: true }, timeOf(1));
  const message = `conversion webhook for cases.example.com/v1, Kind=Foo failed: ${why}`;
  expect([response.code, JSON.parse(formatJson(response.body))]).toMatchObject([500, { message }]);
});
