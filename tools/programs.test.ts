import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { importsOf, sourceFiles } from '../conformance/modules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = ['tools', 'e2e', 'samples'].flatMap((folder) => sourceFiles(root, folder));
const imported = new Set(files.flatMap((file) => importsOf(root, file).flatMap(({ target }) => target ?? [])));

/** Files that run as part of a program, which names them by their place. */
const parts = ['tools/mutate/worker.ts', 'tools/mutate/harness.ts'];

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
});

test.each(programs)('%s says what it is for', async (file) => {
  const { code, printed, complained } = await call(file, '--help');
  expect(complained).toBe('');
  expect(printed).toMatch(/^(pnpm|npx tsx) \S+/);
  expect(printed.split('\n')[2]).toMatch(/^[A-Z].{20}/);
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

test('each program is called as its help says', () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(`${root}package.json`, 'utf8'),
  );
  for (const file of programs) {
    const [, name = ''] = /readArguments\(\{\s*name: '([^']+)'/.exec(readFileSync(`${root}${file}`, 'utf8')) ?? [];
    const script = /^pnpm (\S+)$/.exec(name)?.[1];
    if (script === undefined) expect(name, file).toMatch(new RegExp(`^npx tsx .*${file}$`));
    else expect(scripts[script], file).toContain(file);
  }
});
