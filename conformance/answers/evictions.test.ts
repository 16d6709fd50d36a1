import { type Cluster, emptyCluster, serve, setLive } from '@managed-fields/api-server/whole';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { formatJson, valueFromPlain } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { timeOf } from '../replay/request.ts';

const needs = 'The disruption budget b needs 1 healthy pods and has 1 currently';
const tooBig = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
const negative = 'pdb disruptions allowed is negative';
const now = 'The disruption budget b does not allow evicting pods currently';

/**
 * Evictions from a budget that lets some more Pods go and waits for others, with the message of the answer and its causes: the
 * answers of real servers. None of these takes a budget that allows less than nothing, of which the words are those of
 * k8s.io/kubernetes pkg/registry/core/pod/storage/eviction.go checkAndDecrement.
 */
it.each<readonly [PlayedVersion, waiting: number, allowed: number, told: string, causes: readonly string[]]>([
  ['v1.36.3', 2000, 1, '', []],
  ['v1.36.3', 2000, 0, "Cannot evict pod as it would violate the pod's disruption budget.", [needs]],
  ['v1.36.3', 2001, 0, tooBig, []],
  ['v1.36.3', 2001, 1, tooBig, []],
  ['v1.36.3', 0, -1, negative, []],
  ['v1.38.0-beta.0', 2000, 1, '', []],
  ['v1.38.0-beta.0', 2001, 0, tooBig, [`${now}: too many pending evictions not confirmed by PDB controller`]],
  ['v1.38.0-beta.0', 0, -1, negative, [`${now}: ${negative}`]],
])('%s: %i on their way out, %i allowed', async (version, waiting, allowed, told, causes) => {
  const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
  const containers = [{ name: 'c', image: 'i' }];
  const disruptedPods = Object.fromEntries(Array.from({ length: waiting }, (_, i) => [`p${i}`, timeOf(0)]));
  const budget = { currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, disruptionsAllowed: allowed, disruptedPods };
  const objects = [
    {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', labels: { a: 'x' } } },
      ...{ spec: { nodeName: 'n', containers }, status },
    },
    {
      ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'b' } },
      ...{ spec: { selector: { matchLabels: { a: 'x' } } }, status: budget },
    },
  ];
  const cluster = objects.reduce(
    (state: Cluster, object) => {
      const set = setLive(state, valueFromPlain(object));
      if (set.kind === 'refused') throw new Error(set.message);
      return set.cluster;
    },
    emptyCluster(await loadCatalog(version)),
  );
  const contentType = 'application/json';
  const body = decodeBody('{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"a"}}', contentType);
  const path = '/api/v1/namespaces/default/pods/a/eviction';
  const query = new Map([['dryRun', 'All']]);
  const { response } = serve(cluster, { method: 'POST', path, query, contentType, body }, timeOf(1));
  const { message = '', details } = JSON.parse(formatJson(response.body));
  const isForbidden = response.code === 403;
  expect(message).toBe(isForbidden ? `poddisruptionbudget.policy "b" is forbidden: ${told}` : told);
  expect(details?.causes ?? []).toEqual(causes.map((each) => ({ reason: 'DisruptionBudget', message: each })));
});
