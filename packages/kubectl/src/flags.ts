import { quote, readDuration } from '@managed-fields/merge-engine';
import type { Change } from './changes.ts';
import { commaSeparated } from './comma-separated.ts';
import { partsOf } from './parts-of.ts';

/**
 * The type of a flag's values. Those of a `level` are decimal, other integers are in the base that they begin with; an
 * `interval` is a duration of which Go's own flag package, not pflag, says what is wrong.
 */
export type FlagType =
  | ('bool' | 'string' | 'levels' | 'duration' | 'interval' | 'list' | 'array' | 'pairs')
  | keyof typeof integers;

/** A flag that a command knows. */
export interface Flag {
  readonly name: string;
  readonly type: FlagType;
  readonly short?: string;
  readonly default?: string;
  /** The value of the flag where none follows. Such a flag takes a value only after `=`. */
  readonly bare?: string;
  readonly required?: true;
  /** The environment variable that enables the flag, where no change has brought it to everybody. */
  readonly enabledBy?: string;
  /** The change of kubectl that brought the flag. */
  readonly since?: Change;
  /** The change that brought its letter, where that came later. */
  readonly shortSince?: Change;
  /** The warning that is printed where the flag is used, by its letter once more with `shortDeprecated`. */
  readonly deprecated?: string;
  readonly shortDeprecated?: true;
  /** The change of kubectl that brought the warning. */
  readonly deprecatedSince?: Change;
  /** Whether kubectl has the flag and it is not played here. */
  readonly unplayed?: true;
}

/** A flag where a command line names it, by its name or its letter. */
export interface UsedFlag {
  readonly flag: Flag;
  readonly letter: boolean;
}

/** The flags and arguments of a command line. */
export interface Flags {
  readonly args: readonly string[];
  /** How many of the arguments stand before `--`; undefined where there is none. */
  readonly beforeDash: number | undefined;
  /** Whether the command line names a flag. */
  changed(name: string): boolean;
  text(name: string): string;
  truth(name: string): boolean;
  number(name: string): number;
  /** An integer of 64 bits, which may be more than a number holds; 0 where the command has no such flag. */
  whole(name: string): bigint;
  list(name: string): readonly string[];
}

/** The result of parsing; `message` is that of the Go library pflag. */
export type ParsedFlags =
  | {
      readonly kind: 'flags';
      readonly flags: Flags;
      /** The flags that the command line names, in its order. */
      readonly used: readonly UsedFlag[];
    }
  /** `usage`: whether kubectl adds a pointer to its help. */
  | {
      readonly kind: 'bad-flags';
      readonly message: string;
      readonly usage: boolean;
      /** The flags that were read; none where one of them was wrong. */
      readonly used: readonly UsedFlag[];
    };

/**
 * Parses words as flags and arguments, in any order. `--` ends the flags. Of two known flags of one name the last counts.
 * Upstream: github.com/spf13/pflag flag.go parseArgs, errors.go; cobra command.go ValidateRequiredFlags.
 */
export function parseFlags(words: readonly string[], known: readonly Flag[]): ParsedFlags {
  const reading: Reading = { rest: [...words], set: new Map(), used: [] };
  const { rest, set, used } = reading;
  const args: string[] = [];
  let beforeDash: number | undefined;
  const byName = new Map(known.map((flag) => [flag.name, flag]));
  const named = [...byName.values()];
  const byShort = new Map(named.flatMap((flag) => (flag.short === undefined ? [] : [[flag.short, flag] as const])));
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      beforeDash = args.length;
      args.push(...rest);
      break;
    }
    const problem = word.startsWith('--')
      ? readLong(word, byName, reading)
      : word.startsWith('-') && word !== '-'
        ? readShort(word, byShort, reading)
        : void args.push(word);
    if (problem !== undefined) return { kind: 'bad-flags', message: problem, usage: true, used: [] };
  }
  // Help is printed before anything is required.
  const missing = known
    .filter((flag) => !set.has('help') && flag.required && !set.has(flag.name))
    .map((flag) => quote(flag.name));
  if (missing.length > 0) {
    return { kind: 'bad-flags', message: `required flag(s) ${missing.join(', ')} not set`, usage: false, used };
  }
  return { kind: 'flags', flags: flagsOf(args, beforeDash, set, byName), used };
}

type Values = Map<string, string[]>;

/** What is read of a command line: the words that are left, and the flags so far. */
interface Reading {
  readonly rest: string[];
  readonly set: Values;
  readonly used: UsedFlag[];
}

type Known = ReadonlyMap<string, Flag>;

function readLong(word: string, known: Known, { rest, set, used }: Reading): string | undefined {
  const [name, ...values] = partsOf(word.slice(2), '=');
  if (name === '' || name.startsWith('-')) return `bad flag syntax: ${word}`;
  const flag = known.get(name);
  if (flag === undefined) return `unknown flag: --${name}`;
  used.push({ flag, letter: false });
  if (word.includes('=')) return setValue(flag, values.join('='), set);
  const bare = bareValue(flag);
  if (bare !== undefined) return setValue(flag, bare, set);
  const next = rest.shift();
  return next === undefined ? `flag needs an argument: --${name}` : setValue(flag, next, set);
}

