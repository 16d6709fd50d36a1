import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { type OutputChunk, type Plugin, type RolldownBuild, rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { manifestOf, type Published, root } from './published.ts';

/** The name of an entry point's files: `index` for the package itself, else what stands after its name. */
export function fileOf(entryPoint: string): string {
  return entryPoint === '.' ? 'index' : entryPoint.slice(2).replaceAll('/', '-');
}

/** Writes the declarations of all packages, a file beside a file, into a folder. */
export function writeDeclarations(folder: string): void {
  const options = [
    '--declaration',
    '--emitDeclarationOnly',
    '--noEmit',
    'false',
    '--noUnusedLocals',
    'false',
    '--rootDir',
    `${root}packages`,
    '--outDir',
    folder,
  ];
  // The loader of embeds and the view know the screen, which the other packages must not.
  for (const project of ['packages', 'packages/embed', 'packages/view', 'packages/node-server']) {
    const { status, stdout } = spawnSync(
      process.execPath,
      [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}${project}`, ...options],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`${project} has no types:\n${stdout}`);
  }
}

/** What a package does not bring along: what Node has, and the React of whoever uses the component. */
const outside = /^node:|^react$/;

/**
 * Writes the ES modules of a package into a folder: a file per entry point, what they share and what is loaded on demand in
 * files of their own, everything that it imports inside. Returns what of others is in them.
 */
export async function bundleModules({ entryPoints }: Published, folder: string): Promise<Bundled> {
  const input = Object.fromEntries(
    Object.entries(entryPoints).map(([entryPoint, file]) => [fileOf(entryPoint), `${root}${file}`]),
  );
  const bundle = await rolldown({
    input,
    cwd: root,
    platform: 'neutral',
    external: outside,
    // Some packages name their code by `main` alone.
    resolve: { mainFields: ['module', 'main'] },
    onLog: (level, log, print) => {
      // What one entry point fetches on demand another may have from the start.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') print(level, log);
    },
    plugins: [workspace(`${root}packages`, '.ts')],
  });
  const modules = (await write(bundle, folder, 'parts/[name].js')).flatMap(({ moduleIds }) => moduleIds);
  const names = modules.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  const definitions = modules.some((id) => id.includes('/known-definitions/src/data/'));
  return { packages: [...new Set(names)].sort(), definitions };
}

/**
 * The work of others in a published package: third-party packages by name, and whether definitions of custom kinds are
 * in it.
 */
export interface Bundled {
  readonly packages: readonly string[];
  readonly definitions: boolean;
}

/**
 * Writes the declarations of a package's entry points into a folder, those of packages that are not published inside.
 */
export async function bundleDeclarations(
  { entryPoints }: Published,
  declarations: string,
  folder: string,
): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(entryPoints).map(([entryPoint, file]) => [
      fileOf(entryPoint),
      `${declarations}/${file.replace(/^packages\//, '').replace(/\.ts$/, '.d.ts')}`,
    ]),
  );
  const plugins = [workspace(declarations, '.d.ts'), ...dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false })];
  const bundle = await rolldown({ input, plugins, external: outside });
  await write(bundle, folder, 'parts/[name].ts');
}

/**
 * Writes the files that the entry points lead to, and only those: chunks whose import was dropped are made
 * nevertheless.
 */
async function write(bundle: RolldownBuild, folder: string, chunkFileNames: string): Promise<readonly OutputChunk[]> {
  const { output } = await bundle.generate({ format: 'es', chunkFileNames });
  await bundle.close();
  const chunks = output.filter((each) => each.type === 'chunk');
  const led = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { code } of led) {
    for (const chunk of chunks) {
      if (code.includes(`/${basename(chunk.fileName).replace(/\.d\.ts$/, '.js')}"`)) led.add(chunk);
    }
  }
  for (const { fileName, code } of led) {
    mkdirSync(dirname(join(folder, fileName)), { recursive: true });
    writeFileSync(join(folder, fileName), code);
  }
  return [...led];
}

/**
 * Finds the packages of this repository by their name, and the file that a relative import names, of one kind of file.
 */
export function workspace(folder: string, extension: '.ts' | '.d.ts'): Plugin {
  return {
    name: 'workspace',
    resolveId: {
      order: 'pre',
      handler(id, importer) {
        // Some name a module of Node without its prefix.
        if (isBuiltin(id) && !id.startsWith('node:')) return { id: `node:${id}`, external: true };
        const [, name, rest] = /^@managed-fields\/([^/]+)(\/.+)?$/.exec(id) ?? [];
        if (name !== undefined) {
          const file = manifestOf(name).exports[rest === undefined ? '.' : `.${rest}`];
          return file === undefined ? undefined : resolve(folder, name, file.replace(/\.ts$/, extension));
        }
        if (extension === '.ts' || importer === undefined || !/^\..*(?<!\.d)\.ts$/.test(id)) return undefined;
        return resolve(dirname(importer), id.replace(/\.ts$/, extension));
      },
    },
  };
}
