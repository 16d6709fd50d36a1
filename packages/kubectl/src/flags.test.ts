import { describe, expect, it } from 'vitest';
import { type Flag, parseFlags } from './flags.ts';

const known: readonly Flag[] = [
  { name: 'filename', short: 'f', type: 'list' },
  { name: 'recursive', short: 'R', type: 'bool' },
  { name: 'dry-run', type: 'string', default: 'none', bare: 'unchanged' },
  { name: 'output', short: 'o', type: 'string' },
  { name: 'grace-period', type: 'int', default: '-1' },
  { name: 'max', type: 'int32' },
  { name: 'v', short: 'v', type: 'level' },
  { name: 'vmodule', type: 'levels' },
  { name: 'timeout', type: 'duration', default: '0s' },
  { name: 'allow', type: 'array' },
];

/** Words, arguments, and what flags hold then. */
const read: readonly (readonly [string, readonly string[], Readonly<Record<string, string | readonly string[]>>])[] = [
  ['a b', ['a', 'b'], { 'dry-run': 'none' }],
  ['-f a,b -f c', [], { filename: ['a', 'b', 'c'] }],
  ['-fa x', ['x'], { filename: ['a'] }],
  ['-f=a', [], { filename: ['a'] }],
  ['-Rf a', [], { recursive: 'true', filename: ['a'] }],
  ...['1', 't', 'T', 'TRUE', 'true', 'True', '0', 'f', 'F', 'FALSE', 'false', 'False'].map(
    (truth) => [`--recursive=${truth}`, [], { recursive: truth }] as const,
  ),
  ['-oyaml', [], { output: 'yaml' }],
  ['-o=yaml', [], { output: 'yaml' }],
  ['--output yaml', [], { output: 'yaml' }],
  ['--output=a=b', [], { output: 'a=b' }],
  ['--dry-run a', ['a'], { 'dry-run': 'unchanged' }],
  ['--dry-run=server', [], { 'dry-run': 'server' }],
  ['--grace-period -5', [], { 'grace-period': '-5' }],
  ['--timeout=1m30s', [], { timeout: '1m30s' }],
  ['--allow a,b --allow c', [], { allow: ['a,b', 'c'] }],
  ['x -- -f y', ['x', '-f', 'y'], {}],
  ['- x', ['-', 'x'], {}],
];

/** Words, and what is wrong with them. */
const wrong: readonly (readonly [string, string])[] = [
  ['--nope', 'unknown flag: --nope'],
  ['-x', "unknown shorthand flag: 'x' in -x"],
  ['-Rx', "unknown shorthand flag: 'x' in -x"],
  ['--recursive=', 'invalid argument "" for "-R, --recursive" flag: strconv.ParseBool: parsing "": invalid syntax'],
  ['--output', 'flag needs an argument: --output'],
  ['-o', "flag needs an argument: 'o' in -o"],
  ['--=x', 'bad flag syntax: --=x'],
  [
    '--recursive=maybe',
    'invalid argument "maybe" for "-R, --recursive" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
  ],
  ['--grace-period=x', 'invalid argument "x" for "--grace-period" flag: strconv.ParseInt: parsing "x": invalid syntax'],
  [
    '--max=3000000000',
    'invalid argument "3000000000" for "--max" flag: strconv.ParseInt: parsing "3000000000": value out of range',
  ],
  [
    '--v=3000000000',
    'invalid argument "3000000000" for "-v, --v" flag: strconv.ParseInt: parsing "3000000000": value out of range',
  ],
  ['--vmodule=a', 'invalid argument "a" for "--vmodule" flag: syntax error: expect comma-separated list of filename=N'],
  ['--vmodule=a=1,,b=-1', 'invalid argument "a=1,,b=-1" for "--vmodule" flag: negative value for vmodule level'],
  ['--v=0x1', 'invalid argument "0x1" for "-v, --v" flag: strconv.ParseInt: parsing "0x1": invalid syntax'],
  ['-v=', 'invalid argument "=" for "-v, --v" flag: strconv.ParseInt: parsing "=": invalid syntax'],
  ['--timeout=00', 'invalid argument "00" for "--timeout" flag: time: missing unit in duration "00"'],
  ['--timeout=1s0', 'invalid argument "1s0" for "--timeout" flag: time: missing unit in duration "1s0"'],
  ['--timeout=.s', 'invalid argument ".s" for "--timeout" flag: time: invalid duration ".s"'],
  ['--timeout=-', 'invalid argument "-" for "--timeout" flag: time: invalid duration "-"'],
  ['--timeout=1d', 'invalid argument "1d" for "--timeout" flag: time: unknown unit "d" in duration "1d"'],
  ['--timeout=3000000h', 'invalid argument "3000000h" for "--timeout" flag: time: invalid duration "3000000h"'],
  ['--timeout=5', 'invalid argument "5" for "--timeout" flag: time: missing unit in duration "5"'],
];

describe('parseFlags', () => {
  it.each(read)('%s', (line, args, values) => {
    const parsed = parseFlags(line.split(' '), known);
    if (parsed.kind !== 'flags') throw new Error(parsed.message);
    expect(parsed.flags.args).toEqual(args);
    for (const [name, value] of Object.entries(values)) {
      expect(typeof value === 'string' ? parsed.flags.text(name) : parsed.flags.list(name)).toEqual(value);
    }
  });

  it.each([
    ['0x10', 16],
    ['0b11', 3],
    ['0o7', 7],
    ['017', 15],
    ['1_000', 1000],
    ['-00', -0],
    ['+5', 5],
    ['3000000000', 3_000_000_000],
  ])('--grace-period=%s', (text, value) => {
    const parsed = parseFlags([`--grace-period=${text}`], known);
    expect(parsed.kind === 'flags' && parsed.flags.number('grace-period') + 0).toBe(value + 0);
  });

  it.each(wrong)('%s', (line, message) => {
    expect(parseFlags(line.split(' '), known)).toEqual({ kind: 'bad-flags', message, usage: true, used: [] });
  });

  it('asks for what has to be named', () => {
    const required: readonly Flag[] = [{ name: 'max', type: 'int', required: true }];
    const message = 'required flag(s) "max" not set';
    expect(parseFlags([], required)).toEqual({ kind: 'bad-flags', message, usage: false, used: [] });
  });
});
