import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importsOf } from '../modules.ts';
import { installPacked } from './install.ts';
import { published, root } from './published.ts';
import { apiReports, committed } from './reports.ts';
import { stagePackages } from './stage.ts';

// As a user meets the packages: packed, installed without a network in an empty project, used as their README says.

const place = mkdtempSync(join(tmpdir(), 'packages-'));
const project = join(place, 'project');
const tsc = `${root}node_modules/typescript/bin/tsc`;

const run = (command: string, ...options: readonly string[]) =>
  execFileSync(command, options, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(async () => {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const staged = (folder: string) => join(place, folder);
  await stagePackages(staged);
  const packed = installPacked(
    published.map((each) => staged(each.folder)),
    place,
    project,
  );
  expect(packed).toHaveLength(published.length);
}, 300_000);

afterAll(() => rmSync(place, { recursive: true }));

/** Each package with the examples of its README, and what each prints. */
const packages = published.map(({ folder, entryPoints }) => {
  const readme = readFileSync(`${root}packages/${folder}/README.md`, 'utf8');
  const examples = [...readme.matchAll(/```js\n([\s\S]*?)```[\s\S]*?```text\n([\s\S]*?)```/g)].map(
    ([, code = '', prints = ''], i) => ({ file: `${folder}-${i}.js`, code, prints }),
  );
  return { name: `@managed-fields/${folder}`, folder, entryPoints, examples };
});

describe.each(packages)('$name', ({ examples, ...each }) => {
  const installed = join(project, 'node_modules', each.name);

  test('has examples', () => expect(examples.length).toBeGreaterThan(0));

  test.each(examples)('prints what its README says ($file)', ({ file, code, prints }) => {
    writeFileSync(join(project, file), code);
    expect(run(process.execPath, file)).toBe(prints);
  });

  test('exports what its API report says, which pnpm api writes', () => {
    const reports = apiReports(each, join(place, each.folder));
    for (const report of reports) expect(report.text, report.file).toBe(committed(report));
    expect(readdirSync(`${root}packages/${each.folder}/api`).sort()).toEqual(
      reports.map(({ file }) => basename(file)).sort(),
    );
  });

  test('brings its licence and nothing to install, and knows nothing of this repository', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.js', 'index.d.ts']));
    const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).toMatchObject({ license: 'Apache-2.0', type: 'module' });
    expect(JSON.stringify(manifest)).not.toContain('workspace:');
    const code = files.filter((name) => /\.(js|d\.ts)$/.test(name));
    const outside = code.flatMap((file) => importsOf(installed, file)).filter(({ target }) => target === undefined);
    // The server on loopback is for Node alone; all else runs anywhere.
    expect(outside.filter(({ file, specifier }) => !(file === 'node.js' && specifier.startsWith('node:')))).toEqual([]);
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
  const files = packages.flatMap(({ folder, examples }) => [`${folder}.ts`, ...examples.map(({ file }) => file)]);
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
