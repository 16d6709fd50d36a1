import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeBlocks } from '../code-blocks.ts';
import { importsOf } from '../modules.ts';
import { installPacked } from './install.ts';
import { manifestComplaints, typeComplaints } from './lint.ts';
import { published, root } from './published.ts';
import { apiReports, committed, notExported, pageOf } from './reports.ts';
import { stagePackages } from './stage.ts';

// As a user meets the packages: packed, installed without a network in an empty project, used as their README says.

const place = mkdtempSync(join(tmpdir(), 'packages-'));
const project = join(place, 'project');
const tsc = `${root}node_modules/typescript/bin/tsc`;

/** The packed files. */
let packed: readonly string[] = [];

const run = (command: string, ...options: readonly string[]) =>
  execFileSync(command, options, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(async () => {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const staged = (folder: string) => join(place, folder);
  await stagePackages(staged);
  packed = installPacked(
    published.map((each) => staged(each.folder)),
    place,
    project,
  );
  expect(packed).toHaveLength(published.length);
  // Who uses the component has React and its types.
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  const beside = realpathSync(`${root}packages/view/node_modules/@types/react`);
  symlinkSync(beside, join(project, 'node_modules/@types/react'));
  symlinkSync(realpathSync(`${root}packages/view/node_modules/react`), join(project, 'node_modules/react'));
}, 300_000);

afterAll(() => rmSync(place, { recursive: true }));

interface Example {
  readonly file: string;
  readonly code: string;
  /** What stands as text behind it; empty where nothing does. */
  readonly prints: string;
}

/** The examples of a README or of a page of the reference: blocks of JavaScript, each with the text block that follows, which is what it prints. */
function examplesOf(path: string, name: string): readonly Example[] {
  const blocks = codeBlocks(path);
  return blocks.flatMap(({ language, code }, index) => {
    if (language !== 'js') return [];
    const following = blocks[index + 1];
    return [{ file: `${name}-${index}.js`, code, prints: following?.language === 'text' ? following.code : '' }];
  });
}

/** Each package with the examples of its README and of its comments, and what each prints. */
const packages = published.map(({ folder, entryPoints, styles }) => {
  const pages = Object.keys(entryPoints)
    .filter((entryPoint) => entryPoint !== './whole')
    .map((entryPoint) => ({ path: pageOf(folder, entryPoint), name: `${folder}-${entryPoint.slice(2)}-page` }))
    .map(({ path, name }) => ({ path, examples: examplesOf(path, name) }));
  const examples = [...examplesOf(`packages/${folder}/README.md`, folder), ...pages.flatMap((page) => page.examples)];
  return { name: `@managed-fields/${folder}`, folder, entryPoints, ...(styles && { styles }), pages, examples };
});

const ofRepository = examplesOf('README.md', 'repository');
test.each(ofRepository)('the README of the repository shows what runs ($file)', ({ file, code, prints }) => {
  writeFileSync(join(project, file), code);
  expect(run(process.execPath, file)).toBe(prints);
});

test('READMEs show code as JavaScript, which runs here, and in no other dialect', () => {
  const readmes = ['README.md', ...published.map(({ folder }) => `packages/${folder}/README.md`)];
  const others = readmes.filter((path) =>
    /^```(?:ts|typescript|tsx|javascript|mjs)\b/m.test(readFileSync(`${root}${path}`, 'utf8')),
  );
  expect(others).toEqual([]);
  expect(ofRepository.length).toBeGreaterThan(0);
});

/** What docs/stability.md and READMEs lead to: its page says what it takes or what comes of it. */
test.each([
  ['merge-engine', ['explainOwnership', 'explainConflicts', 'extractInto']],
  ['api-server', ['emptyCluster', 'serve', 'readDocuments', 'printYaml', 'startServer']],
  ['analysis', ['forecastRelease', 'objectsIn', 'readManifests', 'playHistory', 'fightsInLog']],
  ['share-link', ['encodeLink', 'decodeLink', 'encodeExample']],
  ['view', ['objectView']],
  ['embed', ['renderStatic']],
] as const)('the reference of %s says what parameters and results are: %j', (folder, names) => {
  const pages = packages.find((each) => each.folder === folder)?.pages ?? [];
  const sections = pages.flatMap(({ path }) => readFileSync(`${root}${path}`, 'utf8').split(/^## /m).slice(1));
  const said = sections.filter((section) => /^- (?:`\w+`|returns): /m.test(section)).map((each) => each.split('\n')[0]);
  expect(names.filter((name) => !said.includes(name))).toEqual([]);
});

describe.each(packages)('$name', ({ examples, pages, ...each }) => {
  const installed = join(project, 'node_modules', each.name);

  test('has an example in its README, and in a comment of each entry point', () => {
    expect(examplesOf(`packages/${each.folder}/README.md`, each.folder)).not.toEqual([]);
    expect(pages.flatMap((page) => (page.examples.some(({ prints }) => prints !== '') ? [] : [page.path]))).toEqual([]);
  });

  test.each(examples)('prints what its README or its comment says ($file)', ({ file, code, prints }) => {
    writeFileSync(join(project, file), code);
    expect(run(process.execPath, file)).toBe(prints);
  });

  test('publint has nothing to say', async () => {
    expect(await manifestComplaints(join(place, each.folder))).toEqual([]);
  });

  test('its types are found where its code is (attw)', () => {
    const tarball = packed.find((file) => file.startsWith(`managed-fields-${each.folder}-`)) ?? '';
    expect(typeComplaints(join(place, tarball), Object.keys(each.styles ?? {}))).toBe('');
  });

  test('exports what its API report says, which pnpm api writes, and everything that it speaks of', () => {
    const reports = apiReports(each, join(place, each.folder));
    expect(reports.flatMap(notExported)).toEqual([]);
    for (const report of reports) expect(report.text, report.file).toBe(committed(report));
    expect(readdirSync(`${root}packages/${each.folder}/api`).sort()).toEqual(
      reports.flatMap(({ file }) => (file.startsWith('docs/') ? [] : [basename(file)])).sort(),
    );
  });

  test('brings its licence and nothing to install, and knows nothing of this repository', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.js', 'index.d.ts']));
    const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).toMatchObject({ license: 'Apache-2.0', type: 'module' });
    for (const name of ['repository', 'homepage', 'bugs']) expect(manifest).toHaveProperty(name);
    expect(JSON.stringify(manifest)).not.toContain('workspace:');
    const code = files.filter((name) => /\.(js|d\.ts)$/.test(name));
    const outside = code.flatMap((file) => importsOf(installed, file)).filter(({ target }) => target === undefined);
    // The server on loopback is for Node alone, and a component for who has React; all else runs anywhere.
    const isMeant = (file: string, specifier: string) =>
      file === 'node.js' ? specifier.startsWith('node:') : /^react\.(?:js|d\.ts)$/.test(file) && specifier === 'react';
    expect(outside.filter(({ file, specifier }) => !isMeant(file, specifier))).toEqual([]);
    expect(code.filter((file) => readFileSync(join(installed, file), 'utf8').includes(root))).toEqual([]);
  });
});

test.each([
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])('all have types for %s', (resolution, module) => {
  for (const { name, folder, entryPoints, examples } of packages) {
    const all = Object.keys(entryPoints).map(
      (entryPoint, i) =>
        `import * as entryPoint${i} from '${name}${entryPoint.slice(1)}';\nexport type Entry${i} = typeof entryPoint${i};\n`,
    );
    writeFileSync(join(project, `${folder}.ts`), all.join(''));
    for (const { file, code } of examples) writeFileSync(join(project, file), code);
  }
  for (const { file, code } of ofRepository) writeFileSync(join(project, file), code);
  const files = packages.flatMap(({ folder, examples }) => [`${folder}.ts`, ...examples.map(({ file }) => file)]);
  files.push(...ofRepository.map(({ file }) => file));
  const options = [
    '--allowJs',
    '--checkJs',
    '--lib',
    'ES2023,DOM',
    '--target',
    'ES2023',
    '--strict',
    '--noEmit',
    '--types',
    '',
  ];
  expect(run(process.execPath, tsc, ...files, ...options, '--moduleResolution', resolution, '--module', module)).toBe(
    '',
  );
});
