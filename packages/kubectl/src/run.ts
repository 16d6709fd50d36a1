import { type Cluster, type RequestUser, userExtra } from '@managed-fields/api-server';
import { hasChange } from './changes.ts';
import { type Failure, fail, failureText, notPlayed, unplayedFlag } from './failure.ts';
import { findVerb } from './find-verb.ts';
import { globalFlags } from './flag-sets.ts';
import { type Flag, type Flags, parseFlags, type UsedFlag } from './flags.ts';
import type { KubectlCommand, KubectlHost, RanCommand } from './host.ts';
import {
  type Impersonation,
  impersonation,
  kubeconfigName,
  nobodyNamed,
  requestTimeout,
  saysOfNobody,
} from './options.ts';
import { part } from './parts.ts';
import { partsOf } from './parts-of.ts';
import { type OpenSession, openSession } from './session.ts';
import type { Verb } from './verb.ts';

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
  const found = findVerb(words, host.release);
  if (found.kind === 'failure') return { ...refused(cluster, failureText(found), 1), ...unplayedOf(found) };
  const { verb, rest } = found;
  const env = command.env ?? new Map<string, string>();
  const known = [...globalFlags, ...verb.flags].filter((flag) => isEnabled(flag, env, host.release));
  const parsed = parseFlags(
    rest,
    known.map((flag) => asKnown(flag, host.release)),
  );
  if (parsed.kind === 'bad-flags') {
    const warned = deprecations(parsed.used, host.release).join('');
    const ran = refused(
      cluster,
      `${warned}error: ${parsed.message}${usageText(verb, parsed.usage)}\n`,
      1 + (verb.exitOffset ?? 0),
    );
    const hint = hintOf(rest);
    return hint === undefined ? ran : { ...ran, hint };
  }
  const { flags } = parsed;
  const profile = flags.text('profile');
  if (!isProfile(profile, host.release)) {
    const warned = deprecations(parsed.used, host.release).join('');
    return refused(cluster, `${warned}error: unknown profile '${profile}'\n`, 1);
  }
  const namespace = flags.text('namespace') === '' ? undefined : flags.text('namespace');
  const said = impersonation(flags);
  const open = (given: typeof command, whom = said): OpenSession => {
    const sent = { user: requestUser(whom), timeout: requestTimeout(flags) || undefined };
    const opened = openSession(cluster, given, host, now, namespace, sent);
    for (const line of deprecations(parsed.used, host.release)) opened.session.err(line);
    return opened;
  };
  const opened = open(command);
  const refusal = unplayedIn(verb, flags);
  const isPlain = kubeconfigName(opened.session, flags) === '' && requestTimeout(flags) !== undefined;
  if (refusal !== undefined || isLocal(verb, flags) || isPlain) {
    const failed = refusal ?? namesNobody(verb, flags) ?? verb.run(opened.session, flags);
    return ended(verb, opened, failed);
  }
  const { clientConfig, firstFailure } = part('rare');
  const client = clientConfig(opened.session, verb, flags);
  if (client.kind === 'client') {
    const { namespace: own } = client;
    const placed = own === undefined ? command : { ...command, namespace: own, enforceNamespace: false };
    const connected = open(placed, client.impersonation);
    return ended(verb, connected, verb.run(connected.session, flags));
  }
  const tried = open(command);
  const failed = verb.run(tried.session, flags);
  const first = firstFailure(verb, client, failed, tried.result(0).requests.length > 0);
  return first === failed ? ended(verb, tried, failed) : ended(verb, opened, first);
}

const profiles = ['none', 'cpu', 'goroutine', 'threadcreate', 'heap', 'allocs', 'block', 'mutex'];

/** Whether kubectl can profile itself in some way. Upstream: pkg/cmd/profiling.go initProfiling; Go's runtime/pprof Lookup. */
function isProfile(name: string, release: string): boolean {
  return profiles.includes(name) || (name === 'trace' && hasChange('tracesProfiled', release));
}

/** What a command has come to that ended with a failure, or without one. */
function ended({ exitOffset = 0 }: Verb, { session, result }: OpenSession, failed: Failure | undefined): RanCommand {
  if (failed !== undefined) session.err(failureText(failed));
  const ran = result(failed === undefined ? 0 : (failed.exitCode ?? 1 + exitOffset));
  const unknown = [failed, ...(failed?.parts ?? [])].find((each) => each?.unknownResource !== undefined);
  const whole = { ...ran, ...unplayedOf(failed) };
  return unknown?.unknownResource === undefined ? whole : { ...whole, unknownResource: unknown.unknownResource };
}

