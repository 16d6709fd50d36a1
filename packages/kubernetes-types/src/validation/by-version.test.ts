import { emptyCluster, serve } from '@managed-fields/api-server/whole';
import { mapAt, parseJson, stringAt, type Value } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { loadKubernetesTypes } from '../catalog/kubernetes-types.ts';
import type { PlayedVersion } from '../versions.ts';

const labels = { app: 'web' };
const container = { name: 'a', image: 'a' };
const template = (spec: object) => ({ metadata: { labels }, spec: { containers: [container], ...spec } });
const replicaSet = (spec: object) => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web' },
  spec: { selector: { matchLabels: labels }, template: template(spec) },
});

/** The message of a server's refusal of a ReplicaSet; `created` where it takes it. */
async function answerTo(version: PlayedVersion, spec: object): Promise<string> {
  const read = parseJson(JSON.stringify(replicaSet(spec)));
  const value: Value = read.kind === 'value' ? read.value : null;
  const { response } = serve(
    emptyCluster(await loadKubernetesTypes(version)),
    {
      method: 'POST',
      path: '/apis/apps/v1/namespaces/default/replicasets',
      query: new Map(),
      contentType: 'application/json',
      body: { kind: 'value', value, duplicates: [] },
    },
    '2026-01-01T00:00:00Z',
  );
  return response.code === 201
    ? 'created'
    : (stringAt(mapAt(new Map([['body', response.body]]), 'body'), 'message') ?? '');
}

// As v1.36.3 and v1.37.0 answered dry runs.
test.each([
  [
    'v1.36',
    { securityContext: { seLinuxChangePolicy: 'MountOption' } },
    'ReplicaSet.apps "web" is invalid: spec.template.spec.securityContext.seLinuxChangePolicy: Unsupported value: "MountOption": supported values: "Recursive"',
  ],
  ['v1.37', { securityContext: { seLinuxChangePolicy: 'MountOption' } }, 'created'],
  ['v1.36', { volumes: [{ name: 'v', image: { pullPolicy: 'Always' } }] }, 'created'],
  [
    'v1.37',
    { volumes: [{ name: 'v', image: { pullPolicy: 'Always' } }] },
    'ReplicaSet.apps "web" is invalid: spec.template.spec.volumes[0].image.reference: Required value',
  ],
] as const)('%s answers to %j', async (version, spec, message) => {
  expect(await answerTo(version, spec)).toBe(message);
});
