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

const { inputs, cases } = JSON.parse(readFileSync(new URL('./cases/text-programs.json', import.meta.url), 'utf8')) as {
  readonly inputs: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
};
const played = cases.filter(([words]) => unplayedProgram(words) === undefined);

test('most of what was recorded of grep, head, tail and wc is played', () => {
  expect([played.length, cases.length]).toEqual([356, 408]);
});

test.each(played)('%j of %s', ([name = '', ...args], input, files, stdout, stderr, exitCode) => {
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
  [['jq', '.'], 'jq'],
])('%j is not played', (words, unplayed) => {
  expect(unplayedProgram(words)).toBe(unplayed);
});

test('a program says which of its files are not there', () => {
  expect(runProgram('grep', ['a', 'x', '-'], { files: new Map() })).toMatchObject({
    missing: ['x', '-'],
    readInput: true,
  });
});
