import { type Failure, fail, notPlayed } from './failure.ts';
import { globalFlags } from './flag-sets.ts';
import { type Flag, parseFlags } from './flags.ts';
import { type KnownCommand, kubectlCommand, latest, similarCommands, subcommandOf } from './known-commands.ts';
import { usageFailure, validationOf } from './options.ts';
import { commandsIn } from './shell-text.ts';
import type { Verb } from './verb.ts';
import { verbs } from './verbs.ts';

/** The command that words name. */
export interface FoundVerb {
  readonly kind: 'verb';
  readonly verb: Verb;
  /** The words without those that name the command. */
  readonly rest: readonly string[];
}

/**
 * Finds the command that words name, by its name or an alias; flags may stand before and between. Upstream: cobra
 * command.go Find.
 */
export function findVerb(words: readonly string[], release = latest): FoundVerb | Failure {
  const { path, rest, next } = descend(words, release);
  const name = path.join(' ');
  const verb = verbs.find((each) => each.name === name);
  if (verb !== undefined) return { kind: 'verb', verb, rest };
  const [known] = commandsOn(path).slice(-1);
  const isGroup = known === undefined || known.commands.length > 0;
  if (!isGroup || isUnplayed(path)) return notPlayed({ kind: 'command', command: name });
  if (next !== undefined && path.length === 0) return unknownCommand(next, words, release);
  const parsed = parseFlags(rest, globalFlags);
  if (parsed.kind === 'bad-flags') {
    return fail(`${parsed.message}\nSee '${['kubectl', ...path].join(' ')} --help' for usage.`);
  }
  const { args } = parsed.flags;
  if (path.length === 0 || args.length === 0 || helpers.includes(name))
    return notPlayed({ kind: 'help', command: name });
  return usageFailure(`kubectl ${name}`, `unknown command "${args.join(' ')}"`);
}

/** Groups that print their help whatever stands behind them. Upstream: pkg/cmd/certificates/certificates.go. */
const helpers = ['certificate'];

/** Whether words name a command that is not played here, nor any subcommand of it: `logs`, `create token`. */
export function isUnplayed(words: readonly string[]): boolean {
  const found = commandsOn(words).map(({ name }) => name);
  const name = found.join(' ');
  return found.length > 0 && !verbs.some((verb) => verb.name === name || verb.name.startsWith(`${name} `));
}

/** The commands that kubectl has and that are not played here; a group of which none is, by its own name. */
export function unplayedCommands(): readonly string[] {
  const below = ({ commands }: KnownCommand, path: readonly string[]): readonly string[] =>
    commands.flatMap((each) => {
      const own = [...path, each.name];
      return isUnplayed(own) ? [own.join(' ')] : below(each, own);
    });
  return below(kubectlCommand, []);
}

/** The commands that lead to the one that a path of names or aliases means; it ends where no command has the name. */
function commandsOn(path: readonly string[]): readonly KnownCommand[] {
  const found: KnownCommand[] = [];
  for (const word of path) {
    const known = subcommandOf(found.at(-1) ?? kubectlCommand, word);
    if (known === undefined) return found;
    found.push(known);
  }
  return found;
}

interface Descent {
  /** The names of the command, without aliases: `create`, `namespace`. */
  readonly path: readonly string[];
  readonly rest: readonly string[];
  /** The first argument of the command. */
  readonly next: string | undefined;
}

function descend(words: readonly string[], release: string): Descent {
  const path: string[] = [];
  let [known, rest] = [kubectlCommand, words];
  for (;;) {
    const verb = verbs.find((each) => each.name === path.join(' '));
    const at = nextName(rest, [...(verb?.flags ?? []), ...globalFlags]);
    const next = at === undefined ? undefined : rest[at];
    const found = next === undefined ? undefined : subcommandOf(known, next, release);
    if (found === undefined) return { path, rest, next };
    path.push(found.name);
    rest = rest.filter((_, index) => index !== at);
    known = found;
  }
}

/**
 * Returns the index of the first word that is neither a flag nor its value; a flag that is not known takes one. Upstream:
 * cobra command.go stripFlags.
 */
function nextName(words: readonly string[], known: readonly Flag[]): number | undefined {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') return undefined;
    if (!word.startsWith('-')) {
      if (word !== '') return at;
    } else if (takesNext(word, known)) {
      if (at + 2 >= words.length) return undefined;
      at++;
    }
  }
  return undefined;
}

function takesNext(word: string, known: readonly Flag[]): boolean {
  if (word.includes('=') || !(word.startsWith('--') || word.length === 2)) return false;
  const flag = known.find(({ name, short }) => word === `--${name}` || word === `-${short}`);
  return flag === undefined || (flag.type !== 'bool' && flag.bare === undefined);
}

/** Upstream: pkg/cmd/cmd.go HandlePluginCommand, for a word that names no plugin either. */
function unknownCommand(name: string, [first = '']: readonly string[], release: string): Failure {
  if (first.startsWith('-'))
    return { ...fail(`Error: flags cannot be placed before plugin name: ${first}`), bare: true };
  const similar = similarCommands(name, release);
  const suggestion =
    similar.length === 0 ? '' : `\n\nDid you mean this?\n${similar.map((each) => `\t${each}\n`).join('')}`;
  return fail(`unknown command "${name}" for "kubectl"${suggestion}`);
}

/**
 * The field validation that the first command of a line with `--validate` asks for; `Strict` where none does, and where
 * kubectl refuses what it says.
 */
export function fieldValidationIn(line: string): 'Strict' | 'Warn' | 'Ignore' {
  for (const { words } of commandsIn(line)) {
    const [program, ...rest] = words.map(({ text }) => text);
    const found = program === 'kubectl' ? findVerb(rest) : undefined;
    if (found?.kind !== 'verb') continue;
    const parsed = parseFlags(found.rest, [...globalFlags, ...found.verb.flags]);
    if (parsed.kind === 'bad-flags' || !parsed.flags.changed('validate')) continue;
    const validation = validationOf(parsed.flags);
    return validation.kind === 'option' ? validation.value : 'Strict';
  }
  return 'Strict';
}
