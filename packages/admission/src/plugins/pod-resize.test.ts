import { type Cluster, emptyCluster, serve } from '@managed-fields/api-server';
import { loadKubernetesTypes, versionNamed } from '@managed-fields/kubernetes-types';
import { isMap, mapFromPlain, stringAt } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import '../whole.ts';

const pods = '/api/v1/namespaces/ns/pods';
const size = (cpu: string) => ({ containers: [{ name: 'c', image: 'x', resources: { requests: { cpu } } }] });

/** What a server answers when a Pod is resized whose node no step created. */
async function resized(release: string, controllers: boolean): Promise<string> {
  let cluster: Cluster = emptyCluster(await loadKubernetesTypes(versionNamed(release)), {
    admission: { plugins: 'plain', controllers },
  });
  const send = (method: 'POST' | 'PATCH', path: string, body: object): string => {
    const contentType = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
    const sent = { body: { kind: 'value', value: mapFromPlain(body), duplicates: [] } } as const;
    const served = serve(cluster, { method, path, query: new Map(), contentType, ...sent }, '2026-01-01T00:00:00Z');
    cluster = served.cluster;
    const { body: answer, code } = served.response;
    return `${code} ${(isMap(answer) && stringAt(answer, 'message')) || ''}`;
  };
  send('POST', pods, { metadata: { name: 'a' }, spec: { nodeName: 'n', ...size('1') } });
  return send('PATCH', `${pods}/a/resize`, { spec: size('2') });
}

it('takes nodes that no step created to be there and to have room', async () => {
  expect(await resized('v1.36.3', true)).toBe('200 ');
  expect(await resized('v1.36.3', false)).toBe('403 pods "a" is forbidden: node "n" not found');
});

it('asks no node before v1.36', async () => {
  expect(await resized('v1.35.4', false)).toBe('200 ');
});
