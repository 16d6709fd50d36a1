import { type Part, part } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { readCompact } from './compact-file.ts';
import { files } from './data/files.ts';

/** The definitions of a file by name; none where it cannot be fetched. */
export type KnownFile = ReadonlyMap<string, ValueMap>;

/** The files of definitions, each a part that comes with the first object of its kinds. */
export const knownFiles: ReadonlyMap<string, Part<KnownFile>> = new Map(
  Object.entries(files).map(([name, load]) => [name, part(async () => readCompact((await load()).default), new Map())]),
);
