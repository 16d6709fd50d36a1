import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callsOfXargs, unplayedXargs } from './xargs.ts';

type Case = readonly [
  words: readonly string[],
  input: string,
  calls: readonly (readonly string[])[],
  stderr: string,
  exitCode: number,
];

const { cases } = JSON.parse(readFileSync(new URL('./cases/xargs.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly Case[];
};

test.each(cases)('%j of %j', (words, input, calls, stderr, exitCode) => {
  expect(unplayedXargs(words)).toBeUndefined();
  const made = callsOfXargs(words, input);
  expect(made.calls.map(([, ...rest]) => rest)).toEqual(calls);
  expect([made.complaint ?? '', made.complaint === undefined ? 0 : 1]).toEqual([stderr, exitCode]);
});

test.each<readonly [words: readonly string[], unplayed: string]>([
  [[], 'echo'],
  [['rm'], 'rm'],
  [['-n1', 'sh', '-c', 'x'], 'sh'],
  [['-0', 'kubectl'], '-0'],
  [['-n0', 'kubectl'], '-n0'],
  [['-n', 'x', 'kubectl'], '-n'],
  [['-I', '', 'kubectl'], '-I'],
  [['-I{}', '-n1', 'kubectl'], '-n'],
  [['-L1', 'kubectl'], '-L1'],
  [['-rt', 'kubectl'], '-rt'],
])('%j is not played', (words, unplayed) => {
  expect(unplayedXargs(words)).toBe(unplayed);
});
