import { readFileSync } from 'node:fs';
import {
  type ApiRequest,
  type CalledWebhook,
  type Cluster,
  emptyCluster,
  serve,
} from '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapFromPlain } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import '../whole.ts';

/**
 * Which webhooks a server v1.36.3 called for requests, as a program that listened for them counted: mutating ones in their
 * order, validating ones, which are called at once, by name.
 */
const {
  objects,
  cases,
}: {
  readonly objects: readonly { readonly kind: string }[];
  readonly cases: readonly {
    readonly method: ApiRequest['method'];
    readonly path: string;
    readonly body?: object;
    readonly code: number;
    readonly mutating: readonly string[];
    readonly validating: readonly string[];
  }[];
} = JSON.parse(readFileSync(new URL('./called.cases.json', import.meta.url), 'utf8'));

function send(cluster: Cluster, method: ApiRequest['method'], path: string, object?: object) {
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const body = object && ({ kind: 'value', value: mapFromPlain(object), duplicates: [] } as const);
  const query = new Map<string, string>();
  return serve(cluster, { method, path, query, contentType, ...(body && { body }) }, '2026-01-01T00:00:00Z');
}

const nameOf = ({ configuration, name }: CalledWebhook) => `${configuration}/${name}`;

describe('the webhooks that a server calls are told, whoever knows what they do', async () => {
  const admission = { plugins: 'plain', controllers: true } as const;
  let cluster = emptyCluster(await loadKubernetesTypes(), { admission });
  const post = (path: string, object: object) => {
    const served = send(cluster, 'POST', path, object);
    if (served.response.code !== 201) throw new Error(path);
    cluster = served.cluster;
  };
  for (const [name, labels] of [
    ['default', {}],
    ['kube-system', {}],
    ['team-b', { team: 'a' }],
  ] as const) {
    post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
  }
  for (const object of objects) {
    post(`/apis/admissionregistration.k8s.io/v1/${object.kind.toLowerCase()}s`, object);
  }
  for (const { method, path, body, code, mutating, validating } of cases) {
    const { response, trace, cluster: after } = send(cluster, method, path, body);
    cluster = after;
    it(`${method} ${path}`, () => {
      const called = (type: string) => (trace?.webhooks ?? []).filter((each) => each.type === type).map(nameOf);
      expect([response.code, called('mutating'), called('validating').sort()]).toEqual([code, mutating, validating]);
    });
  }
});
