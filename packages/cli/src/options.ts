import { type ParseArgsConfig, parseArgs } from 'node:util';
import { terminalLine } from '@managed-fields/foreign-text';
import { defaultVersion, isPlayedVersion, type PlayedVersion, versionsListed } from '@managed-fields/kubernetes-types';
import { exit, type Io } from './io.ts';
import { nearest } from './nearest.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true; strict: true; args: string[] }>
>;

/** What arguments came to: the options and the other words, or why they cannot be used. */
export type ReadOptions<T extends Options> =
  | { readonly kind: 'options'; readonly values: Parsed<T>['values']; readonly words: readonly string[] }
  | { readonly kind: 'usage'; readonly message: string };

/** Reads arguments, strictly: an option that is not known is an error. `-o=json` is `-o json`, as kubectl reads it. */
export function readOptions<const T extends Options>(given: readonly string[], options: T): ReadOptions<T> {
  const end = given.includes('--') ? given.indexOf('--') : given.length;
  const args = given.map((word, at) => (at < end ? word.replace(/^(-[a-zA-Z])=(?=.)/s, '$1') : word));
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return { kind: 'options', values, words: positionals };
  } catch (error) {
    // Node's own sentence; what follows it advises to write the option behind `--`.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/, 1);
    const [, unknown] = /^Unknown option '--([^']*)'/.exec(sentence) ?? [];
    const known = Object.keys(options).map((each) => `--${each}`);
    const meant = unknown === undefined ? '' : nearest(`--${unknown}`, known);
    return { kind: 'usage', message: `${sentence.replace(/\.$/, '')}${meant}` };
  }
}

/** Finds the value of an option among those that it may have; the first of them where it was not given. */
export function oneOf<const T extends string>(
  option: string,
  given: string | undefined,
  values: readonly [T, ...T[]],
): { readonly kind: 'value'; readonly value: T } | { readonly kind: 'usage'; readonly message: string } {
  if (given === undefined) return { kind: 'value', value: values[0] };
  const value = values.find((each) => each === given);
  if (value !== undefined) return { kind: 'value', value };
  return { kind: 'usage', message: `${option} is one of ${values.join(', ')}, not ${JSON.stringify(given)}` };
}

/** The value of `--kubernetes`: a minor version or a known release of one; the default version where none is given. */
export function playedVersion(
  given: string | undefined,
): { readonly kind: 'value'; readonly value: PlayedVersion } | { readonly kind: 'usage'; readonly message: string } {
  if (given === undefined) return { kind: 'value', value: defaultVersion };
  if (isPlayedVersion(given)) return { kind: 'value', value: given };
  const message = `--kubernetes is one of ${versionsListed}, or a known release of these such as v1.36.1, not ${JSON.stringify(given)}`;
  return { kind: 'usage', message };
}

/** Says on stderr why arguments or input cannot be used. */
export function refuse(io: Io, message: string, command: string): number {
  io.stderr.write(`managed-fields ${command}: ${terminalLine(message)}\n`);
  io.stderr.write(`Run 'managed-fields ${command} --help' to see how it is used.\n`);
  return exit.usage;
}
