import { atoi, durationText } from '@managed-fields/merge-engine';
import { type Failure, fail } from './failure.ts';
import { durationOf, durationProblem, type Flags, parseTruth } from './flags.ts';
import type { DryRun } from './print.ts';
import type { Session } from './session.ts';

/** The value of a flag, or the failure of reading it. */
export type Option<T> = { readonly kind: 'option'; readonly value: T } | Failure;

/** The kubeconfig of a user who names none, where it is among the files. */
export const ownKubeconfig = '~/.kube/config';

/**
 * What a command line, the environment or the files say is the kubeconfig: a name, or several with colons between; empty
 * where nothing does. Upstream: client-go tools/clientcmd/loader.go NewDefaultClientConfigLoadingRules.
 */
export function kubeconfigName({ env, command }: Session, flags: Flags): string {
  const named = flags.text('kubeconfig') || env('KUBECONFIG');
  return named === '' && command.files.has(ownKubeconfig) ? ownKubeconfig : named;
}

/** What a command line or a kubeconfig says of whom requests are sent as: an empty name where it says nothing. */
export interface Impersonation {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

/**
 * `--as`, `--as-uid`, `--as-group`, `--as-user-extra`. A word without `=` says nothing of what else the user has.
 * Upstream: k8s.io/cli-runtime pkg/genericclioptions/config_flags.go toRawKubeConfigLoader.
 */
export function impersonation(flags: Flags): Impersonation {
  const extra = new Map<string, readonly string[]>();
  for (const word of flags.list('as-user-extra')) {
    const equals = word.indexOf('=');
    const key = word.slice(0, equals);
    if (equals >= 0) extra.set(key, [...(extra.get(key) ?? []), word.slice(equals + 1)]);
  }
  return { name: flags.text('as'), uid: flags.text('as-uid'), groups: flags.list('as-group'), extra };
}

/**
 * Which flag says more of somebody who is not named; undefined where none does.
 * Upstream: client-go tools/clientcmd/validation.go validateAuthInfo.
 */
export function saysOfNobody({ name, uid, groups, extra }: Impersonation): string | undefined {
  if (name !== '') return undefined;
  if (groups.length > 0) return 'as-group';
  return extra.size > 0 ? 'as-user-extra' : uid === '' ? undefined : 'as-uid';
}

/** What is said of a user of a kubeconfig, or of none, who is nobody in particular. Upstream: the same. */
export function nobodyNamed(user: string): string {
  return `requesting uid, groups or user-extra for ${user} without impersonating a user`;
}

/**
 * `--request-timeout` as it is sent, `1m30s`; empty where a request may take as long as it wants, undefined where it is no time.
 * Upstream: client-go tools/clientcmd/helpers.go ParseTimeout.
 */
export function requestTimeout(flags: Flags): string | undefined {
  const written = flags.text('request-timeout');
  if (written === '') return '';
  const seconds = atoi(written);
  const isWhole = seconds.kind === 'integer' && seconds.value >= 0n;
  if (!isWhole && durationProblem(written) !== undefined) return undefined;
  const nanoseconds = isWhole ? seconds.value * 1_000_000_000n : BigInt(durationOf(written));
  return nanoseconds === 0n ? '' : durationText(nanoseconds);
}

/** `--dry-run`. Upstream: k8s.io/kubectl pkg/cmd/util/helpers.go GetDryRunStrategy. */
export function dryRunOf(session: Session, flags: Flags): Option<DryRun> {
  const text = flags.text('dry-run');
  const truth = parseTruth(text);
  if (truth !== undefined) {
    const value = truth ? 'client' : 'none';
    const old = `--dry-run=${text} is deprecated (boolean value) and can be replaced with --dry-run=${value}.`;
    session.err(`W helpers.go] ${old}\n`);
    return { kind: 'option', value };
  }
  switch (text) {
    case 'unchanged':
      session.err('W helpers.go] --dry-run is deprecated and can be replaced with --dry-run=client.\n');
      return { kind: 'option', value: 'client' };
    case 'client':
    case 'server':
    case 'none':
      return { kind: 'option', value: text };
    default:
      return fail(`Invalid dry-run value (${text}). Must be "none", "server", or "client".`);
  }
}

/** Refuses `--local` beside `--dry-run=server`, as all commands with both flags do. */
export function localOnServer(flags: Flags, dryRun: DryRun): Failure | undefined {
  if (!flags.truth('local') || dryRun !== 'server') return undefined;
  return fail('cannot specify --local and --dry-run=server - did you mean --dry-run=client?');
}

/** `--validate`, as the fieldValidation that is sent. Upstream: helpers.go GetValidationDirective. */
export function validationOf(flags: Flags): Option<'Strict' | 'Warn' | 'Ignore'> {
  const text = flags.text('validate');
  const truth = parseTruth(text);
  if (truth === true || text === 'strict') return { kind: 'option', value: 'Strict' };
  if (text === 'warn') return { kind: 'option', value: 'Warn' };
  if (truth === false || text === 'ignore') return { kind: 'option', value: 'Ignore' };
  const choice = 'strict (or true), warn, ignore (or false)';
  return fail(`invalid - validate option "${text}"; must be one of: ${choice}`);
}

/** `--cascade`, as the propagation policy that is sent. Upstream: pkg/cmd/delete/delete_flags.go parseCascadingFlag. */
export function cascadeOf(session: Session, flags: Flags): Option<'Background' | 'Foreground' | 'Orphan'> {
  const text = flags.text('cascade');
  const truth = parseTruth(text);
  if (truth !== undefined) {
    const now = truth ? 'background' : 'orphan';
    session.err(
      `warning: --cascade=${text} is deprecated (boolean value) and can be replaced with --cascade=${now}.\n`,
    );
    return { kind: 'option', value: truth ? 'Background' : 'Orphan' };
  }
  if (text === 'background') return { kind: 'option', value: 'Background' };
  if (text === 'foreground') return { kind: 'option', value: 'Foreground' };
  if (text === 'orphan') return { kind: 'option', value: 'Orphan' };
  return fail(`invalid cascade value (${text}). Must be "background", "foreground", or "orphan"`);
}

/** Makes the failure of a command with arguments that it cannot use. Upstream: helpers.go UsageErrorf. */
export function usageFailure(command: string, message: string): Failure {
  return fail(`${message}\nSee '${command} -h' for help and examples`);
}

/** Upstream: k8s.io/cli-runtime pkg/resource/builder.go RequireFilenameOrKustomize. */
export function requireFiles(flags: Flags): Failure | undefined {
  if (flags.list('filename').length > 0 || flags.text('kustomize') !== '') return undefined;
  return fail('must specify one of -f and -k');
}

/** Why `--raw` cannot send what the flags name. Upstream: pkg/cmd/create/create.go Validate, delete.go, replace.go. */
export function rawProblem(flags: Flags, files = 1): Failure | undefined {
  const names = flags.list('filename');
  if (names.length > 1 || names.length < files) return fail('--raw can only use a single local file or stdin');
  if (/^https?:\/\//.test(names[0] ?? '')) return fail('--raw cannot read from a url');
  if (flags.truth('recursive')) return fail('--raw and --recursive are mutually exclusive');
  if (files > 0 && flags.text('selector') !== '') return fail('--raw and --selector (-l) are mutually exclusive');
  return flags.text('output') === '' ? undefined : fail('--raw and --output are mutually exclusive');
}
