import { type Part, part, type ValueMap } from '@managed-fields/merge-engine';
import { readCompact } from './compact-file.ts';
import { files } from './data/files.ts';
import type { KnownIndex } from './known.ts';

/** Which definitions are known, and in which file each is; nothing is known where it cannot be fetched. */
export const knownIndex: Part<KnownIndex> = part(
  async () => (await import('./data/index.json', { with: { type: 'json' } })).default,
  { projects: [], definitions: [] },
);

/** The definitions of a file by name; none where it cannot be fetched. */
export type KnownFile = ReadonlyMap<string, ValueMap>;

/** The files of definitions, each a part that comes with the first object of its kinds. */
export const knownFiles: ReadonlyMap<string, Part<KnownFile>> = new Map(
  Object.entries(files).map(([name, load]) => [name, part(async () => readCompact((await load()).default), new Map())]),
);
