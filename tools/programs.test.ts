import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { importsOf, sourceFiles } from '../conformance/modules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Folders of packages whose programs make data of theirs. */
const besidePackages = readdirSync(`${root}packages`)
  .flatMap((name) => [`packages/${name}/train`, `packages/${name}/generate`])
  .filter((folder) => existsSync(`${root}${folder}`));
const files = ['tools', 'e2e', 'samples', ...besidePackages].flatMap((folder) => sourceFiles(root, folder));
const imported = new Set(files.flatMap((file) => importsOf(root, file).flatMap(({ target }) => target ?? [])));

/** Files that run as part of a program, which names them by their place. */
const parts = [
  'tools/mutate/worker.ts',
  'tools/mutate/harness.ts',
  'tools/bench/rehearse-server.ts',
  'tools/bench/admission.ts',
];

/** The programs that `pnpm NAME` runs. */
const { scripts: ofPackage }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
);

/** Every file that nothing imports and that is no test is a program; folders of samples are sites of other tools. */
const programs = files.filter(
  (file) =>
    file.endsWith('.ts') &&
    !/\.(test|spec)\.ts$|^samples\/.*\//.test(file) &&
    !imported.has(file) &&
    !parts.includes(file),
);

/** What a program says, and the code that it ends with. */
interface Ended {
  readonly code: number;
  readonly printed: string;
  readonly complained: string;
}

class End extends Error {}

/** Runs the command line of a program in this process, where reading its code again costs nothing. */
async function call(file: string, argument: string): Promise<Ended> {
  let code = -1;
  const said = { printed: '', complained: '' };
  vi.spyOn(process, 'exit').mockImplementation((given) => {
    if (code === -1) code = Number(given);
    throw new End();
  });
  vi.spyOn(console, 'log').mockImplementation((text) => {
    said.printed += text;
  });
  vi.spyOn(console, 'error').mockImplementation((text) => {
    said.complained += text;
  });
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', `${root}${file}`, argument]);
  await import(/* @vite-ignore */ `../${file}?${argument}`).catch((error) => {
    if (!(error instanceof End)) throw error;
  });
  return { code, ...said };
}

afterEach(() => vi.restoreAllMocks());

test('programs are found', () => {
  expect(programs.length).toBeGreaterThan(30);
  expect(programs).toContain('tools/record/cli.ts');
  expect(programs).toContain('packages/share-link/train/cli.ts');
});

test.each(programs)('%s says what it is for', async (file) => {
  const { code, printed, complained } = await call(file, '--help');
  expect(complained).toBe('');
  expect(printed).toMatch(/^(pnpm|npx tsx) \S+/);
  expect(printed.split('\n')[2]).toMatch(/^[A-Z].{20}/);
  // It is called as its help says.
  const script = /^pnpm (\S+)/.exec(printed)?.[1];
  if (script === undefined) expect(printed).toMatch(new RegExp(`^npx tsx (\\S+ )*${file}`));
  else expect(ofPackage[script]).toContain(file);
  expect(code).toBe(0);
});

test.each(programs)('%s says in a sentence what it does not know', async (file) => {
  const { code, printed, complained } = await call(file, '--no-such-option');
  expect(printed).toBe('');
  expect(complained).toMatch(/^\S[^\n]*: Unknown option '--no-such-option'\. [^\n]* --help says what it takes\.$/);
  expect(code).toBe(2);
});

test.each(['tools/record/cli.ts', 'tools/types/cli.ts'])('%s says that it has no server', async (file) => {
  const { code, complained } = await call(file, '--insecure');
  expect(complained).toContain('--server URL is missing, the address of a server');
  expect(code).toBe(2);
});

test.each([
  ['tools/replay/cli.ts', 'pnpm replay: there is no file or folder nowhere.'],
  ['tools/redact/train.ts', 'npx tsx tools/redact/train.ts: there is no file or folder nowhere.'],
  [
    'tools/mutate/cli.ts',
    "pnpm mutate: nowhere is no file or folder of this repository, and no area; these are 'merging modules', 'field manager', 'server', 'kubectl', 'admission'.",
  ],
  ['tools/mutate/cli.ts', 'pnpm mutate: there is no file or folder nowhere.', '--test=nowhere'],
  ['e2e/views-compare/cli.ts', 'There is no folder nowhere.'],
])('%s says that a path is not there: %s', async (file, sentence, argument = 'nowhere') => {
  expect(await call(file, argument)).toEqual({ code: 2, printed: '', complained: sentence });
});

test('what a package is trained to write needs a name', async () => {
  const { code, complained } = await call('packages/share-link/train/cli.ts', '--');
  expect(complained).toBe('npx tsx packages/share-link/train/cli.ts needs one FILE to write.');
  expect(code).toBe(2);
});

const scripts = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '.ci', '*.sh'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

/** Runs a script of a shell, which finds nothing that it could start. */
const callScript = (file: string, ...words: readonly string[]) =>
  spawnSync('/bin/bash', [file, ...words], { cwd: root, encoding: 'utf8', env: {} });

test('scripts of a shell are found', () => {
  expect(scripts).toEqual(expect.arrayContaining(['.ci/publish', '.ci/run', 'tools/survey/build.sh']));
});

test.each(scripts)('%s says what it is for', (file) => {
  const { stdout, stderr, status } = callScript(file, '--help');
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(stdout.split('\n')[0]).toMatch(new RegExp(`^${file.replaceAll('.', '\\.')}(?: |$)`));
  expect(stdout.split('\n')[2]).toMatch(/^[A-Z].{20}/);
});

test.each([
  ['.ci/run', '--fast', '.ci/run: it takes no --fast. .ci/run --help says what it does.\n'],
  [
    'tools/survey/build.sh',
    '',
    'tools/survey/build.sh: FOLDER is missing, where the programs are written. tools/survey/build.sh --help says what it takes.\n',
  ],
])('%s says in a sentence that it cannot go on with "%s"', (file, word, sentence) => {
  const { stdout, stderr, status } = callScript(file, word);
  expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: sentence, status: 2 });
});

test('as a process, a program ends without a stack', () => {
  const { stderr, status } = spawnSync('npx', ['tsx', 'tools/replay/cli.ts', '--none'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr.split('\n').filter((line) => !line.startsWith('npm '))).toEqual([
    "pnpm replay: Unknown option '--none'. pnpm replay --help says what it takes.",
    '',
  ]);
});
