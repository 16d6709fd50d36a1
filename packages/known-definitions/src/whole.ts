/** Entry point for those who want all definitions at once: it exports what `index.ts` does, and nothing is loaded later. */
export * from './index.ts';

import { all } from './data/all.ts';
import index from './data/index.json' with { type: 'json' };
import { provideKnownFile, provideKnownIndex } from './known-files.ts';

for (const [name, file] of Object.entries(all)) provideKnownFile(name, file);
provideKnownIndex(index);
