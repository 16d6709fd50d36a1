import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { thirdPartyOf } from '../third-party/notices.ts';
import { bundleDeclarations, bundleModules, fileOf, writeDeclarations } from './bundle.ts';
import { manifestOf, type Published, program, published, root } from './published.ts';
import { repositoryAddress } from './source-address.ts';

/**
 * Makes the published packages, each ready to be packed, in the folders that `folderOf` names: modules, declarations,
 * a manifest without anything of this repository, README, LICENSE, and the licences of what is bundled.
 */
export async function stagePackages(folderOf: (folder: string) => string): Promise<void> {
  const declarations = mkdtempSync(join(tmpdir(), 'declarations-'));
  try {
    writeDeclarations(declarations);
    for (const each of published) await stage(each, declarations, folderOf(each.folder));
  } finally {
    rmSync(declarations, { recursive: true });
  }
}

async function stage(each: Published, declarations: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bundled = await bundleModules(each, folder);
  await bundleDeclarations(each, declarations, folder);
  for (const [name, style] of Object.entries(each.styles ?? {})) writeFileSync(join(folder, name), style);
  copyTexts(each, folder);
  const { packages, definitions } = bundled;
  if (packages.length > 0 || definitions) {
    writeFileSync(join(folder, 'THIRD_PARTY.md'), thirdPartyOf(packages, definitions));
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(each), null, 2)}\n`);
}

/**
 * Makes the program in a folder, ready to be packed: its code, the built page beside it, a manifest, and the licences of
 * everything in both.
 */
export async function stageProgram(folder: string, page: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { packages } = await bundleModules(program, folder);
  // Throws where something is bundled that THIRD_PARTY.md does not name.
  thirdPartyOf(packages, true);
  cpSync(page, join(folder, 'page'), { recursive: true });
  cpSync(`${root}packages/${program.folder}/schemas`, join(folder, 'schemas'), { recursive: true });
  copyTexts(program, folder);
  copyFileSync(`${root}THIRD_PARTY.md`, join(folder, 'THIRD_PARTY.md'));
  const { name, version, description, keywords, license, bin = {} } = manifestOf(program.folder);
  const { engines }: { engines: unknown } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const manifest = {
    ...{ name, version, description, keywords, license, type: 'module', engines },
    bin: Object.fromEntries(Object.keys(bin).map((each) => [each, './main.js'])),
    exports: { './package.json': './package.json', './schemas/*.json': './schemas/*.json' },
    files: ['main.js', 'survey-worker.js', 'parts', 'page', 'schemas', 'CHANGELOG.md', 'THIRD_PARTY.md'],
    ...sourceOf(program.folder),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  chmodSync(join(folder, 'main.js'), 0o755);
}

/** Copies what every package brings to read. */
function copyTexts(each: Published, folder: string): void {
  copyFileSync(`${root}LICENSE`, join(folder, 'LICENSE'));
  copyFileSync(`${root}packages/${each.folder}/README.md`, join(folder, 'README.md'));
  const changes = `${root}packages/${each.folder}/CHANGELOG.md`;
  if (existsSync(changes)) copyFileSync(changes, join(folder, 'CHANGELOG.md'));
}

/** The manifest that users get. Nothing is installed beside a package, so there are no dependencies. */
function manifest({ folder, entryPoints, styles }: Published): unknown {
  const { name, version, description, keywords, license, sideEffects, ...peers } = manifestOf(folder);
  const { peerDependencies, peerDependenciesMeta } = peers;
  const builtOf = (file: string) => {
    const entryPoint = Object.keys(entryPoints).find(
      (each) => entryPoints[each] === `packages/${folder}/${file.slice(2)}`,
    );
    if (entryPoint === undefined) throw new Error(`${file} of ${name} has side effects, but is no entry point`);
    return `./${fileOf(entryPoint)}.js`;
  };
  const effects = typeof sideEffects === 'object' ? sideEffects.map(builtOf) : sideEffects;
  const { engines }: { engines: unknown } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const entries = Object.keys(entryPoints).map((entryPoint) => {
    const file = fileOf(entryPoint);
    return [entryPoint, { types: `./${file}.d.ts`, default: `./${file}.js` }] as const;
  });
  const sheets = Object.keys(styles ?? {}).map((each) => [`./${each}`, `./${each}`] as const);
  return {
    ...{ name, version, description, keywords, license, type: 'module', sideEffects: effects, engines },
    main: './index.js',
    types: './index.d.ts',
    exports: { ...Object.fromEntries([...entries, ...sheets]), './package.json': './package.json' },
    files: ['*.js', '*.d.ts', '*.css', 'parts', 'CHANGELOG.md', 'THIRD_PARTY.md'],
    ...{ peerDependencies, peerDependenciesMeta },
    ...sourceOf(folder),
  };
}

/** Says in a manifest from which repository a package is built, as npm needs it for a statement of provenance. */
export function sourceOf(
  folder: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): { readonly repository: unknown; readonly homepage: string; readonly bugs: string } {
  const address = repositoryAddress(environment);
  return {
    homepage: `${address}/tree/main/packages/${folder}#readme`,
    bugs: `${address}/issues`,
    repository: { type: 'git', url: `git+${address}.git`, directory: `packages/${folder}` },
  };
}
