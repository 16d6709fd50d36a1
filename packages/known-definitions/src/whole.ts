/** The door for those who want all definitions at once: everything of the other door, and nothing comes later. */
export * from './index.ts';

import { readCompact } from './compact-file.ts';
import { all } from './data/all.ts';
import index from './data/index.json' with { type: 'json' };
import { knownFiles, knownIndex } from './parts.ts';

knownIndex.put(index);
for (const [name, file] of Object.entries(all)) knownFiles.get(name)?.put(readCompact(file));
