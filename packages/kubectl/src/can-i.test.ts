import { readFileSync } from 'node:fs';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { expect, it } from 'vitest';
import { runKubectl } from './run-shell.ts';

/** What kubectl v1.36.3 says to somebody who may do all: the line, both texts and the exit code. */
const cases: readonly (readonly [line: string, stdout: string, stderr: string, exitCode: number])[] = JSON.parse(
  readFileSync(new URL('./cases/can-i.json', import.meta.url), 'utf8'),
);

const host = { release: 'v1.36.3', read: () => [], readCore: () => [], printYaml: () => '' };
const names = [
  { group: '', plural: 'pods', singular: 'pod', kind: 'Pod', shortNames: ['po'], namespaced: true },
  { group: '', plural: 'nodes', singular: 'node', kind: 'Node', shortNames: ['no'], namespaced: false },
  {
    group: 'apps',
    plural: 'deployments',
    singular: 'deployment',
    kind: 'Deployment',
    shortNames: ['deploy'],
    namespaced: true,
  },
  {
    group: 'rbac.authorization.k8s.io',
    ...{ plural: 'clusterroles', singular: 'clusterrole', kind: 'ClusterRole', shortNames: [], namespaced: false },
  },
].map((each) => ({ ...each, preferredVersion: 'v1' }));
const catalog = { find: () => undefined, findKind: () => undefined, isBuiltinGroup: () => true, names: () => names };

it.each(cases)('%s', (line, stdout, stderr, exitCode) => {
  const command = { line, files: new Map(), namespace: 'default' };
  const ran = runKubectl(emptyCluster(catalog), command, host, '2026-01-01T00:00:00Z');
  expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual([stdout, stderr, exitCode]);
});
