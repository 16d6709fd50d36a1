import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages } from '@managed-fields/words';
import { afterAll, expect, test } from 'vitest';
import { sourceFiles } from '../modules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const place = realpathSync(mkdtempSync(join(tmpdir(), 'one-folder-')));

afterAll(() => rmSync(place, { recursive: true }));

/** Copies what the compiler reads. Packages find each other in the copy, and what is not ours where it is. */
function copyTree(): void {
  for (const part of ['packages', 'app', 'tsconfig.base.json', 'package.json']) {
    cpSync(join(root, part), join(place, part), { recursive: true, verbatimSymlinks: true, filter: isSource });
  }
  const modules = join(root, 'node_modules');
  mkdirSync(join(place, 'node_modules'));
  for (const name of readdirSync(modules)) {
    const [from, to] = [join(modules, name), join(place, 'node_modules', name)];
    if (/^@?managed-fields$/.test(name)) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(from, to);
  }
}

function isSource(path: string): boolean {
  return !/\/(?:dist|api)$|\.recorded\.test\.ts$/.test(path);
}

/** Runs a program of the copy; what it says where it fails. */
function run(program: string, ...args: readonly string[]): string {
  const ran = spawnSync(join(place, 'node_modules/.bin', program), args, { cwd: place, encoding: 'utf8' });
  return ran.status === 0 ? '' : `${program} ${args.join(' ')}: ${ran.stdout}${ran.stderr}`;
}

test('a fourth language is one folder: everything else follows from it', { timeout: 600_000 }, () => {
  copyTree();
  const words = 'packages/words/generate/cli.ts';
  expect(run('tsx', words, '--pseudo', 'packages/words/messages')).toBe('');
  expect(run('tsx', words)).toBe('');
  for (const project of ['packages', 'packages/embed', 'app']) expect(run('tsc', '-p', project)).toBe('');
});

// A list that is only narrower than all languages is no error of types.
test('no code names a language but English', () => {
  const others = languages.flatMap(({ code }) => (code === 'en' ? [] : [code]));
  const named = new RegExp(`['"\`/](?:${others.join('|')})['"\`/.]`);
  const files = ['packages', 'app'].flatMap((folder) => sourceFiles(root, folder));
  const own = files.filter((file) => !/\.test\.tsx?$|^packages\/words\/src\/messages\//.test(file));
  expect(own.length).toBeGreaterThan(500);
  expect(own.filter((file) => named.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
