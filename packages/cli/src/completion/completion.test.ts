import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fakeIo } from '../fake-io.ts';
import { commands } from '../run.ts';
import { completionOf } from './completion.ts';
import { describedCommands } from './described.ts';
import { shells } from './scripts.ts';

async function printed(...args: readonly string[]) {
  const io = fakeIo();
  return { code: await completionOf(commands)(args, io), out: io.out.join(''), err: io.err.join('') };
}

/** The options in the tables of a command's code. */
function tableOf(command: string): readonly string[] {
  const folder = fileURLToPath(new URL(`../${command}/`, import.meta.url));
  const code = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(`${folder}${name}`, 'utf8'))
    .join('\n');
  const own = [...code.matchAll(/^ +'?([a-z-]+)'?: \{ type: '(?:string|boolean)'/gm)].map(([, name = '']) => name);
  const shared = code.includes('...kubectlOptions') ? ['namespace', 'context', 'kubeconfig', 'kubectl'] : [];
  // Two words follow it, so that it is read by itself.
  const upgrade = command === 'survey' ? ['upgrade'] : [];
  // Read before the command is, for all that have something to set.
  const config = own.length === 0 ? [] : ['config'];
  return [...new Set([...own, ...shared, ...upgrade, ...config])].sort();
}

test.each([...commands.keys()])('%s: its help describes every option that it takes, and no other', (name) => {
  const described = describedCommands(commands).find((each) => each.name === name);
  expect([...new Set(described?.options.map((each) => each.name))].sort()).toEqual(tableOf(name));
});

test.each(shells)('the script for %s has all commands and options', async (shell) => {
  const { code, out } = await printed(shell);
  expect(code).toBe(0);
  for (const { name, options } of describedCommands(commands)) {
    expect(out).toContain(name);
    for (const option of options) expect(out).toContain(shell === 'fish' ? `-l ${option.name}` : `--${option.name}`);
  }
});

test('bash completes commands, options and values', async () => {
  const { out } = await printed('bash');
  const complete = (...words: readonly string[]) => {
    const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _managed_fields; echo "\${COMPREPLY[*]}"`;
    return spawnSync('bash', ['-c', `${out}\n${line}`], { encoding: 'utf8' }).stdout.trim();
  };
  expect(complete('managed-fields', 'ow')).toBe('owners');
  expect(complete('managed-fields', 'survey', '--fail')).toBe('--fail-on');
  expect(complete('managed-fields', 'survey', '-o', 'ma')).toBe('markdown');
  expect(complete('managed-fields', 'lint', '-o', '')).toBe('text json sarif');
});

test('the manual page has every help', async () => {
  const { out } = await printed('man');
  expect(out).toMatch(/^\.TH MANAGED\\-FIELDS 1 /);
  for (const name of commands.keys()) expect(out).toContain(`.SH ${name.toUpperCase()}\n`);
  expect(out.split('\n').filter((line) => /^'/.test(line))).toEqual([]);
});

test('another shell is refused', async () => {
  expect(await printed('bsh')).toMatchObject({ code: 2, out: '' });
  expect((await printed('bsh')).err).toContain('did you mean "bash"?');
  expect((await printed('bash', 'zsh')).code).toBe(2);
});
