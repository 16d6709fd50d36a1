import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Plugin, rolldown } from 'rolldown';
import { thirdPartyOf } from '../third-party/notices.ts';
import { type ArchivedFile, tarOf } from './archive.ts';
import { manifestOf, root } from './published.ts';
import { repositoryAddress } from './source-address.ts';

/** A plugin of somebody else's page: one script, and what its host reads beside it. It is no package of npm. */
export interface PagePlugin {
  /** Its folder below `packages/`. */
  readonly folder: string;
  /** Where its script stands in the archive of a release. */
  readonly script: string;
  /** What else stands in the archive, by its place. */
  readonly files: (version: string) => Readonly<Record<string, string>>;
  /** The name of the archive without version. */
  readonly archive: string;
}

/**
 * The release of `@kinvolk/headlamp-plugin` whose API the plugin keeps to: Headlamp loads no plugin that names none. Upstream:
 * headlamp frontend/src/plugin/index.ts fetchAndExecutePlugins.
 */
export const headlampApi = '0.14.0';

/** All plugins. */
export const pagePlugins: readonly PagePlugin[] = [
  {
    folder: 'argocd-extension',
    // The installer copies `resources`, and looks for a folder of this name to put variables beside the script.
    script: 'resources/extension-managed-fields.js/extension-managed-fields.js',
    files: () => ({}),
    archive: 'managed-fields-argocd-extension',
  },
  {
    folder: 'headlamp-plugin',
    script: 'managed-fields/main.js',
    files: (version) => ({ 'managed-fields/package.json': `${JSON.stringify(headlampManifest(version), null, 2)}\n` }),
    archive: 'managed-fields-headlamp-plugin',
  },
];

function headlampManifest(version: string) {
  const { description, license } = manifestOf('headlamp-plugin');
  return {
    ...{ name: 'managed-fields', version, description, license, author: 'managedFields playground' },
    homepage: `${repositoryAddress()}/tree/main/packages/headlamp-plugin#readme`,
    main: 'dist/main.js',
    files: ['main.js'],
    devDependencies: { '@kinvolk/headlamp-plugin': `^${headlampApi}` },
    isManagedByHeadlampPlugin: true,
  };
}

/**
 * The script of a plugin: all in one file, since no host serves a second one. `page`: the address of the playground; empty where
 * whoever installs the plugin says it. Returns the packages of others in it, too.
 */
export async function bundlePlugin(
  folder: string,
  page = '',
): Promise<{ readonly code: string; readonly packages: readonly string[] }> {
  const bundle = await rolldown({
    input: `${root}packages/${folder}/src/main.ts`,
    cwd: root,
    platform: 'browser',
    transform: { define: { builtPageAddress: JSON.stringify(page) } },
    plugins: [leftOut],
    onLog: (level, log, print) => {
      // Everything is in one file.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') print(level, log);
    },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false, exports: 'none' });
  await bundle.close();
  const [{ code, moduleIds }, ...others] = output;
  if (others.length > 0) throw new Error(`${folder} is more than one file`);
  const names = moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  return { code: `${code.trimEnd()}\n`, packages: [...new Set(names)].sort() };
}

/**
 * Leaves out what a plugin does without: the definitions of custom kinds, half of all. A kind whose definition cannot be fetched
 * counts as unknown.
 */
const leftOut: Plugin = {
  name: 'left-out',
  load: (id) =>
    id.endsWith('/known-definitions/src/data/files.ts')
      ? `export const files = new Proxy({}, { get: () => () => Promise.reject(new Error('left out')) });`
      : undefined,
};

/** Makes a plugin in a folder as its host has it. Returns its files. */
export async function stagePlugin(plugin: PagePlugin, folder: string, page: string): Promise<readonly ArchivedFile[]> {
  const { version } = manifestOf(plugin.folder);
  const { code, packages } = await bundlePlugin(plugin.folder, page);
  const texts: Readonly<Record<string, string>> = {
    [plugin.script]: code,
    ...plugin.files(version),
    [join(dirname(plugin.script), 'LICENSE')]: readFileSync(`${root}LICENSE`, 'utf8'),
    [join(dirname(plugin.script), 'README.md')]: readFileSync(`${root}packages/${plugin.folder}/README.md`, 'utf8'),
    [join(dirname(plugin.script), 'THIRD_PARTY.md')]: thirdPartyOf(packages, false),
  };
  rmSync(folder, { recursive: true, force: true });
  return Object.entries(texts).map(([path, text]) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return { path, bytes: Buffer.from(text) };
  });
}

/** Packs a plugin as a release has it; returns the name of the archive. */
export function packPlugin(plugin: PagePlugin, files: readonly ArchivedFile[], folder: string): string {
  const { version } = manifestOf(plugin.folder);
  const name = `${plugin.archive}-${version}.tar.gz`;
  writeFileSync(join(folder, name), gzipSync(tarOf(files), { level: 9 }));
  return name;
}

/** The file of Artifact Hub for an archive of the Headlamp plugin, with its address and its checksum. */
export function artifactHubFile(archive: string, bytes: Uint8Array, address = repositoryAddress()): string {
  const { version } = manifestOf('headlamp-plugin');
  const sum = createHash('sha256').update(bytes).digest('hex');
  return readFileSync(`${root}packages/headlamp-plugin/artifacthub-pkg.yml`, 'utf8')
    .replace(': VERSION', `: ${version}`)
    .replace(': ARCHIVE', `: ${address}/releases/download/v${version}/${archive}`)
    .replace(': CHECKSUM', `: sha256:${sum}`);
}