function readShort(word: string, known: Known, { rest, set, used }: Reading): string | undefined {
  for (let letters = word.slice(1); letters !== ''; ) {
    const letter = letters.charAt(0);
    const flag = known.get(letter);
    if (flag === undefined) return `unknown shorthand flag: '${letter}' in -${letters}`;
    used.push({ flag, letter: true });
    const bare = bareValue(flag);
    if (letters.length > 2 && letters.charAt(1) === '=') return setValue(flag, letters.slice(2), set);
    if (bare !== undefined) {
      const problem = setValue(flag, bare, set);
      if (problem !== undefined) return problem;
      letters = letters.slice(1);
      continue;
    }
    if (letters.length > 1) return setValue(flag, letters.slice(1), set);
    const next = rest.shift();
    return next === undefined ? `flag needs an argument: '${letter}' in -${letters}` : setValue(flag, next, set);
  }
  return undefined;
}

function bareValue(flag: Flag): string | undefined {
  return flag.type === 'bool' ? 'true' : flag.bare;
}

const truths: ReadonlySet<string> = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const untruths: ReadonlySet<string> = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

/** Parses a boolean as Go does; undefined for other texts. Upstream: strconv.ParseBool. */
export function parseTruth(text: string): boolean | undefined {
  if (truths.has(text)) return true;
  return untruths.has(text) ? false : undefined;
}

function setValue(flag: Flag, value: string, set: Values): string | undefined {
  const shown = flag.short === undefined ? `--${flag.name}` : `-${flag.short}, --${flag.name}`;
  const read = valuesIn(flag.type, value);
  if (typeof read === 'string') return `invalid argument ${quote(value)} for ${quote(shown)} flag: ${read}`;
  const before = ['list', 'array', 'pairs'].includes(flag.type) ? (set.get(flag.name) ?? []) : [];
  set.set(flag.name, [...before, ...read]);
  return undefined;
}

/** The values that a text gives a flag of a type, or what is wrong with it. */
function valuesIn(type: FlagType, text: string): readonly string[] | string {
  if (type === 'list') return commaSeparated(text);
  if (type === 'pairs') {
    const pairs = text.split(',').filter((pair) => pair !== '');
    return pairs.every((pair) => pair.includes('=')) ? pairs : 'malformed pair, expect string=string';
  }
  return valueProblem(type, text) ?? [text];
}

function valueProblem(type: FlagType, value: string): string | undefined {
  if (type === 'bool' && parseTruth(value) === undefined) {
    return `strconv.ParseBool: parsing ${quote(value)}: invalid syntax`;
  }
  if (type === 'int' || type === 'int32' || type === 'level') {
    const read = readInteger(value, integers[type]);
    return typeof read === 'string' ? `strconv.ParseInt: parsing ${quote(value)}: ${read}` : undefined;
  }
  if (type === 'levels') return levelsProblem(value);
  const problem = type === 'duration' || type === 'interval' ? durationProblem(value) : undefined;
  return problem === undefined || type === 'duration' ? problem : 'parse error';
}

/** What is wrong with a list of files and how much is logged in each, `a=1,b=2`. Upstream: k8s.io/klog/v2 klog.go moduleSpec.Set. */
function levelsProblem(text: string): string | undefined {
  for (const part of text.split(',').filter((each) => each !== '')) {
    const [file, level = '', ...more] = part.split('=');
    const read = readInteger(level, integers.level);
    if (file === '' || more.length > 0 || typeof read === 'string') {
      return 'syntax error: expect comma-separated list of filename=N';
    }
    if (read < 0n) return 'negative value for vmodule level';
  }
  return undefined;
}

const anyBase = /^[+-]?(?:0x(?:_?[0-9a-f])+|0b(?:_?[01])+|0o?(?:_?[0-7])+|[1-9](?:_?\d)*|0)$/i;

/** How integers are written, and how many bits they have. */
const integers = {
  int: { form: anyBase, bits: 64 },
  int32: { form: anyBase, bits: 32 },
  level: { form: /^[+-]?\d+$/, bits: 32 },
} as const;

/** The integer of so many bits that a text of this form is, or what Go says of another text. Upstream: strconv.ParseInt. */
export function readInteger(
  text: string,
  { form, bits }: { readonly form: RegExp; readonly bits: number },
): bigint | string {
  if (!form.test(text)) return 'invalid syntax';
  const digits = text.replace(/^[+-]/, '').replaceAll('_', '').toLowerCase();
  const amount = BigInt(form === anyBase ? digits.replace(/^0(?=\d)/, '0o') : digits);
  const value = text.startsWith('-') ? -amount : amount;
  return BigInt.asIntN(bits, value) === value ? value : 'value out of range';
}

/** The nanoseconds of a duration that was read. */
export function durationOf(text: string): number {
  const read = readDuration(text);
  return typeof read === 'number' ? read : 0;
}

/** What Go says of a text that is no duration. */
export function durationProblem(text: string): string | undefined {
  const read = readDuration(text);
  return typeof read === 'string' ? read : undefined;
}

function flagsOf(
  args: readonly string[],
  beforeDash: number | undefined,
  set: Values,
  known: ReadonlyMap<string, Flag>,
): Flags {
  const text = (name: string) => set.get(name)?.at(-1) ?? known.get(name)?.default ?? '';
  return {
    args,
    beforeDash,
    changed: (name) => set.has(name),
    text,
    truth: (name) => parseTruth(text(name)) ?? false,
    number: (name) => Number(readInteger(text(name), integers.int)),
    whole(name) {
      const read = readInteger(text(name), integers.int);
      return typeof read === 'string' ? 0n : read;
    },
    list: (name) => set.get(name) ?? [],
  };
}
