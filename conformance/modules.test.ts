import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { circlesOf, importsOf, namesOf, sourceFiles } from './modules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The modules in their order: a file imports only from its own module and those before it. */
const packages = [
  'words',
  'foreign-text',
  'merge-engine',
  'api-server',
  'kubectl',
  'kubernetes-types',
  'admission',
  'known-definitions',
  'source',
  'node-server',
  'scenario',
  'redact',
  'tools',
  'player',
  'reading',
  'lessons',
  'share-link',
  'live-cluster',
  'rendering',
  'survey',
  'forecast',
  'audit',
  'analysis',
  'view',
  'panel',
  'argocd-extension',
  'headlamp-plugin',
  'embed',
  'cli',
];
const modules: Readonly<Record<string, readonly string[]>> = {
  'packages/merge-engine/src': [
    'value',
    'schema',
    'fieldpath',
    'typed',
    'merge',
    'patch',
    'validation',
    'managedfields',
    'explain',
    'value.ts',
    'fieldpath.ts',
    'typed.ts',
    'merge.ts',
    'managedfields.ts',
    'csaupgrade.ts',
    'index.ts',
  ],
  'packages/api-server/src': [
    'catalog',
    'pattern',
    'formats',
    'cel',
    'policy',
    'customresource',
    'server',
    'whatif',
    'jsonpath',
    'tables',
    'custom-resources.ts',
    'rare-requests.ts',
    'cel.ts',
    'pattern.ts',
    'tables.ts',
    'index.ts',
    'whole.ts',
  ],
  // Files that lie in the folder itself are its first module.
  'packages/tools/src': [
    'data',
    'settings',
    'programs',
    'put-back',
    'index.ts',
    'programs.ts',
    'put-back.ts',
    'words.ts',
  ],
  'packages/player/src': ['', 'run', 'wire', 'assist', 'ask', 'index.ts', 'whole.ts', 'annotate.ts'],
  'app/src': ['core', 'features', 'page', 'embed', 'framed.ts', 'main.tsx'],
  'app/src/core': ['code', 'theme', 'store', 'offline', 'engine', 'words', 'view-models', 'code-view', 'editor', 'ui'],
};

/**
 * The entry points that a package may have: its index, those for whoever wants all of it, or little, and upstream's
 * packages.
 */
const entryPoints = [
  ...[
    '.',
    './whole',
    './certificate',
    './cel',
    './policies',
    './deduce',
    './static',
    './remark',
    './markdown-it',
    './decode',
    './encode',
    './file',
    './format',
    './load',
    './load-embed',
    './longer',
    './custom-resources',
    './rare',
    './rare-requests',
    './pattern',
    './tables',
    './amounts',
    './cel',
    './describe',
    './discovery',
    './kustomize',
    './programs',
    './put-back',
    './lesson',
    './sample-texts',
    './arbitrary',
    './words',
    './annotate',
    './object-view',
    './react',
  ],
  // Of the program, for the end-to-end tests alone; what is published has none.
  './front',
  // Of the words: the messages of a language, or those of a feature in all languages.
  './messages/*',
  ...['./value', './fieldpath', './typed', './merge', './managedfields', './csaupgrade'],
];

const folders = ['packages', 'app/src', 'conformance', 'tools', 'e2e', 'samples'];
const workerSide = /^app\/src\/features\/.*\/worker(?:\/[a-z]+)?\.ts$/;

const files = folders.flatMap((folder) => sourceFiles(root, folder));
const imports = files.flatMap((file) => importsOf(root, file));

const packageOf = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

test('every package stands in the order', () => {
  expect(
    readdirSync(`${root}/packages`)
      .filter((name) => existsSync(`${root}/packages/${name}/package.json`))
      .sort(),
  ).toEqual(packages.filter((name) => files.some((file) => file.startsWith(`packages/${name}/`))).sort());
});

test('packages are entered by their entry points, by the other packages and the page alike', () => {
  const deep = imports.filter(({ specifier }) => /^@managed-fields\/[^/]+\/./.test(specifier));
  expect(
    deep.filter(({ specifier }) => !entryPoints.some((entryPoint) => specifier.endsWith(entryPoint.slice(1)))),
  ).toEqual([]);
  const around = imports.filter(({ file, target }) => {
    if (target === undefined || packageOf(target) === packageOf(file)) return false;
    // A program beside the code of a package reads its arguments as all others do.
    if (target === 'tools/arguments.ts' && !file.includes('/src/')) return false;
    // Tests of recordings are a part of conformance that stands beside the code, and take their share as it does.
    if (target === 'conformance/whole.ts' && file.endsWith('.recorded.test.ts')) return false;
    return packageOf(target) !== undefined || packageOf(file) !== undefined;
  });
  expect(around).toEqual([]);
  for (const name of packages.filter((each) => files.some((file) => file.startsWith(`packages/${each}/`)))) {
    const manifest: { exports: object } = JSON.parse(readFileSync(`${root}/packages/${name}/package.json`, 'utf8'));
    const own = entryPoints.filter((entryPoint) => entryPoint in manifest.exports);
    const files = own.map((entryPoint) => [
      entryPoint,
      entryPoint === '.' ? './src/index.ts' : `./src${entryPoint.slice(1)}.ts`,
    ]);
    expect(manifest.exports, name).toEqual(Object.fromEntries(files));
  }
});

