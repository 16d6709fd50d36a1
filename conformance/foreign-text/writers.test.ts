import { spawnSync } from 'node:child_process';
import { shellWord } from '@managed-fields/foreign-text';
import { commandsIn } from '@managed-fields/kubectl';
import { describe, expect, test } from 'vitest';
import { formats, strings } from '../../e2e/hostile/corpus.ts';
import { type Format, faultsIn, readCsv } from './readers.ts';
import { writers } from './writers.ts';

/** What is larger says no more about how it is written. */
const hostile = [...strings, ...formats].filter(({ text }) => text.length <= 400);

/** What a writer that takes long is tried with: all that mean something to a format, and some of the others. */
const some = hostile.filter((each, index) => formats.includes(each) || index % 5 === 0);

test('texts that mean something in each format are tried, each with a name of its own', () => {
  expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length);
  expect(hostile.length).toBeGreaterThan(120);
});

describe.each(writers)('$name', ({ format, write, takesLong = false }) => {
  test('writes every hostile text as nothing but a text', async () => {
    const found: string[] = [];
    let written = 0;
    for (const { name, text } of takesLong ? some : hostile) {
      const made = await write(text);
      if (made === undefined) continue;
      written++;
      found.push(...faultsIn(format, made).map((fault) => `${name}: ${fault}`));
    }
    expect(found).toEqual([]);
    expect(written).toBeGreaterThan(40);
  });
});

// What only reads names is tried with all of them at once, by the shell that reads `$'…'` as well.
const shells = writers.filter(({ format }) => format === 'shell');
const bash = spawnSync('bash', ['-c', ':']).status === 0;

describe.runIf(bash).each(shells)('$name in a shell', ({ write }) => {
  test('runs kubectl and curl alone', async () => {
    const scripts: string[] = [];
    for (const { text } of hostile) scripts.push((await write(text)) ?? '');
    // No argument of a program has U+0000.
    const all = scripts.filter((script) => !script.includes('\\U00000000')).join('\n');
    const stubs = 'kubectl() { printf "%s\\0" "$@" >/dev/null; }\ncurl() { kubectl "$@"; }\n';
    const ran = spawnSync('bash', ['--noprofile', '--norc', '-s'], {
      input: `PATH=/nowhere\n${stubs}${all}\necho the end`,
      encoding: 'utf8',
    });
    expect(ran.stderr).toBe('');
    expect(ran.stdout).toBe('the end\n');
  });
});

/** What can be an argument of a program: all but U+0000 and halves of characters. */
const words = hostile.map(({ text }) => text).filter((text) => !/\0|\p{Cs}/u.test(text));

test('a word of a shell is the text itself, to our own reader and to a shell', () => {
  const line = ['echo', ...words.map(shellWord)].join(' ');
  const read = commandsIn(line).flatMap((command) => command.words.map(({ text }) => text));
  expect(read).toEqual(['echo', ...words]);
  if (!bash) return;
  const ran = spawnSync('bash', ['--noprofile', '--norc', '-s'], {
    input: `LC_ALL=C.UTF-8\nprintf '%s\\0' ${words.map(shellWord).join(' ')}`,
    encoding: 'utf8',
  });
  expect(ran.stdout.split('\0').slice(0, -1)).toEqual(words);
});

test.each<readonly [format: Format, written: string]>([
  ['terminal', 'a\n   ::stop-commands::x'],
  ['terminal', 'a ##[group]x'],
  ['terminal', 'a\u001b[31m'],
  ['json', '{"a": "##[group]"}'],
  ['json', '{"a": "\u202e"}'],
  ['csv', 'a,b\r\nd,"c;=1+1"\r\n'],
  ['csv', 'a,b\r\n=1+1,d\r\n'],
  ['csv', 'a,b\r\n"c\nd",e\r\n'],
  ['csv', 'a,b\r\nc\r\n'],
  ['markdown', '| a | b |\n| --- | --- |\n| `c\\\\|d` | e |\n'],
  ['markdown', 'http://evil.example'],
  ['markdown', '@everyone'],
  ['markdown', '<img src=x>'],
  ['markdown', '```text\n::stop-commands::x\n```'],
  ['markup', '<p><img src=x onerror=trap(1)></p>'],
  ['file-name', '../x.yaml'],
])('%s: notices %j', (format, written) => {
  expect(faultsIn(format, written)).not.toEqual([]);
});

test('CSV is read as RFC 4180 has it', () => {
  expect(readCsv('a,"b;""c"""\r\n,\r\n', ',')).toEqual([
    ['a', 'b;"c"'],
    ['', ''],
  ]);
  expect(readCsv('a,"b;c"', ';')).toEqual([['a,"b', 'c"']]);
});
