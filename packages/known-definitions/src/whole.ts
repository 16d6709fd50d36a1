/** Entry point for those who want all definitions at once: it exports what `index.ts` does, and nothing is loaded later. */
export * from './index.ts';

import { readCompact } from './compact-file.ts';
import { all } from './data/all.ts';
import { knownFiles } from './parts.ts';

for (const [name, file] of Object.entries(all)) knownFiles.get(name)?.put(readCompact(file));
