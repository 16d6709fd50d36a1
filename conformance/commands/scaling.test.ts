import { emptyCluster } from '@managed-fields/api-server/whole';
import { type RanCommand, runKubectl } from '@managed-fields/kubectl/whole';
import { formatJson } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { kubectlHost } from '../replay/kubectl-host.ts';

const files = new Map([
  [
    'web.json',
    JSON.stringify({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'web', image: 'nginx:1' }] } },
      },
    }),
  ],
]);

const catalog = await loadCatalog();

/** Plays commands, and returns the result of the last; those before it must not fail. */
function play(...lines: readonly string[]): RanCommand {
  let cluster = emptyCluster(catalog);
  let last: RanCommand | undefined;
  for (const line of lines) {
    expect(last?.stderr ?? '').toBe('');
    const command = { line, files, namespace: 'ns', enforceNamespace: true };
    last = runKubectl(cluster, command, kubectlHost('v1.36.3', files, new Map()), '2026-01-01T00:00:00Z');
    cluster = last.cluster;
  }
  if (last === undefined) throw new Error('no command');
  return last;
}

/** A scaler that is there already. */
const before = ['kubectl create -f web.json', 'kubectl autoscale deploy web --max=2'] as const;

const incompatible = 'failed to create autoscaling/v2 HPA and the configuration is incompatible with autoscaling/v1';
const olderFlag =
  "Flag --cpu-percent has been deprecated, Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).\n";
const noUse =
  'The HorizontalPodAutoscaler "web" is invalid: spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0\n';
const there = 'Error from server (AlreadyExists): horizontalpodautoscalers.autoscaling "web" already exists\n';

/**
 * The flags of a scaler that cannot be created, what kubectl v1.36.3 says then, and which versions it tries; its bodies
 * are not JSON, so that no recording holds them.
 */
const refused: readonly (readonly [flags: string, stderr: string, versions: readonly string[]])[] = [
  ['', `error: ${incompatible}: empty input\n`, ['v2']],
  ['--memory=50%', `error: ${incompatible}: empty input\n`, ['v2']],
  ['--cpu=500m', `error: ${incompatible}: %!w(<nil>)\n`, ['v2']],
  ['--cpu=50% --memory=50%', `error: ${incompatible}: %!w(<nil>)\n`, ['v2']],
  ['--cpu=50%', there, ['v2', 'v1']],
  ['--cpu=" 50% " --min=2', there, ['v2', 'v1']],
  ['--cpu=500m --cpu-percent=0', `${olderFlag}${noUse}`, ['v2', 'v1']],
];

it.each(refused)('kubectl autoscale deploy web %s', (flags, stderr, versions) => {
  const ran = play(...before, `kubectl autoscale deploy web --max=3 ${flags}`);
  const [, ...posts] = ran.requests.map(({ request }) => request.path);
  expect([ran.stdout, ran.stderr, posts]).toEqual([
    '',
    stderr,
    versions.map((version) => `/apis/autoscaling/${version}/namespaces/ns/horizontalpodautoscalers`),
  ]);
});

// Upstream: pkg/cmd/autoscale/autoscale.go canCreateHPAV1, createHorizontalPodAutoscalerV1.
it.each([
  ['--cpu=50%', { maxReplicas: 3 }],
  ['--cpu=50% --min=2', { minReplicas: 2, maxReplicas: 3 }],
])('kubectl autoscale deploy web %s says as much to the older version as it can', (flags, spec) => {
  const ran = play(...before, `kubectl autoscale deploy web --max=3 ${flags}`);
  const body = ran.requests.at(-1)?.request.body;
  expect(body?.kind === 'value' && JSON.parse(formatJson(body.value))).toEqual({
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v1',
    metadata: { name: 'web', namespace: 'ns' },
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' }, ...spec },
    status: { currentReplicas: 0, desiredReplicas: 0 },
  });
});

it('kubectl autoscale with both flags of the CPU leaves 0 percent to the older version', () => {
  const line = 'kubectl autoscale deploy web --max=3 --cpu-percent=0';
  const specOf = (more: string) => {
    const body = play(...before, `${line} ${more}`).requests.at(-1)?.request.body;
    return body?.kind === 'value' ? JSON.parse(formatJson(body.value)).spec.targetCPUUtilizationPercentage : undefined;
  };
  expect([specOf('--cpu=50%'), specOf('--cpu=500m'), specOf('--cpu=500m --memory=1Gi')]).toEqual([0, 0, undefined]);
});

it('kubectl scale compares the version that it is told, and no size where it is told none', () => {
  const ran = play(before[0], 'kubectl scale deploy web --replicas=2 --resource-version=7');
  expect(ran.stderr).toBe('error: Expected resource version to be 7, was 1\n');
});
