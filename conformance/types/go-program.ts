import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs one of the Go programs beside this file and returns what it prints; throws with its words where it fails. */
export function goProgram(name: string, args: readonly string[]): string {
  const cwd = fileURLToPath(new URL(name, import.meta.url));
  const run = spawnSync('go', ['run', '.', ...args], { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (run.status !== 0) throw new Error(`go run ${name} failed: ${run.stderr || (run.error?.message ?? 'no words')}`);
  return run.stdout;
}
