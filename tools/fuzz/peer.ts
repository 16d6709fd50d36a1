import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../go', import.meta.url));

/**
 * A program that is built of tools/go: a native one, or WebAssembly with the script that runs it; and the folder into which it
 * counts what it reached, where it does.
 */
export type Built = { readonly command: string; readonly arguments: readonly string[]; readonly counts?: string };

/** Whether Go is installed here. */
export function hasGo(): boolean {
  return spawnSync('go', ['version']).status === 0;
}

/** What is counted where somebody asks what was reached: upstream's libraries, and the program itself, which would not tell otherwise. */
const counted = '.,sigs.k8s.io/structured-merge-diff/v6/...,k8s.io/apimachinery/pkg/util/managedfields/...';

/**
 * Builds tools/go: with another release of structured-merge-diff where one is named, or so that it counts what it reaches of
 * upstream's libraries. Throws with the compiler's words where that fails.
 */
export function buildPeer(target: 'native' | 'wasm', library?: string, cover = false): Built {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const built = join(folder, target === 'wasm' ? 'peer.wasm' : 'peer');
  const system = target === 'wasm' ? { GOOS: 'js', GOARCH: 'wasm' } : {};
  if (cover) {
    go(['build', '-cover', `-coverpkg=${counted}`, '-o', built, '.'], source, system);
    return { command: built, arguments: [], counts: mkdtempSync(join(tmpdir(), 'reached-')) };
  }
  if (library === undefined) go(['build', '-o', built, '.'], source, system);
  else {
    copyWith(folder, library);
    go(['build', '-mod=mod', '-o', built, '.'], folder, { ...system, GOTOOLCHAIN: 'auto' });
  }
  if (target === 'native') return { command: built, arguments: [] };
  const root = spawnSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).stdout.trim();
  return {
    command: process.execPath,
    arguments: ['--stack-size=65500', join(root, 'lib/wasm/wasm_exec_node.js'), built],
  };
}

function go(options: readonly string[], folder: string, environment: Readonly<Record<string, string>>): void {
  const ran = spawnSync('go', options, { cwd: folder, env: { ...process.env, ...environment }, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`go ${options[0]} failed: ${ran.stderr}`);
}

/**
 * The libraries of Kubernetes that import a major version of structured-merge-diff other than that of tools/go, and the release
 * of Go that they want.
 */
const builtFor: Readonly<Record<string, { readonly kubernetes: string; readonly go: string }>> = {
  v4: { kubernetes: 'v0.33.13', go: '1.24.0' },
  v7: { kubernetes: 'v0.38.0-beta.0', go: '1.27.0' },
};

/** Copies tools/go into a folder, there to be built with a release of structured-merge-diff. */
function copyWith(folder: string, library: string): void {
  const major = library.slice(0, library.indexOf('.'));
  const module = `sigs.k8s.io/structured-merge-diff/${major}`;
  const other = builtFor[major];
  for (const name of readdirSync(source).filter((each) => each.endsWith('.go'))) {
    const text = readFileSync(join(source, name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll('sigs.k8s.io/structured-merge-diff/v6/', `${module}/`));
  }
  if (other === undefined)
    for (const name of ['go.mod', 'go.sum']) copyFileSync(join(source, name), join(folder, name));
  else {
    const needed = ['k8s.io/apimachinery', 'k8s.io/client-go'].map((each) => `require ${each} ${other.kubernetes}`);
    writeFileSync(join(folder, 'go.mod'), ['module peer', `go ${other.go}`, ...needed, ''].join('\n'));
  }
  go(['mod', 'edit', `-replace=${module}=${module}@${library}`], folder, { GOTOOLCHAIN: 'auto' });
}

/** Go's json/v2 says by chance one of these, the same as long as a program runs. */
function inOneVoice(line: string): string {
  return line.replaceAll('json: unable to ', 'json: cannot ');
}

/** A running peer: one line asked, one line answered, in order. */
export interface Peer {
  ask(line: string): Promise<string>;
  /** Ends it, once it has answered all. */
  close(): Promise<void>;
}

/** Starts a built peer. A peer that dies rejects everything still asked. */
export function startPeer(built: Built): Peer {
  const env = built.counts === undefined ? process.env : { ...process.env, GOCOVERDIR: built.counts };
  const child: ChildProcessWithoutNullStreams = spawn(built.command, [...built.arguments], { env });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const waiting: { resolve(line: string): void; reject(error: Error): void }[] = [];
  const complaints: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString('utf8')));
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(inOneVoice(line)));
  child.on('close', (code) => {
    const error = new Error(`the peer ended with ${code}: ${complaints.join('').slice(0, 2000)}`);
    for (const each of waiting.splice(0)) each.reject(error);
  });
  return {
    ask(line) {
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.stdin.write(`${line}\n`);
      });
    },
    close() {
      child.stdin.end();
      return ended;
    },
  };
}
