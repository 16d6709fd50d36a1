import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { KubectlHost, ProgramOutput } from '@managed-fields/kubectl';
import { kubectlTexts } from '@managed-fields/source';

/**
 * Makes what commands of traces need from outside: YAML, and the editor and diff programs that their environment names.
 */
export function kubectlHost(
  release: string,
  files: ReadonlyMap<string, string>,
  env: ReadonlyMap<string, string>,
): KubectlHost {
  const editor = env.get('KUBE_EDITOR') ?? env.get('EDITOR');
  const program = env.get('KUBECTL_EXTERNAL_DIFF');
  return {
    ...kubectlTexts,
    release,
    ...(editor === undefined ? {} : { edit: (text) => edited(text, editor, files) }),
    ...(program === undefined ? {} : { diff: (live, merged) => diffed(live, merged, program) }),
  };
}

function inFolder<T>(files: ReadonlyMap<string, string>, work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'replay-kubectl-'));
  try {
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text, { mode: 0o755 });
    }
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function edited(text: string, editor: string, files: ReadonlyMap<string, string>): string {
  const name = 'kubectl-edit-1.yaml';
  return inFolder(new Map([...files, [name, text]]), (folder) => {
    spawnSync('sh', ['-c', `${editor} ${name}`], { cwd: folder });
    return readFileSync(join(folder, name), 'utf8');
  });
}

function diffed(
  live: ReadonlyMap<string, string>,
  merged: ReadonlyMap<string, string>,
  program: string,
): ProgramOutput {
  const files = new Map([
    ...[...live].map(([name, text]) => [`LIVE/${name}`, text] as const),
    ...[...merged].map(([name, text]) => [`MERGED/${name}`, text] as const),
  ]);
  return inFolder(files, (folder) => {
    for (const each of ['LIVE', 'MERGED']) mkdirSync(join(folder, each), { recursive: true });
    const { stdout, stderr, status } = spawnSync('sh', ['-c', `${program} LIVE MERGED`], { cwd: folder });
    const rewritten = String(stdout)
      .replace(/\bLIVE\/[^\s/]+/g, 'a')
      .replace(/\bMERGED\/[^\s/]+/g, 'b');
    return { stdout: rewritten, stderr: String(stderr), exitCode: status ?? 1 };
  });
}
