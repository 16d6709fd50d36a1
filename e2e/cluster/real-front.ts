import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command as a user runs it, against the server of `pnpm e2e:cluster`. */
export interface RealFront {
  /** Starts `managed-fields cluster` with more options. */
  start(
    options: readonly string[],
  ): Promise<{ readonly address: string; readonly token: string; end(): Promise<void> }>;
  /** Starts a `kubectl proxy` at a port, as people do without the command. */
  bare(): Promise<{ readonly origin: string; end(): Promise<void> }>;
  /** Runs kubectl, and returns what it prints. */
  kubectl(args: readonly string[]): Promise<string>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns what runs the command; undefined where no server and no kubectl were named. */
export function kubectlFront(): RealFront | undefined {
  const { E2E_CLUSTER: server, E2E_CLUSTER_TOKEN: token = 'admin', E2E_KUBECTL: kubectl } = process.env;
  if (server === undefined || kubectl === undefined) return undefined;
  const config = join(mkdtempSync(join(tmpdir(), 'kubeconfig-')), 'config');
  const named = { name: 'test' };
  const content = {
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'test' },
    clusters: [{ ...named, cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ ...named, user: { token } }],
    contexts: [{ ...named, context: { cluster: 'test', user: 'test', namespace: 'default' } }],
  };
  writeFileSync(config, JSON.stringify(content));
  return {
    async start(options) {
      const program = [
        'tsx',
        'packages/cli/src/from-source.ts',
        '--kubeconfig',
        config,
        '--kubectl',
        kubectl,
        '-o',
        'json',
      ];
      const { child, line } = await started(process.execPath, ['--import', ...program, ...options], /^\{.*\n/);
      const { address }: { address: string } = JSON.parse(line);
      return { address, token: address.split('#t/')[1] ?? '', end: () => ended(child) };
    },
    async bare() {
      const args = [`--kubeconfig=${config}`, 'proxy', '--port=0'];
      const { child, line } = await started(kubectl, args, /^Starting to serve on \S+\n/);
      return { origin: `http://${line.trim().split(' ').at(-1)}`, end: () => ended(child) };
    },
    async kubectl(args) {
      const { stdout, stderr } = spawnSync(kubectl, [`--kubeconfig=${config}`, ...args], { encoding: 'utf8' });
      return stdout + stderr;
    },
  };
}

/** Starts a program, and waits until it has printed a line. */
function started(
  program: string,
  args: readonly string[],
  line: RegExp,
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((done, failed) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const found = line.exec(printed)?.[0];
      if (found !== undefined) done({ child, line: found });
    });
    child.on('exit', (code) => failed(new Error(`${program} ended with ${code}`)));
  });
}

function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  return gone;
}
