import { emptyCluster } from '@managed-fields/api-server/whole';
import type { Value } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import type { Unplayed } from './unplayed.ts';
import { runKubectl } from './whole.ts';

/** A plugin of kustomize's own. */
const plugin = new Map<string, Value>([
  ['apiVersion', 'builtin'],
  ['kind', 'PrefixTransformer'],
  ['metadata', new Map([['name', 'x']])],
]);
const host = {
  release: 'v1.36.3',
  read: (text: string) =>
    text === 'plugins' ? [{ kind: 'value' as const, value: new Map([['transformers', ['plugin']]]) }] : [],
  readCore: (text: string) => (text === 'plugin' ? [{ kind: 'value' as const, value: plugin }] : []),
  printYaml: () => '',
};
const noKinds = { find: () => undefined, findKind: () => undefined, isBuiltinGroup: () => false, names: () => [] };

/** Commands that kubectl has, and what of them is not played. */
const lines: readonly (readonly [line: string, unplayed: Unplayed])[] = [
  ...['auth reconcile', 'cluster-info dump', 'top pod', 'cluster-info'].map(
    (command) => [`kubectl ${command} x --nope`, { kind: 'command', command }] as const,
  ),
  ...['logs', 'kuberc', 'alpha'].map((command) => [`kubectl ${command}`, { kind: 'command', command }] as const),
  ['kubectl config view', { kind: 'kubeconfig' }],
  ['kubectl config use-context x', { kind: 'kubeconfig' }],
  ['KUBECONFIG=none:more kubectl config set-cluster x', { kind: 'kubeconfig' }],
  ['kubectl config set clusters.x.- y --kubeconfig=none', { kind: 'kubeconfig-part' }],
  ['kubectl config set preferences.x y --kubeconfig=none', { kind: 'kubeconfig-part' }],
  ['kubectl config set users.x.exec y --kubeconfig=none', { kind: 'kubeconfig-part' }],
  ['kubectl config set extensions.x y --kubeconfig=none', { kind: 'kubeconfig-part' }],
  ['KUBECONFIG=none kubectl get pods', { kind: 'kubeconfig' }],
  ['kubectl get pods --kubeconfig=empty', { kind: 'kubeconfig-part' }],
  ['kubectl set selector svc a b=c --kubeconfig=empty --context=x', { kind: 'kubeconfig-part' }],
  ['kubectl get -f x.json -n y --kubeconfig=empty --context=x', { kind: 'kubeconfig-part' }],
  ['kubectl get a/b,c -n y --kubeconfig=empty --context=x', { kind: 'kubeconfig-part' }],
  ['kubectl get -n y --kubeconfig=empty --context=x', { kind: 'kubeconfig-part' }],
  ['kubectl get -f x.json --request-timeout=x', { kind: 'flag', flag: '--request-timeout' }],
  ['kubectl config set-context a b', { kind: 'help', command: 'config set-context' }],
  ['kubectl config delete-user', { kind: 'kubeconfig' }],
  ['kubectl config set-credentials x --exec-env=y', { kind: 'help', command: 'config set-credentials' }],
  ['kubectl top po x', { kind: 'command', command: 'top pod' }],
  ['kubectl', { kind: 'help', command: '' }],
  ['kubectl -n x', { kind: 'help', command: '' }],
  ['kubectl rollout', { kind: 'help', command: 'rollout' }],
  ['kubectl set', { kind: 'help', command: 'set' }],
  ['kubectl certificate aprove x', { kind: 'help', command: 'certificate' }],
  ['kubectl create secret', { kind: 'help', command: 'create secret' }],
  ['kubectl get --help', { kind: 'help', command: 'get' }],
  ['kubectl create deployment -h', { kind: 'help', command: 'create deployment' }],
  ['kubectl get --raw=/openapi/v2', { kind: 'path', path: '/openapi/v2' }],
  ['kubectl get --raw=/openapi/v3/version', { kind: 'path', path: '/openapi/v3/version' }],
  ['kubectl create -f x.json --raw=/x', { kind: 'flag', flag: '--raw' }],
  ['kubectl create -f x.json --edit', { kind: 'flag', flag: '--edit' }],
  ['kubectl set env deploy/x --list --resolve', { kind: 'flag', flag: '--resolve' }],
  ['kubectl kustomize d --enable-helm', { kind: 'flag', flag: '--enable-helm' }],
  ['kubectl apply -k plugins', { kind: 'kustomize', field: 'transformers' }],
  ['kubectl apply -k https://example.com/x', { kind: 'url', url: 'https://example.com/x' }],
  ['kubectl apply -f x.json --record', { kind: 'flag', flag: '--record' }],
  ['kubectl apply -f https://example.com/x.yaml', { kind: 'url', url: 'https://example.com/x.yaml' }],
];

it.each(lines)('%s', (line, unplayed) => {
  const command = {
    line,
    files: new Map([
      ['x.json', ''],
      ['empty', ''],
      ['plugins/kustomization.yaml', 'plugins'],
    ]),
    namespace: 'default',
  };
  const ran = runKubectl(emptyCluster(noKinds), command, host, '2026-01-01T00:00:00Z');
  expect([ran.unplayed, ran.stdout, ran.exitCode]).toEqual([unplayed, '', 1]);
  // Only the warning about the flag is kubectl's.
  expect(ran.stderr).toBe(
    line.includes('--record') ? 'Flag --record has been deprecated, --record will be removed in the future\n' : '',
  );
});
