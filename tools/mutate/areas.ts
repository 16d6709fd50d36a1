import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The folder of this repository. */
export const root = resolve(import.meta.dirname, '../..');

const engines = ['merge-engine', 'api-server', 'kubectl', 'admission'].map((name) => `packages/${name}/src`);
const [merging = '', serving = '', kubectl = '', admission = ''] = engines;

/** A part of the code that mutants are made of, and the share of them that tests have to kill. */
export interface Area {
  readonly name: string;
  /** Files and folders, from the root of the repository. */
  readonly paths: readonly string[];
  /** The share of the chosen mutants that tests must kill, in percent. */
  readonly required: number;
  /** What its mutants are tried by, where that is a part of all tests; absent for all. */
  readonly tests?: AreaTests;
}

/** The tests that know of an area: those below some folders, and the traces in whose path an expression is found. */
export interface AreaTests {
  readonly below: readonly string[];
  readonly traces: string;
}

const below = (folder: string, ...names: readonly string[]) => names.map((name) => `${folder}/${name}`);

/** The areas that `pnpm mutate` takes where no path is given. */
export const areas: readonly Area[] = [
  {
    name: 'merging modules',
    paths: below(merging, 'value', 'schema', 'fieldpath', 'typed', 'merge', 'patch'),
    required: 95,
  },
  { name: 'field manager', paths: below(merging, 'managedfields'), required: 95 },
  {
    name: 'server',
    paths: below(serving, 'server', 'customresource'),
    required: 93,
    // Traces of further versions, and most random ones, come by the same code: with all of them a change takes minutes.
    tests: {
      below: [
        ...below(serving, 'server', 'customresource', 'catalog', 'whatif'),
        ...[admission, 'packages/node-server/src', 'conformance/answers'],
      ],
      traces: String.raw`^v1\.36/(?!random-(?:builtin|crd|installed)/.*[^07]\.)|^v1\.3[37]/(?:custom|recorded|reference|validation|random-crd/.*[07]\.)|^v1\.38/custom`,
    },
  },
  {
    name: 'kubectl',
    paths: [kubectl],
    required: 93,
    // Traces without a command do not come by it, nor do tests of the engine.
    tests: {
      below: [kubectl, 'packages/node-server/src', 'conformance/commands'],
      traces: String.raw`^v1\.36/(?!random-(?:builtin|crd|installed)|upstream|emptied|validation|reference)|^v1\.3[3578]/(?:recorded-)?kubectl`,
    },
  },
  {
    name: 'admission',
    paths: [admission],
    required: 95,
    // Other traces come by every plugin, and say little of it that these do not.
    tests: { below: [admission], traces: String.raw`^v1\.3[67]/(?:installed|random-installed/.*[07])` },
  },
];

/** Modules of the engine whose tests say nothing about the code of the areas, which imports little of them. */
const elsewhere = below(serving, 'parts', 'pattern', 'formats', 'cel');

/** The tests of an area, by its name or by a path in it; undefined where all tests may say something. */
export function testsOf(name: string): AreaTests | undefined {
  return areas.find((area) => area.name === name || area.paths.some((path) => `${name}/`.startsWith(`${path}/`)))
    ?.tests;
}

/**
 * The tests that may kill: those of an area that has its own, else those beside the engine's code, random operations and
 * questions with upstream's answers, commands, a server's answers, and all traces.
 */
export function testFiles({ below: folders, traces }: Partial<AreaTests> = {}): readonly string[] {
  if (folders !== undefined) {
    const beside = filesIn(folders).filter((file) => file.endsWith('.test.ts'));
    return traces === undefined ? beside : [...beside, 'conformance/traces.test.ts'];
  }
  return [
    ...filesIn(engines).filter(
      (file) => file.endsWith('.test.ts') && !elsewhere.some((folder) => file.startsWith(`${folder}/`)),
    ),
    'conformance/upstream/upstream.test.ts',
    'conformance/upstream/library.test.ts',
    'conformance/commands/commands.test.ts',
    'conformance/commands/scaling.test.ts',
    'conformance/answers/answers.test.ts',
    'conformance/traces.test.ts',
  ];
}

/** The files that mutants can be made of: code of the product, none of the tests beside it. */
export function sourceFiles(paths: readonly string[]): readonly string[] {
  return filesIn(paths).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/\/cases\/|-in-tests\.ts$/.test(file),
  );
}

/** All files below some paths, from the root of the repository, sorted. */
function filesIn(paths: readonly string[]): readonly string[] {
  return paths
    .flatMap((path) => {
      const full = resolve(root, path);
      if (!statSync(full).isDirectory()) return [full];
      return readdirSync(full, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
        .map((entry) => join(entry.parentPath, entry.name));
    })
    .map((file) => relative(root, file))
    .sort();
}
