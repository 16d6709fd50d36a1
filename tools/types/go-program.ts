import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The release whose modules the programs name. */
const written = 'v1.36.3';

/** The option of what stands in for modules of a release that are not to be had. */
export const replaceOption = {
  replace: {
    type: 'string',
    value: 'MODULE=OTHER',
    multiple: true,
    about:
      'what stands in for a module of the release that is not to be had: a folder, or MODULE@VERSION; may be repeated',
  },
} as const;

/**
 * Runs one of the Go programs beside this file with the modules of a release of Kubernetes, `v1.35.4`, and returns what
 * it prints; throws with its words where it fails. Its files `since_v1_37.go`, with a tag of that name, count from that release on. `replaces` is what
 * `replaceOption` was given.
 */
export function goProgram(name: string, args: readonly string[], release: string, replaces: readonly string[]): string {
  const own = fileURLToPath(new URL(name, import.meta.url));
  const run = ['run', '-tags', tagsOf(release), '.', ...args];
  if (release === written) return go(own, run);
  const folder = mkdtempSync(join(tmpdir(), 'go-program-'));
  try {
    cpSync(own, folder, { recursive: true });
    rmSync(join(folder, 'go.sum'), { force: true });
    const required = ['apiextensions-apiserver', 'client-go', 'kube-aggregator', 'kubernetes'].filter((module) =>
      readFileSync(join(own, 'go.mod'), 'utf8').includes(`\tk8s.io/${module} v`),
    );
    const lines = required.map(
      (module) => `\tk8s.io/${module} ${module === 'kubernetes' ? release : library(release)}\n`,
    );
    writeFileSync(
      join(folder, 'go.mod'),
      `module ${name}\n\ngo 1.24.0\n\nrequire (\n${lines.join('')})\n\n${replaced(release, replaces)}`,
    );
    // Releases differ in the major version of this module, which stands in its path.
    const merging = /structured-merge-diff\/(v\d+)/.exec(goModOf(`k8s.io/apimachinery@${library(release)}`))?.[1];
    for (const file of readdirSync(folder).filter((each) => each.endsWith('.go'))) {
      const text = readFileSync(join(folder, file), 'utf8');
      writeFileSync(
        join(folder, file),
        text.replaceAll(/structured-merge-diff\/v\d+/g, `structured-merge-diff/${merging}`),
      );
    }
    // What has a tag counts here too, and names what former releases do not have.
    for (const file of readdirSync(folder).filter((each) => isLater(each, release))) rmSync(join(folder, file));
    go(folder, ['mod', 'tidy']);
    return go(folder, run);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The tags of the files that a release has beside those of all: `since_v1_34,since_v1_35` of v1.35.4. */
function tagsOf(release: string): string {
  const oldest = 33;
  const minors = Array.from({ length: minorOf(release) - oldest }, (_, i) => oldest + 1 + i);
  return minors.map((minor) => `since_v1_${minor}`).join();
}

/** Whether a file is one of later releases: `since_v1_37.go`. */
function isLater(file: string, release: string): boolean {
  return Number(/^since_v1_(\d+)\.go$/.exec(file)?.[1] ?? 0) > minorOf(release);
}

function minorOf(release: string): number {
  return Number(release.split('.')[1]);
}

/** The version of the libraries of a release: `v0.35.4` of `v1.35.4`. */
function library(release: string): string {
  return release.replace('v1.', 'v0.');
}

/** The modules that live inside k8s.io/kubernetes have no version in its own go.mod. */
function replaced(release: string, replaces: readonly string[]): string {
  const others = new Map(replaces.map((each) => each.split('=', 2) as [string, string]));
  const inside = goModOf(`k8s.io/kubernetes@${release}`).matchAll(/^\t(k8s\.io\/\S+) v0\.0\.0$/gm);
  const lines = [
    ...[...inside].flatMap(([, module = '']) =>
      others.has(module) ? [] : [`\t${module} => ${module} ${library(release)}\n`],
    ),
    ...[...others].map(([module, other]) => `\t${module} => ${other.replace('@', ' ')}\n`),
  ];
  return `replace (\n${lines.join('')})\n`;
}

function goModOf(module: string): string {
  const { GoMod } = JSON.parse(go(tmpdir(), ['mod', 'download', '-json', module])) as { GoMod: string };
  return readFileSync(GoMod, 'utf8');
}

function go(cwd: string, args: readonly string[]): string {
  const run = spawnSync('go', args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, GOTOOLCHAIN: 'auto' },
    maxBuffer: 2 ** 28,
  });
  if (run.status !== 0) {
    throw new Error(`go ${args.join(' ')} failed: ${run.stderr || (run.error?.message ?? 'no words')}`);
  }
  return run.stdout;
}
