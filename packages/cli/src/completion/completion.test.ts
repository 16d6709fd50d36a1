import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Whether a shell stands on this machine. */
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

test('bash completes commands, options and values, and leaves names of files to readline', async () => {
  const { out } = await printed('bash');
  // Where the script finds nothing, readline completes names of files, with spaces and quotes in them.
  expect(out).toContain('complete -o default -F _managed_fields managed-fields\n');
  const complete = (...words: readonly string[]) => {
    const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _managed_fields; echo "\${COMPREPLY[*]}"`;
    return spawnSync('bash', ['-c', `${out}\n${line}`], { encoding: 'utf8' }).stdout.trim();
  };
  expect(complete('managed-fields', 'ow')).toBe('owners');
  expect(complete('managed-fields', 'survey', '--fail')).toBe('--fail-on');
  expect(complete('managed-fields', 'survey', '-o', 'ma')).toBe('markdown');
  expect(complete('managed-fields', 'lint', '-o', '')).toBe('text json sarif');
  expect(complete('managed-fields', 'lint', '--output', '=', 'sa')).toBe('sarif');
  expect(complete('managed-fields', 'lint', '--output', '=')).toBe('text json sarif');
  expect(complete('managed-fields', 'owners', '--time', '')).toBe('relative full none');
  expect(complete('managed-fields', 'forecast', '--tool', 'argo')).toBe('argocd');
  expect(complete('managed-fields', 'owners', '--kubernetes', 'v1.36')).toBe('v1.36');
  expect(complete('managed-fields', 'completion', '')).toBe('bash zsh fish powershell man');
  expect(complete('managed-fields', 'schema', 'fo')).toBe('forecast');
  expect(complete('managed-fields', 'help', 'ow')).toBe('owners');
  expect(complete('managed-fields', 'owners', '')).toBe('');
});

test.runIf(has('fish'))('fish completes them too', async () => {
  const { out } = await printed('fish');
  const complete = (line: string) =>
    spawnSync('fish', ['--no-config', '-c', `${out}\ncomplete -C '${line}'`], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
      .map((each) => each.split('\t')[0]);
  expect(complete('managed-fields ow')).toEqual(['owners']);
  expect(complete('managed-fields lint --output=sa')).toEqual(['--output=sarif']);
  expect(complete('managed-fields owners --time ')).toEqual(['full', 'none', 'relative']);
  expect(complete('managed-fields completion ')).toEqual(['bash', 'fish', 'man', 'powershell', 'zsh']);
});

/** Types a line and a tab in a zsh that has the script, by `source` or from a folder of fpath; returns what stands there then. */
const typedInZsh = `zmodload zsh/zpty
zpty z "zsh -f -i"
zpty -w z "PS1='%% '; unsetopt zle_bracketed_paste; fpath=($1 \\$fpath); autoload -U compinit; compinit -u -D; $2 print READY"
zpty -r -m z said '*READY*READY*'
zpty -w -n z "$3"$'\\t'
zpty -r -m z said "*$4*" && print FOUND
`.replaceAll('\\\\', '\\');

test.runIf(has('zsh'))(
  'zsh completes them too, sourced and from a folder of fpath',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'completion-'));
    const file = join(folder, '_managed-fields');
    writeFileSync(file, (await printed('zsh')).out);
    const typed = (before: string, line: string, wanted: string) =>
      spawnSync('zsh', ['-f', '-c', typedInZsh, 'zsh', before === '' ? folder : '/nowhere', before, line, wanted], {
        ...{ encoding: 'utf8', timeout: 20_000, env: { ...process.env, TERM: 'dumb' } },
      }).stdout.trim();
    expect(typed('', 'managed-fields fore', 'forecast ')).toBe('FOUND');
    expect(typed(`source ${file};`, 'managed-fields fore', 'forecast ')).toBe('FOUND');
    expect(typed(`source ${file};`, 'managed-fields lint --output=sa', 'sarif ')).toBe('FOUND');
    expect(typed(`source ${file};`, 'managed-fields schema forec', 'forecast ')).toBe('FOUND');
    rmSync(folder, { recursive: true });
  },
  90_000,
);

// No PowerShell was to be had where the others were tried: this runs where one is, as on each runner of the workflow of binaries.
test.runIf(has('pwsh'))(
  'PowerShell completes them too',
  async () => {
    const { out } = await printed('powershell');
    const complete = (line: string, at = line.length) =>
      spawnSync(
        'pwsh',
        [
          ...['-NoProfile', '-NonInteractive', '-Command'],
          `${out}\n(TabExpansion2 -inputScript '${line}' -cursorColumn ${at}).CompletionMatches.CompletionText -join ' '`,
        ],
        { encoding: 'utf8' },
      ).stdout.trim();
    expect(complete('managed-fields ow')).toBe('owners');
    expect(complete('managed-fields survey --fail')).toBe('--fail-on');
    expect(complete('managed-fields survey -o ma')).toBe('markdown');
    expect(complete('managed-fields lint --output=sa')).toBe('--output=sarif');
    expect(complete('managed-fields owners --time ')).toBe('full none relative');
    expect(complete('managed-fields completion ')).toBe('bash fish man powershell zsh');
    expect(complete('managed-fields ow web.yaml', 17)).toBe('owners');
  },
  90_000,
);

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
