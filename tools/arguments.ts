import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** An option of a program: what it is for, and the word that stands for its value in the help. */
interface Described {
  readonly about: string;
  /** `URL` of `--server URL`; none for an option without a value. */
  readonly value?: string;
}

type TextOption = Described & {
  readonly type: 'string';
  readonly value: string;
  readonly default?: string;
  /** Without it the program says that it is missing. */
  readonly required?: true;
  /** Whether it may be given several times. */
  readonly multiple?: true;
};
type NumberOption = Described & { readonly type: 'number'; readonly value: string; readonly default: number };
type SwitchOption = Described & { readonly type: 'boolean' };

/** The options of a program by their names. */
export type Options = Readonly<Record<string, TextOption | NumberOption | SwitchOption>>;

/** What a program says of itself. */
export interface Program<O extends Options> {
  /** As one types it: `pnpm record`. */
  readonly name: string;
  /** What it does, what it writes, and with which code it ends. */
  readonly about: string;
  readonly options?: O;
  /** The words behind the options; a program without this takes none. */
  readonly words?: {
    readonly name: string;
    readonly about: string;
    /** Each is a file or folder that has to be there. */
    readonly there?: true;
  };
}

/** The value that an option has when the program runs. */
type ValueOf<O> = O extends { readonly type: 'boolean' }
  ? boolean
  : O extends { readonly type: 'number' }
    ? number
    : O extends { readonly multiple: true }
      ? readonly string[]
      : O extends { readonly default: string } | { readonly required: true }
        ? string
        : string | undefined;

/** What was asked of a program: its options by name, and the words behind them. */
export interface Arguments<O extends Options> {
  readonly values: { readonly [Name in keyof O]: ValueOf<O[Name]> };
  readonly words: readonly string[];
}

/**
 * Reads the command line of a program. `--help` prints what it takes and ends it with 0; what it does not know, and what
 * is missing, is said in a sentence and ends it with 2.
 */
export function readArguments<const O extends Options = Record<never, never>>(program: Program<O>): Arguments<O> {
  const options: Options = program.options ?? {};
  // pnpm hands over the `--` that some write before the options.
  const args = process.argv.slice(2).filter((arg) => arg !== '--');
  if (args.includes('--help') || args.includes('-h')) {
    console.log(helpOf(program));
    process.exit(0);
  }
  const complain = (sentence: string) =>
    stop(`${program.name}: ${sentence} ${program.name} --help says what it takes.`);
  const given = parsed(args, options, complain);
  const [first] = given.positionals;
  if (first !== undefined && program.words === undefined) complain(`it takes no ${first}.`);
  if (program.words?.there) needPaths(program.name, given.positionals);
  const values = Object.entries(options).map(([name, option]) => {
    const value = given.values[name];
    if (option.type === 'boolean') return [name, value ?? false];
    if (option.type === 'number') return [name, value === undefined ? option.default : numberIn(name, value, complain)];
    if (option.required && value === undefined) complain(`--${name} ${option.value} is missing, ${option.about}.`);
    return [name, value ?? option.default ?? (option.multiple ? [] : undefined)];
  });
  return { values: Object.fromEntries(values) as Arguments<O>['values'], words: given.positionals };
}

/** Says in a sentence why a program cannot go on, and ends it with 2. */
export function stop(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

/** Ends a program that was asked for a file or folder that is not there. */
export function needPaths(program: string, paths: readonly string[]): void {
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) stop(`${program}: there is no file or folder ${missing}.`);
}

/** Ends a program that needs Go where Go is not installed. */
export function needGo(program: string): void {
  if (spawnSync('go', ['version']).status === 0) return;
  stop(`${program} needs Go, which is not installed here (https://go.dev).`);
}

interface Given {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

function parsed(args: string[], options: Options, complain: (sentence: string) => never): Given {
  const asked = Object.entries(options).map(([name, option]) => {
    const type = option.type === 'boolean' ? 'boolean' : 'string';
    return [name, { type, multiple: option.type === 'string' && option.multiple === true }] as const;
  });
  try {
    return parseArgs({ args, options: Object.fromEntries(asked), allowPositionals: true });
  } catch (cause) {
    // Node says in one sentence what is wrong, and in others how to write a word that begins with a dash.
    const [sentence = ''] = cause instanceof Error ? cause.message.split(/(?<=\.) /) : [];
    complain(sentence.endsWith('.') ? sentence : `${sentence}.`);
  }
}

function numberIn(name: string, value: unknown, complain: (sentence: string) => never): number {
  const number = Number(value);
  if (value === '' || Number.isNaN(number)) complain(`--${name} takes a number, not ${value}.`);
  return number;
}

/** The help of a program: how it is called, what it does, and its options, a line each. */
function helpOf<O extends Options>({ name, about, options = {} as O, words }: Program<O>): string {
  const all = Object.entries<Options[string]>(options);
  const calls = all.map(([option, { value, ...rest }]) => {
    const call = value === undefined ? `--${option}` : `--${option} ${value}`;
    return { call, shown: 'required' in rest ? call : `[${call}]` };
  });
  const rows = all.map(([, option], at) => [calls[at]?.call ?? '', `${option.about}${defaultOf(option)}`]);
  const lines = [...rows, ...(words === undefined ? [] : [[words.name, words.about]])];
  const width = Math.max(...lines.map(([call = '']) => call.length));
  const usage = [name, ...calls.map(({ shown }) => shown), ...(words === undefined ? [] : [`[${words.name}]`])];
  return [
    usage.join(' '),
    '',
    about,
    ...(lines.length === 0 ? [] : ['']),
    ...lines.map(([call = '', text = '']) => `  ${call.padEnd(width)}  ${text}`),
  ].join('\n');
}

function defaultOf(option: Options[string]): string {
  if (option.type === 'boolean' || option.default === undefined || option.default === '') return '';
  return ` (${option.default})`;
}
