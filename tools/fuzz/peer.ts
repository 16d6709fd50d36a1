import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../go', import.meta.url));

/** A program that is built of tools/go: a native one, or WebAssembly with the script that runs it. */
export type Built = { readonly command: string; readonly arguments: readonly string[] };

/** Whether Go is installed here. */
export function hasGo(): boolean {
  return spawnSync('go', ['version']).status === 0;
}

/**
 * Builds tools/go, with another release of structured-merge-diff where one is named; throws with the compiler's words where
 * that fails.
 */
export function buildPeer(target: 'native' | 'wasm', library?: string): Built {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const module = library === undefined ? [] : withLibrary(folder, library);
  const output = join(folder, target === 'wasm' ? 'peer.wasm' : 'peer');
  const environment = target === 'wasm' ? { ...process.env, GOOS: 'js', GOARCH: 'wasm' } : process.env;
  const built = spawnSync('go', ['build', ...module, '-o', output, '.'], {
    cwd: source,
    env: environment,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`go build failed: ${built.stderr}`);
  if (target === 'native') return { command: output, arguments: [] };
  const root = spawnSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).stdout.trim();
  return {
    command: process.execPath,
    arguments: ['--stack-size=65500', join(root, 'lib/wasm/wasm_exec_node.js'), output],
  };
}

/** The flags that build with a release of structured-merge-diff, by a go.mod of its own in a folder. */
function withLibrary(folder: string, library: string): readonly string[] {
  const file = join(folder, 'go.mod');
  for (const name of ['go.mod', 'go.sum']) copyFileSync(join(source, name), join(folder, name));
  const replaced = `sigs.k8s.io/structured-merge-diff/v6=sigs.k8s.io/structured-merge-diff/v6@${library}`;
  const edited = spawnSync('go', ['mod', 'edit', `-replace=${replaced}`, file], { encoding: 'utf8' });
  if (edited.status !== 0) throw new Error(`go mod edit failed: ${edited.stderr}`);
  return ['-mod=mod', `-modfile=${file}`];
}

/** A running peer: one line asked, one line answered, in order. */
export interface Peer {
  ask(line: string): Promise<string>;
  close(): void;
}

/** Starts a built peer. A peer that dies rejects everything still asked. */
export function startPeer(built: Built): Peer {
  const child: ChildProcessWithoutNullStreams = spawn(built.command, [...built.arguments]);
  const waiting: { resolve(line: string): void; reject(error: Error): void }[] = [];
  const complaints: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString('utf8')));
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(line));
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
    },
  };
}
