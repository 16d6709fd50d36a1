/** Entry point for those who want all definitions at once: it exports what `index.ts` does, and nothing is loaded later. */
export * from './index.ts';

import { all } from './data/all.ts';
import { provideKnownFile } from './known-files.ts';

for (const [name, file] of Object.entries(all)) provideKnownFile(name, file);
