import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { workspace } from '../../conformance/packages/bundle.ts';
import { manifestOf, program, root } from '../../conformance/packages/published.ts';

/** The platforms that have an executable, as Node names them. */
export const platforms = [
  'linux-amd64',
  'linux-arm64',
  'darwin-amd64',
  'darwin-arm64',
  'windows-amd64',
  'windows-arm64',
] as const;
export type Platform = (typeof platforms)[number];

/** The platform of this machine. */
export function ownPlatform(): Platform {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${system}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const own = platforms.find((each) => each === name);
  if (own === undefined) throw new Error(`there is no executable for ${name}`);
  return own;
}

/** Where Node looks for what was put into it. Node: doc/api/single-executable-applications.md. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** What an executable is called: `managed-fields-linux-amd64`, with `.exe` on Windows. */
export function nameOf(platform: Platform): string {
  return `managed-fields-${platform}${platform.startsWith('windows-') ? '.exe' : ''}`;
}

/** The version of the program. */
export function programVersion(): string {
  return manifestOf(program.folder).version;
}

/**
 * Bundles the program as one script; returns the third-party packages that are in it. A script in an executable is no module of
 * its own, and so has no `await` at its top.
 */
export async function bundleSingle(file: string): Promise<readonly string[]> {
  const bundle = await rolldown({
    input: `${root}packages/cli/src/single.ts`,
    cwd: root,
    platform: 'node',
    external: /^node:/,
    resolve: { mainFields: ['module', 'main'] },
    transform: { define: { programVersion: JSON.stringify(programVersion()) } },
    onLog: (level, log, print) => {
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') print(level, log);
    },
    plugins: [workspace(`${root}packages`, '.ts')],
  });
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false, minify: true });
  await bundle.close();
  const [chunk] = output;
  writeFileSync(file, chunk.code);
  const names = chunk.moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/**
 * Makes the executable of this machine in a folder: this Node, with the program in it. Returns its path and the third-party
 * packages that are in it.
 */
export async function buildBinary(
  folder: string,
): Promise<{ readonly file: string; readonly packages: readonly string[] }> {
  mkdirSync(folder, { recursive: true });
  const [script, config, blob] = ['single.cjs', 'sea.json', 'sea.blob'].map((name) => join(folder, name));
  if (script === undefined || config === undefined || blob === undefined) throw new Error('no names');
  const packages = await bundleSingle(script);
  writeFileSync(config, JSON.stringify({ main: script, output: blob, disableExperimentalSEAWarning: true }));
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'ignore' });
  const file = join(folder, nameOf(ownPlatform()));
  rmSync(file, { force: true });
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  const isMac = process.platform === 'darwin';
  if (isMac) execFileSync('codesign', ['--remove-signature', file]);
  const injector = createRequire(import.meta.url).resolve('postject/dist/cli.js');
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  execFileSync(process.execPath, [injector, file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, ...segment], {
    stdio: 'ignore',
  });
  if (isMac) execFileSync('codesign', ['--sign', '-', file]);
  for (const each of [script, config, blob]) rmSync(each);
  if (statSync(file).size < 50_000_000) throw new Error(`${file} has no Node in it`);
  return { file, packages };
}
