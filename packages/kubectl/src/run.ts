import type { Cluster } from '@managed-fields/api-server';
import { type Failure, fail, failureText } from './failure.ts';
import { globalFlags } from './flag-sets.ts';
import { type Flag, parseFlags } from './flags.ts';
import type { KubectlCommand, KubectlHost, RanCommand } from './host.ts';
import { groups, similarCommands, unplayed } from './known-commands.ts';
import { usageFailure } from './options.ts';
import { openSession } from './session.ts';
import { type Verb, verbs } from './verbs.ts';

/**
 * Runs kubectl with some arguments against a cluster. It is pure: `now` is the time. Failures are printed on stderr and
 * give the exit code, as in kubectl.
 * Upstream: k8s.io/kubectl pkg/cmd/cmd.go, pkg/cmd/util/helpers.go CheckErr; github.com/spf13/cobra command.go.
 */
export function runCommand(
  cluster: Cluster,
  words: readonly string[],
  command: Omit<KubectlCommand, 'line'>,
  host: KubectlHost,
  now: string,
): RanCommand {
  const found = findVerb(words);
  if (found.kind === 'failure') return refused(cluster, failureText(found), 1);
  const { verb, rest } = found;
  const env = command.env ?? new Map<string, string>();
  const parsed = parseFlags(rest, [...verb.flags.filter((flag) => isEnabled(flag, env)), ...globalFlags]);
  if (parsed.kind === 'bad-flags') {
    const ran = refused(
      cluster,
      `error: ${parsed.message}${usageText(verb, parsed.usage)}\n`,
      1 + (verb.exitOffset ?? 0),
    );
    const hint = hintOf(rest);
    return hint === undefined ? ran : { ...ran, hint };
  }
  const { flags } = parsed;
  const namespace = flags.text('namespace') === '' ? undefined : flags.text('namespace');
  const { session, result } = openSession(cluster, command, host, now, namespace);
  for (const { name, deprecated } of verb.flags) {
    if (deprecated !== undefined && flags.changed(name)) {
      session.err(`Flag --${name} has been deprecated, ${deprecated}\n`);
    }
  }
  const failed = verb.run(session, flags);
  if (failed !== undefined) session.err(failureText(failed));
  const ran = result(failed === undefined ? 0 : (failed.exitCode ?? 1 + (verb.exitOffset ?? 0)));
  const unknown = [failed, ...(failed?.parts ?? [])].find((each) => each?.unknownResource !== undefined);
  const whole = failed?.unplayed === undefined ? ran : { ...ran, unplayed: failed.unplayed };
  return unknown?.unknownResource === undefined ? whole : { ...whole, unknownResource: unknown.unknownResource };
}

/** Whether a flag is known: those of alpha features are only where an environment variable enables them. */
function isEnabled({ enabledBy }: Flag, env: ReadonlyMap<string, string>): boolean {
  return enabledBy === undefined || env.get(enabledBy) === 'true';
}

/** Returns what follows an error about flags. `kubectl diff` prints it as it does for other failures. */
function usageText({ name, exitOffset }: Verb, usage: boolean): string {
  if (!usage) return '';
  return exitOffset === undefined
    ? `\nSee 'kubectl ${name} --help' for usage.`
    : `\nSee 'kubectl ${name} -h' for help and examples`;
}

function refused(cluster: Cluster, stderr: string, exitCode: number): RanCommand {
  return { cluster, stdout: '', stderr, exitCode, requests: [], applies: [], missing: [], readInput: false };
}

interface FoundVerb {
  readonly kind: 'verb';
  readonly verb: Verb;
  /** The words after the verb. */
  readonly rest: readonly string[];
}

/** Finds the command that words name; flags may stand before it. Upstream: cobra command.go Find. */
function findVerb(words: readonly string[]): FoundVerb | Failure {
  const { at, word: name } = nextName(words, 0);
  if (name === undefined) return usageOnly();
  const rest = (...taken: readonly number[]) => words.filter((_, index) => !taken.includes(index));
  const second = nextName(words, at + 1);
  const nested = verbs.find((verb) => verb.name === `${name} ${second.word ?? ''}`);
  if (nested !== undefined) return { kind: 'verb', verb: nested, rest: rest(at, second.at) };
  const verb = verbs.find((each) => each.name === name);
  if (verb !== undefined) return { kind: 'verb', verb, rest: rest(at) };
  if (groups.has(name)) {
    if (second.word === undefined) return fail(`kubectl ${name} needs one more word, such as ${groups.get(name)}`);
    if (unplayed.has(`${name} ${second.word}`)) return notPlayed(`${name} ${second.word}`);
    return usageFailure(`kubectl ${name}`, `unknown command "${second.word}"`);
  }
  if (unplayed.has(name)) return notPlayed(name);
  const similar = similarCommands(name);
  const suggestion =
    similar.length === 0 ? '' : `\n\nDid you mean this?\n${similar.map((each) => `\t${each}\n`).join('')}`;
  return fail(`unknown command "${name}" for "kubectl"${suggestion}`);
}

function usageOnly(): Failure {
  return fail('kubectl needs a command, such as apply');
}

function notPlayed(name: string): Failure {
  return fail(`kubectl ${name} is not played here; commands that write objects are`);
}

const takingValue = new Set(
  globalFlags
    .filter(({ type }) => type !== 'bool')
    .flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]),
);

/**
 * Returns the first word from an index on that is neither a flag nor its value; `-` counts as a flag.
 * Upstream: cobra command.go stripFlags.
 */
function nextName(words: readonly string[], from: number): { readonly at: number; readonly word: string | undefined } {
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) return { at, word };
    if (takingValue.has(word)) at++;
  }
  return { at: words.length, word: undefined };
}

const renamedFlags: ReadonlyMap<string, string> = new Map([
  ['--override', '--overwrite'],
  ['--prune-whitelist', '--prune-allowlist'],
]);

/** Returns the present name of a flag that older texts use. */
function hintOf(words: readonly string[]): string | undefined {
  for (const word of words) {
    const [flag = ''] = word.split('=');
    const renamed = renamedFlags.get(flag);
    if (renamed !== undefined) return `${flag} is called ${renamed}`;
  }
  return undefined;
}
