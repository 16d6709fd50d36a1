import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runProgram, unplayedProgram } from './shell-programs.ts';

type Case = readonly [
  words: readonly string[],
  input: string,
  files: Readonly<Record<string, string>>,
  stdout: string,
  stderr: string,
  exitCode: number,
];

interface Recorded {
  readonly inputs: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
}
const read = <T>(name: string) => JSON.parse(readFileSync(new URL(`./cases/${name}`, import.meta.url), 'utf8')) as T;
const texts = read<Recorded>('text-programs.json');
const shell = read<Recorded & { readonly unplayed: readonly (readonly string[])[] }>('shell-programs.json');
const inputs = { ...texts.inputs, ...shell.inputs };
const played = texts.cases.filter(([words]) => unplayedProgram(words) === undefined);

test('most of what was recorded of grep, head, tail and wc is played', () => {
  expect([played.length, texts.cases.length]).toEqual([356, 408]);
});

test.each([...played, ...shell.cases])('%j of %s', (words, input, files, stdout, stderr, exitCode) => {
  expect(unplayedProgram(words)).toBeUndefined();
  const [name = '', ...args] = words;
  const {
    missing: _,
    readInput: __,
    ...ran
  } = runProgram(name, args, {
    files: new Map(Object.entries(files)),
    stdin: inputs[input] ?? '',
  });
  expect(ran).toEqual({ stdout, stderr, exitCode });
});

test('calls that mean something else, or nothing that is known, are not played', () => {
  expect(shell.unplayed.filter((words) => unplayedProgram(words) === undefined)).toEqual([]);
});

test.each<readonly [words: readonly string[], unplayed: string]>([
  [['grep', '-P', 'a'], 'grep -P'],
  [['grep', '-r', 'a', '.'], 'grep -r'],
  [['grep', '(a)\\1'], 'grep (a)\\1'],
  [['grep', '-E', '-F', 'a'], 'grep -EF'],
  [['grep', '-on', '-C1', 'a'], 'grep -o'],
  [['head', '-c', '3'], 'head -c'],
  [['tail', '-f', 'a'], 'tail -f'],
  [['head', 'a', 'b'], 'head b'],
  [['wc', '-w'], 'wc -w'],
  [['head', '-n', '+3'], 'head +3'],
  [['wc'], 'wc '],
  [['wc', '-l', 'a', 'b'], 'wc b'],
  [['printf', '%5s', 'a'], 'printf %5'],
  [['printf', '--', '%x', '5'], 'printf %x'],
  [['printf', '-v', 'x', 'y'], 'printf -v'],
  [['printf', '%d', 'x'], 'printf %d'],
  [['cat', '-n'], 'cat -n'],
  [['base64', '-w', '0'], 'base64 -w'],
  [['grep', '-v', ''], 'grep -v'],
  [['grep', '-e', '(', '-e', '\\('], 'grep (\n\\('],
  [['jq', '.'], 'jq'],
])('%j is not played', (words, unplayed) => {
  expect(unplayedProgram(words)).toBe(unplayed);
});

test('a program says which of its files are not there', () => {
  expect(runProgram('grep', ['a', 'x', '-'], { files: new Map() })).toMatchObject({
    missing: ['x', '-'],
    readInput: true,
  });
  const given = { files: new Map([['x', '']]), stdin: '' };
  expect(runProgram('cat', ['x', '-', '/dev/stdin'], given)).toMatchObject({ missing: [], readInput: true });
  expect(runProgram('cat', ['x'], given)).toMatchObject({ missing: [], readInput: false });
});

test('base64 knows what macOS has for --decode', () => {
  const given = { files: new Map(), stdin: 'YQ==\n' };
  expect(runProgram('base64', ['-D'], given)).toEqual(runProgram('base64', ['--decode'], given));
});

test('a program that is not played is none', () => {
  expect(() => runProgram('jq', [], { files: new Map() })).toThrow('the program jq is not played');
});
