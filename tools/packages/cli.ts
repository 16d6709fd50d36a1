import { program, published, root } from '../../conformance/packages/published.ts';
import { stagePackages, stageProgram } from '../../conformance/packages/stage.ts';
import { readArguments } from '../arguments.ts';

readArguments({
  name: 'pnpm build:packages',
  about: `Makes the published packages in packages/NAME/dist, ready for npm pack or npm publish; the program takes the built page
along.`,
});
const folderOf = (folder: string) => `${root}packages/${folder}/dist`;
await stagePackages(folderOf);
await stageProgram(folderOf(program.folder), `${root}dist`);
for (const { folder } of [...published, program]) console.log(folderOf(folder));
