import { published, root } from './published.ts';
import { stagePackages } from './stage.ts';

/**
 * `pnpm build:packages` makes the published packages in `packages/<name>/dist`, ready for `npm pack` or `npm publish`.
 */
const folderOf = (folder: string) => `${root}packages/${folder}/dist`;
await stagePackages(folderOf);
for (const { folder } of published) console.log(folderOf(folder));