/** What is printed of the flags of a line that are to be used no more. */
function deprecations(used: readonly UsedFlag[], release: string): readonly string[] {
  return used.flatMap(({ flag, letter }) => {
    const { name, short, deprecated, deprecatedSince, shortDeprecated } = flag;
    if (deprecated === undefined) return [];
    if (deprecatedSince !== undefined && !hasChange(deprecatedSince, release)) return [];
    const whole = `Flag --${name} has been deprecated, ${deprecated}\n`;
    return letter && shortDeprecated
      ? [`Flag shorthand -${short} has been deprecated, ${deprecated}\n`, whole]
      : [whole];
  });
}

/** Whether a command never asks for a server. Of `kubectl config`, each reads a kubeconfig by itself. */
function isLocal({ name }: Verb, flags: Flags): boolean {
  return name === 'kustomize' || name.startsWith('config ') || (name === 'version' && flags.truth('client'));
}

/** Whom requests are sent as; undefined where nobody is named. */
function requestUser({ name, uid, groups, extra }: Impersonation): RequestUser | undefined {
  const known = userExtra([...extra].map(([key, values]) => [key, values.map((value) => value.trim())]));
  if (name === '') return undefined;
  return { name, ...(uid === '' ? {} : { uid }), groups, ...(known === undefined ? {} : { extra: known }) };
}

/**
 * The failure of a command that says of nobody which groups he has, where it looks for a server. Where it names a
 * namespace, each verb finds that out at another point, in other words, which are not played.
 * Upstream: k8s.io/client-go tools/clientcmd/validation.go validateAuthInfo.
 */
function namesNobody(verb: Verb, flags: Flags): Failure | undefined {
  const said = saysOfNobody(impersonation(flags));
  if (said === undefined || isLocal(verb, flags)) return undefined;
  if (flags.text('namespace') !== '') return unplayedFlag(said);
  return fail(nobodyNamed(''));
}

/** The failure of a command that uses a flag which is not played here, or asks for its help. */
function unplayedIn({ name, flags: known }: Verb, flags: Flags): Failure | undefined {
  if (flags.truth('help')) return notPlayed({ kind: 'help', command: name });
  const flag = [...globalFlags, ...known].find(
    ({ name: each, type, unplayed }) => unplayed && flags.changed(each) && (type !== 'bool' || flags.truth(each)),
  );
  return flag === undefined ? undefined : unplayedFlag(flag.name);
}

function unplayedOf(failure: Failure | undefined): Pick<RanCommand, 'unplayed'> {
  const found = [failure, ...(failure?.parts ?? [])].find((each) => each?.unplayed !== undefined);
  return found?.unplayed === undefined ? {} : { unplayed: found.unplayed };
}

/** Whether a release knows a flag: those of alpha features are only where an environment variable enables them. */
function isEnabled({ enabledBy, since }: Flag, env: ReadonlyMap<string, string>, release: string): boolean {
  if (since === undefined && enabledBy === undefined) return true;
  const isBrought = since !== undefined && hasChange(since, release);
  return isBrought || (enabledBy !== undefined && env.get(enabledBy) === 'true');
}

/** Returns what follows an error about flags. `kubectl diff` prints it as it does for other failures. */
function usageText({ name, exitOffset }: Verb, usage: boolean): string {
  if (!usage) return '';
  return exitOffset === undefined
    ? `\nSee 'kubectl ${name} --help' for usage.`
    : `\nSee 'kubectl ${name} -h' for help and examples`;
}

/** A flag without its letter, where a release does not know that yet. */
function asKnown(flag: Flag, release: string): Flag {
  if (flag.shortSince === undefined || hasChange(flag.shortSince, release)) return flag;
  const { short: _, ...rest } = flag;
  return rest;
}

function refused(cluster: Cluster, stderr: string, exitCode: number): RanCommand {
  return {
    cluster,
    stdout: '',
    stderr,
    exitCode,
    requests: [],
    applies: [],
    missing: [],
    readInput: false,
    written: new Map(),
  };
}

const renamedFlags: ReadonlyMap<string, string> = new Map([
  ['--override', '--overwrite'],
  ['--prune-whitelist', '--prune-allowlist'],
]);

/** Returns the present name of a flag that older texts use. */
function hintOf(words: readonly string[]): string | undefined {
  for (const word of words) {
    const [flag] = partsOf(word, '=');
    const renamed = renamedFlags.get(flag);
    if (renamed !== undefined) return `${flag} is called ${renamed}`;
  }
  return undefined;
}
