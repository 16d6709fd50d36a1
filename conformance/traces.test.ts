import { join, relative } from 'node:path';
import type { TypeCatalog } from '@managed-fields/merge-engine';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalog } from './replay/catalog.ts';
import { traceFiles } from './replay/files.ts';
import { playTrace } from './replay/play.ts';
import { skips } from './replay/skips.ts';
import { readTrace } from './replay/trace.ts';

const root = join(import.meta.dirname, 'traces/v1.36');
const folders = [
  'custom',
  'gallery',
  'kubectl',
  'random-builtin',
  'random-crd',
  'random-kubectl',
  'recorded',
  'recorded-kubectl',
  'reference',
  'validation',
];

let catalog: TypeCatalog;
beforeAll(async () => {
  catalog = await loadCatalog();
});

describe('the engine answers as the recorded server did', () => {
  it.each(folders.flatMap((folder) => traceFiles([join(root, folder)])).map((file) => relative(root, file)))(
    '%s',
    (file) => {
      const trace = readTrace(join(root, file));
      const different = playTrace(trace, catalog).flatMap(({ index, differences }) =>
        skips.has(`${trace.name}#${index}`)
          ? []
          : differences.map(({ path, expected, got }) => `step ${index} ${path}: expected ${expected}, got ${got}`),
      );
      expect(different).toEqual([]);
    },
  );
});