test('a package imports only from those before it', () => {
  const against = imports.filter(({ file, specifier }) => {
    const to = /^@managed-fields\/([^/]+)/.exec(specifier)?.[1];
    const from = packageOf(file);
    if (to === undefined || from === undefined) return false;
    return packages.indexOf(to) >= packages.indexOf(from);
  });
  expect(against).toEqual([]);
});

describe.each(Object.entries(modules))('%s', (folder, order) => {
  const inside = files.filter((file) => file.startsWith(`${folder}/`));
  const moduleOf = (path: string) => {
    const [module = '', inside] = path.slice(folder.length + 1).split('/');
    return inside === undefined && order.includes('') && !order.includes(module) ? '' : module;
  };

  test('every file stands in a module', () => {
    expect(inside.filter((file) => !order.includes(moduleOf(file)))).toEqual([]);
  });

  test('a module imports only from those before it', () => {
    const against = imports.filter(({ file, target }) => {
      if (!inside.includes(file) || !target?.startsWith(`${folder}/`)) return false;
      // A test may want all of it at once.
      if (isTest(file) && target === `${folder}/whole.ts`) return false;
      // The engine fetches the worker side of a feature with its first request.
      if (file === 'app/src/core/engine/answer.ts' && workerSide.test(target)) return false;
      return order.indexOf(moduleOf(target)) > order.indexOf(moduleOf(file));
    });
    expect(against).toEqual([]);
  });
});

describe.each(['merge-engine', 'api-server', 'kubectl'])('%s', (name) => {
  const engine = files.filter((file) => file.startsWith(`packages/${name}/src/`));

  test('has no dependencies but packages of this repository', () => {
    const manifest: { dependencies?: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(`${root}/packages/${name}/package.json`, 'utf8'),
    );
    const isOwn = (specifier: string) => /^@managed-fields\//.test(specifier);
    expect(Object.keys(manifest.dependencies ?? {}).filter((each) => !isOwn(each))).toEqual([]);
    const bare = imports.filter(({ file, target }) => engine.includes(file) && !isTest(file) && target === undefined);
    expect(bare.filter(({ specifier }) => !isOwn(specifier))).toEqual([]);
  });

  test('knows no screen, no clock and no chance', () => {
    // The screen's names are unknown to the compiler here: packages are compiled without the DOM's types.
    const forbidden = ['setTimeout', 'setInterval', 'performance', 'crypto', 'Date.now', 'Math.random'];
    const seen = engine
      .filter((file) => !isTest(file))
      .flatMap((file) => {
        const names = namesOf(root, file);
        return forbidden.filter((name) => names.has(name)).map((name) => `${file}: ${name}`);
      });
    expect(seen).toEqual([]);
  });
});

test('the page enters the engine and its kinds only through the entry points', () => {
  const pageImports = imports.filter(({ file }) => file.startsWith('app/'));
  const leaving = pageImports.filter(({ target }) => target !== undefined && !target.startsWith('app/'));
  expect(leaving).toEqual([]);
});

test('what the tests run knows none of the programs: tools import conformance, never the other way', () => {
  const against = imports.filter(({ file, target }) => {
    if (target === undefined || !target.startsWith('tools/')) return false;
    // The programs of end-to-end tests, of samples and of packages read their arguments as all others do.
    return !file.startsWith('tools/') && target !== 'tools/arguments.ts';
  });
  expect(against).toEqual([]);
});

test('no files import each other in a circle, neither at once nor later', () => {
  const targets = new Map(files.map((file) => [file, [] as string[]]));
  for (const { file, target } of imports) if (target !== undefined) targets.get(file)?.push(target);
  expect(circlesOf(targets)).toEqual([]);
  targets.get('packages/merge-engine/src/value/value.ts')?.push('packages/merge-engine/src/merge/apply.ts');
  expect(circlesOf(targets).flat()).toContain('packages/merge-engine/src/merge/apply.ts');
});

test('the walks of ARCHITECTURE.md go through files that are there, at most twenty each', () => {
  const text = readFileSync(`${root}/ARCHITECTURE.md`, 'utf8');
  for (const heading of ['One keystroke', 'One apply']) {
    const [, section = ''] = new RegExp(`^## ${heading}\\n([^]*?)^## `, 'm').exec(text) ?? [];
    const steps = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
    expect(steps.length, heading).toBeGreaterThan(10);
    expect(steps.length, heading).toBeLessThanOrEqual(20);
    expect(steps.filter((file) => !files.includes(file))).toEqual([]);
  }
});

test('only source reads the yaml library', () => {
  const owners: Readonly<Record<string, string>> = { yaml: 'packages/source/' };
  const others = imports.filter(({ file, specifier }) => {
    const owner = owners[specifier];
    return owner !== undefined && !file.startsWith(owner);
  });
  expect(others).toEqual([]);
});
