import { defaultVersion, isPreview, kubernetesVersions } from '@managed-fields/kubernetes-types';
import { expect, test } from 'vitest';
import { fakeIo } from './fake-io.ts';
import { commands, run } from './run.ts';

test.each([...commands])('%s has a help that says how it is used and how it ends', async (name, { help }) => {
  for (const args of [
    [name, '--help'],
    [name, '-h'],
    [name, 'x', '--help'],
    ['help', name],
    ['--help', name],
  ]) {
    const io = fakeIo();
    expect(await run(args, io)).toBe(0);
    expect(io.out.join('')).toBe(help);
    expect(io.err).toEqual([]);
  }
  expect(help).toContain(`Usage: managed-fields ${name} `);
  expect(help).toContain('Exit codes: 0 ');
  expect(help.split('\n').filter((line) => line.length > 120)).toEqual([]);
});

test('the list of commands comes with --help, and on stderr where the command is missing or unknown', async () => {
  const asked = fakeIo();
  expect(await run(['--help'], asked)).toBe(0);
  for (const name of commands.keys()) expect(asked.out.join('')).toContain(`\n  ${name} `);
  for (const args of [[], ['nope'], ['\u001b[31m']]) {
    const io = fakeIo();
    expect(await run(args, io)).toBe(2);
    expect(io.out).toEqual([]);
    expect(io.err.join('')).toContain('Usage: managed-fields COMMAND');
    expect(io.err.join('')).not.toContain('\u001b');
  }
});

test('the version of Kubernetes that counts unless another is named is said', () => {
  for (const name of ['owners', 'link'])
    expect(commands.get(name)?.help).toContain(`${defaultVersion} if none is named`);
});

test('previews are said to be such', () => {
  const helps = [...commands.values()].map(({ help }) => help).filter((help) => help.includes('--kubernetes V'));
  expect(helps.length).toBeGreaterThan(5);
  for (const version of kubernetesVersions.filter(isPreview))
    for (const help of helps) expect(help).toContain(`${version} is a preview`);
});

test('--version prints the version alone', async () => {
  const io = fakeIo();
  expect(await run(['--version'], io)).toBe(0);
  expect(io.out).toEqual(['1.2.3\n']);
});

test.each([...commands.keys()])('%s refuses an option that it does not know', async (name) => {
  const io = fakeIo({ stdin: '' });
  expect(await run([name, '--nope'], io)).toBe(2);
  expect(io.err.join('')).toContain(`managed-fields ${name}: Unknown option '--nope'\n`);
  expect(io.err.join('')).toContain(`managed-fields ${name} --help`);
});
