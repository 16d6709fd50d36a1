import { readFileSync } from 'node:fs';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { runKubectl } from '@managed-fields/kubectl/whole';
import { kubectlTexts } from '@managed-fields/source';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

interface Recorded {
  readonly files: Readonly<Record<string, string>>;
  /** What releases of kubectl print on stderr for commands with some flags. The exit code is 1, of diff 2. */
  readonly failures: readonly {
    readonly release: string;
    readonly flags: string;
    readonly stderr: string;
    readonly commands: readonly string[];
  }[];
}

/** What kubectl itself says where it cannot use its kubeconfig, and where the line is wrong too. */
const { files, failures }: Recorded = JSON.parse(
  readFileSync(new URL('./kubeconfig.cases.json', import.meta.url), 'utf8'),
);
const start = emptyCluster(await loadCatalog());

describe('a kubeconfig that cannot be used', () => {
  it.each(failures.map((each) => [each.release, each.flags, each.stderr, each] as const))(
    '%s %s: %s',
    (_, __, ___, { release, flags, stderr, commands }) => {
      const said = commands.map((command) => {
        const line = `kubectl ${command} ${flags}`;
        const given = { line, files: new Map(Object.entries(files)), namespace: 'default' };
        const ran = runKubectl(start, given, { ...kubectlTexts, release }, '2026-01-01T00:00:00Z');
        return [command, ran.stdout, ran.stderr, ran.exitCode, ran.unplayed];
      });
      const code = (command: string) => (/^diff\b/.test(command) ? 2 : 1);
      expect(said).toEqual(commands.map((command) => [command, '', stderr, code(command), undefined]));
    },
  );
});

const config = (server: string, user: string) => `
kind: Config
clusters: [{name: c, cluster: {server: "${server}"}}]
users: [{name: u, user: ${user}}]
contexts: [{name: a, context: {cluster: c, user: u, namespace: team-a}}, {name: b, context: {user: u}}]
current-context: a
`;
const play = (line: string, text: string) => {
  const command = { line, files: new Map([['~/.kube/config', text]]), namespace: 'default' };
  return runKubectl(start, command, { ...kubectlTexts, release: 'v1.36.3' }, '2026-01-01T00:00:00Z');
};

describe('a kubeconfig that is there', () => {
  it.each([
    ['https://example.com', '{token: t}', 'team-a'],
    ['https://example.com', '{username: me}', 'team-a'],
    ['https://example.com', '{client-certificate-data: YQ==, client-key-data: YQ==}', 'team-a'],
    ['https://example.com', '{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: login}}', 'team-a'],
    [
      'https://example.com',
      '{exec: {apiVersion: client.authentication.k8s.io/v1, command: login, interactiveMode: Never}}',
      'team-a',
    ],
    // kubectl may have no such provider, and no such interface.
    ['https://example.com', '{auth-provider: {name: gcp}}', undefined],
    ['http://example.com', '{exec: {apiVersion: v9, command: login, interactiveMode: Never}}', undefined],
    ['http://example.com', '{}', 'team-a'],
    // kubectl asks for a name and a password.
    ['https://example.com', '{}', undefined],
    // kubectl goes to localhost:8080.
    ['', '{token: t}', undefined],
  ])('names %s and %s', (server, user, namespace) => {
    const ran = play('kubectl get pods', config(server, user));
    expect(ran.unplayed).toEqual(namespace === undefined ? { kind: 'kubeconfig-part' } : undefined);
    expect(ran.stderr).toBe(namespace === undefined ? '' : `No resources found in ${namespace} namespace.\n`);
  });

  it.each([
    ['kubectl get pods --token=t', '{}', 'No resources found in team-a namespace.\n'],
    ['kubectl get pods --context=b --server=http://x', '{}', 'No resources found in default namespace.\n'],
    ['kubectl get pods --kubeconfig=other', '{}', 'error: stat other: no such file or directory\n'],
  ])('%s', (line, user, stderr) => {
    expect(play(line, config('https://example.com', user)).stderr).toBe(stderr);
  });

  // What kubectl v1.36.3 says.
  it.each([
    [
      '{exec: {command: login}}',
      'Error in configuration: \n* apiVersion must be specified for u to use exec authentication plugin\n* interactiveMode must be specified for u to use exec authentication plugin\n',
    ],
    [
      '{exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Sometimes, env: [{value: x}]}, auth-provider: {name: gcp}}',
      'Error in configuration: \n* authProvider cannot be provided in combination with an exec plugin for u\n* command must be specified for u to use exec authentication plugin\n* env variable name must be specified for u to use exec authentication plugin\n* invalid interactiveMode for u: "Sometimes"\n',
    ],
    [
      '{exec: {apiVersion: client.authentication.k8s.io/v1, command: login}}',
      'error: interactiveMode must be specified for u to use exec authentication plugin\n',
    ],
  ])('with a program that is not told whole: %s', (user, stderr) => {
    const ran = play('kubectl get pods', config('https://example.com', user));
    expect([ran.unplayed, ran.stderr, ran.exitCode]).toEqual([undefined, stderr, 1]);
  });

  it('says which file is not there', () => {
    expect(play('kubectl get pods --kubeconfig=other', '').missing).toEqual(['other']);
    const command = { line: 'kubectl config current-context', files: new Map(), namespace: 'default' };
    const ran = runKubectl(start, command, { ...kubectlTexts, release: 'v1.36.3' }, '2026-01-01T00:00:00Z');
    expect(ran.missing).toEqual(['~/.kube/config']);
  });
});
