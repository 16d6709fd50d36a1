import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { program, published, root } from '../../conformance/packages/published.ts';
import { stagePackages, stageProgram } from '../../conformance/packages/stage.ts';
import { readArguments } from '../arguments.ts';

const {
  values: { pack },
} = readArguments({
  name: 'pnpm build:packages',
  about: `Makes the published packages in packages/NAME/dist, ready for npm pack or npm publish; the program takes the built page
along.`,
  options: {
    pack: { type: 'string', value: 'FOLDER', about: 'packs them there as a release has them, with SHA256SUMS' },
  },
});
const folderOf = (folder: string) => `${root}packages/${folder}/dist`;
await stagePackages(folderOf);
await stageProgram(folderOf(program.folder), `${root}dist`);
const folders = [...published, program].map(({ folder }) => folderOf(folder));
for (const folder of folders) console.log(folder);
if (pack !== undefined) {
  mkdirSync(pack, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(pack), ...folders], { stdio: 'ignore' });
  const tarballs = readdirSync(pack).filter((name) => name.endsWith('.tgz'));
  const sums = tarballs.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(pack, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(pack, 'SHA256SUMS'), sums.join(''));
}
