import { program, published, root } from './published.ts';
import { stagePackages, stageProgram } from './stage.ts';

/**
 * `pnpm build:packages` makes the published packages in `packages/<name>/dist`, ready for `npm pack` or `npm publish`; the
 * program takes the built page along.
 */
const folderOf = (folder: string) => `${root}packages/${folder}/dist`;
await stagePackages(folderOf);
await stageProgram(folderOf(program.folder), `${root}dist`);
for (const { folder } of [...published, program]) console.log(folderOf(folder));
