import { mkdirSync, mkdtempSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { root } from './areas.ts';

/** The places of the built code: the worker, and a module for each file of tests. */
export interface Built {
  readonly folder: string;
  readonly worker: string;
  /** The module of each file of tests. */
  readonly tests: ReadonlyMap<string, string>;
}

/**
 * Builds tests and everything that they import, with the given code in place of some files, into a new folder below
 * node_modules, where the code finds the packages that it needs.
 */
export async function build(tests: readonly string[], code: ReadonlyMap<string, string>): Promise<Built> {
  const parent = join(root, 'node_modules/.mutate');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'build-'));
  const worker = join(import.meta.dirname, 'worker.ts');
  const entries = new Map(tests.map((file) => [file, file.replaceAll(/[/.]/g, '_')]));
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: {
      worker,
      ...Object.fromEntries([...entries].map(([file, name]) => [name, join(root, file)])),
    },
    plugins: [standIn(), inPlace(code)],
    treeshake: false,
    onLog: (level, log, print) => {
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') print(level, log);
    },
  });
  await bundle.write({
    dir: folder,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
  });
  await bundle.close();
  return {
    folder,
    worker: join(folder, 'worker.js'),
    tests: new Map([...entries].map(([file, name]) => [file, join(folder, `${name}.js`)])),
  };
}

/** Gives tests the functions of `harness.ts` where they ask for Vitest's. */
function standIn(): Plugin {
  const harness = join(import.meta.dirname, 'harness.ts');
  return {
    name: 'stand-in',
    resolveId: {
      order: 'pre',
      handler: (id, importer) => {
        if (id !== 'vitest') return undefined;
        return importer === harness ? { id, external: true } : harness;
      },
    },
  };
}

/** Gives files other code, and lets every module know where its source is. */
function inPlace(code: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'in-place',
    load: (id) => {
      const other = code.get(relative(root, id));
      return other === undefined ? undefined : { code: other, moduleType: 'ts' };
    },
    transform: (text, id) => {
      if (!text.includes('import.meta.') || !id.startsWith(root) || id.includes('/node_modules/')) return undefined;
      return text
        .replaceAll('import.meta.url', JSON.stringify(`file://${id}`))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
    },
  };
}
