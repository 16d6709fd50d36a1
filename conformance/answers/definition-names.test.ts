import { readFileSync } from 'node:fs';
import { type ApiRequest, type Cluster, emptyCluster, serve } from '@managed-fields/api-server/whole';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { formatJson } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { timeOf } from '../replay/request.ts';

/** `status.acceptedNames`, and the conditions as `type status reason: message`. */
type Status = readonly [names: object, conditions: readonly string[]];

/**
 * A definition that is created with these names, gets them, or is deleted, and the statuses that this changes, each by its plural. All of a
 * play are of one group and have a finalizer.
 */
type Step = readonly [plural: string, names: object | null, changed: Readonly<Record<string, Status>>];

/** What the controllers of a real kube-apiserver made of the names of definitions, a while after each step. */
interface Cases {
  readonly release: PlayedVersion;
  /** Short words for conditions that come often. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly plays: Readonly<Record<string, readonly Step[]>>;
}

const cases: Cases = JSON.parse(readFileSync(new URL('./definition-names.cases.json', import.meta.url), 'utf8'));
const start = emptyCluster(await loadCatalog(cases.release));
const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const nameOf = (plural: string) => `${plural}.cases.example.com`;

function requestOf(
  plural: string,
  names: object | null,
  isNew: boolean,
): Pick<ApiRequest, 'method' | 'path' | 'contentType' | 'bodyText'> {
  const path = `${collection}/${nameOf(plural)}`;
  if (names === null) return { method: 'DELETE', path };
  const patch = JSON.stringify({ spec: { names } });
  if (!isNew) return { method: 'PATCH', path, contentType: 'application/merge-patch+json', bodyText: patch };
  const schema = { openAPIV3Schema: { type: 'object' } };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: nameOf(plural), finalizers: ['a.b/c'] },
    spec: {
      ...{ group: 'cases.example.com', scope: 'Namespaced', names },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
  return { method: 'POST', path: collection, contentType: 'application/json', bodyText: JSON.stringify(definition) };
}

function statusOf(cluster: Cluster, plural: string): Status {
  const path = `${collection}/${nameOf(plural)}`;
  const { status } = JSON.parse(
    formatJson(serve(cluster, { method: 'GET', path, query: new Map() }, timeOf(0)).response.body),
  );
  const conditions: readonly Readonly<Record<string, string>>[] = status.conditions;
  const words = conditions.map(({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`);
  return [status.acceptedNames, words];
}

it.each(Object.entries(cases.plays))('%s', (_about, steps) => {
  let cluster = start;
  const known = new Map<string, Status>();
  for (const [index, [plural, names, changed]] of steps.entries()) {
    const request = requestOf(plural, names, !known.has(plural));
    const { contentType, bodyText } = request;
    const body = contentType === undefined || bodyText === undefined ? {} : { body: decodeBody(bodyText, contentType) };
    cluster = serve(cluster, { ...request, ...body, query: new Map() }, timeOf(index)).cluster;
    for (const [name, [accepted, words]] of Object.entries(changed)) {
      known.set(name, [accepted, words.map((word) => cases.conditions[word] ?? word)]);
    }
    for (const [name, status] of known) expect(statusOf(cluster, name), `${name} after step ${index}`).toEqual(status);
  }
});
