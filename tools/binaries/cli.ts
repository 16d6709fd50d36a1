import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../conformance/packages/published.ts';
import { readArguments } from '../arguments.ts';
import { buildBinary, ownPlatform, type Platform, platforms } from './build.ts';
import { archiveOf, homebrewFormula, krewManifest } from './manifests.ts';
import { manifestPath, sbom } from './sbom.ts';

const {
  values: { folder, manifests },
} = readArguments({
  name: 'pnpm build:binaries',
  about: `Makes the program as one executable of this machine: this Node with the program in it, an archive of it with its licence, and
what is in it as CycloneDX. Each platform is built on itself: a signature of macOS is made there alone.`,
  options: {
    folder: { type: 'string', value: 'FOLDER', default: 'release', about: 'where they are made' },
    manifests: {
      type: 'boolean',
      about: 'writes the manifest of krew, the formula of Homebrew and SHA256SUMS of the archives there instead',
    },
  },
});

const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

if (manifests === true) {
  const files = readdirSync(folder).sort();
  const checksums = Object.fromEntries(
    platforms
      .filter((platform) => files.includes(archiveOf(platform)))
      .map((platform) => [platform, sumOf(join(folder, archiveOf(platform)))] as const),
  ) as Partial<Record<Platform, string>>;
  writeFileSync(join(folder, 'managed-fields.yaml'), krewManifest(checksums));
  writeFileSync(join(folder, 'managed-fields.rb'), homebrewFormula(checksums));
  const all = readdirSync(folder)
    .filter((name) => name !== 'SHA256SUMS')
    .sort();
  writeFileSync(join(folder, 'SHA256SUMS'), all.map((name) => `${sumOf(join(folder, name))}  ${name}\n`).join(''));
  for (const name of all) console.log(join(folder, name));
} else {
  const { file, packages } = await buildBinary(folder);
  const platform = ownPlatform();
  const packed = join(folder, `pack-${platform}`);
  mkdirSync(packed, { recursive: true });
  const name = platform.startsWith('windows-') ? 'managed-fields.exe' : 'managed-fields';
  copyFileSync(file, join(packed, name));
  copyFileSync(`${root}LICENSE`, join(packed, 'LICENSE'));
  copyFileSync(`${root}THIRD_PARTY.md`, join(packed, 'THIRD_PARTY.md'));
  const archive = join(folder, archiveOf(platform));
  execFileSync('tar', ['-czf', archive, '-C', packed, name, 'LICENSE', 'THIRD_PARTY.md']);
  rmSync(packed, { recursive: true });
  const parts = join(folder, `managed-fields-${platform}.cdx.json`);
  writeFileSync(parts, sbom(packages, manifestPath));
  for (const each of [file, archive, parts]) console.log(each);
}
