import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { artifactHubFile, packPlugin, pagePlugins, stagePlugin } from '../../conformance/packages/plugins.ts';
import { program, published, root } from '../../conformance/packages/published.ts';
import { stagePackages, stageProgram } from '../../conformance/packages/stage.ts';
import { readArguments } from '../arguments.ts';

const {
  values: { pack, 'page-address': page = '' },
} = readArguments({
  name: 'pnpm build:packages',
  about: `Makes the published packages in packages/NAME/dist, ready for npm pack or npm publish; the program takes the built page
along, and plugins of other pages are made in packages/NAME/dist, which are no packages of npm.`,
  options: {
    'page-address': {
      type: 'string',
      value: 'URL',
      about: 'the playground that plugins link to, unless whoever installs them names another',
    },
    pack: { type: 'string', value: 'FOLDER', about: 'packs them there as a release has them, with SHA256SUMS' },
  },
});
const folderOf = (folder: string) => `${root}packages/${folder}/dist`;
await stagePackages(folderOf);
await stageProgram(folderOf(program.folder), `${root}dist`);
const folders = [...published, program].map(({ folder }) => folderOf(folder));
const plugins = [];
for (const plugin of pagePlugins) {
  plugins.push({ plugin, files: await stagePlugin(plugin, folderOf(plugin.folder), page) });
  folders.push(folderOf(plugin.folder));
}
for (const folder of folders) console.log(folder);
if (pack !== undefined) {
  mkdirSync(pack, { recursive: true });
  const packed = folders.slice(0, -plugins.length);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(pack), ...packed], { stdio: 'ignore' });
  for (const { plugin, files } of plugins) {
    const name = packPlugin(plugin, files, pack);
    if (plugin.folder !== 'headlamp-plugin') continue;
    writeFileSync(join(pack, 'artifacthub-pkg.yml'), artifactHubFile(name, readFileSync(join(pack, name))));
  }
  const tarballs = readdirSync(pack).filter((name) => /\.(?:tgz|tar\.gz)$/.test(name));
  const sums = tarballs.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(pack, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(pack, 'SHA256SUMS'), sums.join(''));
}
