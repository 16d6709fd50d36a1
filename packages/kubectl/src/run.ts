import { type Cluster, type RequestUser, userExtra } from '@managed-fields/api-server';
import { hasChange } from './changes.ts';
import { type Failure, fail, failureText, notPlayed, unplayedFlag } from './failure.ts';
import { findVerb } from './find-verb.ts';
import { globalFlags } from './flag-sets.ts';
import { type Flag, type Flags, parseFlags } from './flags.ts';
import type { KubectlCommand, KubectlHost, RanCommand } from './host.ts';
import { openSession } from './session.ts';
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
  const found = findVerb(words);
  if (found.kind === 'failure') return { ...refused(cluster, failureText(found), 1), ...unplayedOf(found) };
  const { verb, rest } = found;
  const env = command.env ?? new Map<string, string>();
  const known = verb.flags.filter((flag) => isEnabled(flag, env, host.release));
  const parsed = parseFlags(rest, [...globalFlags, ...known.map((flag) => asKnown(flag, host.release))]);
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
  const sent = { user: actor(flags), timeout: timeoutOf(flags) };
  const { session, result } = openSession(cluster, command, host, now, namespace, sent);
  for (const { flag, letter } of parsed.used) {
    const { name, short, deprecated, deprecatedSince } = flag;
    if (deprecated === undefined) continue;
    if (deprecatedSince !== undefined && !hasChange(deprecatedSince, host.release)) continue;
    if (letter && flag.shortDeprecated) session.err(`Flag shorthand -${short} has been deprecated, ${deprecated}\n`);
    session.err(`Flag --${name} has been deprecated, ${deprecated}\n`);
  }
  const failed = namesNobody(verb, flags) ?? unplayedIn(verb, flags) ?? verb.run(session, flags);
  if (failed !== undefined) session.err(failureText(failed));
  const ran = result(failed === undefined ? 0 : (failed.exitCode ?? 1 + (verb.exitOffset ?? 0)));
  const unknown = [failed, ...(failed?.parts ?? [])].find((each) => each?.unknownResource !== undefined);
  const whole = { ...ran, ...unplayedOf(failed) };
  return unknown?.unknownResource === undefined ? whole : { ...whole, unknownResource: unknown.unknownResource };
}

/** Whom the requests are sent as. Upstream: k8s.io/client-go tools/clientcmd/client_config.go ClientConfig. */
function actor(flags: Flags): RequestUser | undefined {
  const [name, uid] = [flags.text('as'), flags.text('as-uid')];
  if (name === '') return undefined;
  const extra = extraOf(flags);
  return {
    name,
    ...(uid === '' ? {} : { uid }),
    groups: flags.list('as-group'),
    ...(extra === undefined ? {} : { extra }),
  };
}

/**
 * What else the user is said to have. A word without `=` says nothing.
 * Upstream: k8s.io/cli-runtime pkg/genericclioptions/config_flags.go toRawKubeConfigLoader.
 */
function extraOf(flags: Flags): RequestUser['extra'] | undefined {
  return userExtra(
    flags.list('as-user-extra').flatMap((word): [string, string[]][] => {
      const equals = word.indexOf('=');
      return equals < 0 ? [] : [[word.slice(0, equals), [word.slice(equals + 1).trim()]]];
    }),
  );
}

/**
 * The failure of a command that says of nobody which groups he has, where it looks for a server. Where it names a
 * namespace, each verb finds that out at another point, in other words, which are not played.
 * Upstream: k8s.io/client-go tools/clientcmd/validation.go validateAuthInfo.
 */
function namesNobody({ name }: Verb, flags: Flags): Failure | undefined {
  const said = [
    flags.list('as-group').length === 0 ? '' : 'as-group',
    extraOf(flags) === undefined ? '' : 'as-user-extra',
    flags.text('as-uid') === '' ? '' : 'as-uid',
  ].find((flag) => flag !== '');
  const isLocal = name === 'kustomize' || (name === 'version' && flags.truth('client'));
  if (flags.text('as') !== '' || said === undefined || isLocal) return undefined;
  if (flags.text('namespace') !== '') return unplayedFlag(said);
  return fail('requesting uid, groups or user-extra for  without impersonating a user');
}

/** The time that each request has, as Go writes it: `90` is `1m30s`; undefined without one. Upstream: client-go clientcmd ParseTimeout. */
function timeoutOf(flags: Flags): string | undefined {
  const written = flags.text('request-timeout');
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(written)?.map((part) => part ?? '0') ?? [];
  const all = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (all === 0) return undefined;
  const [h, m, s] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return h > 0 ? `${h}h${m}m${s}s` : m > 0 ? `${m}m${s}s` : `${s}s`;
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
  if (since !== undefined && !hasChange(since, release)) return false;
  return enabledBy === undefined || env.get(enabledBy) === 'true';
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
    const [flag = ''] = word.split('=');
    const renamed = renamedFlags.get(flag);
    if (renamed !== undefined) return `${flag} is called ${renamed}`;
  }
  return undefined;
}
