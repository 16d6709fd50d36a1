import { compareStrings, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, fail } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Info } from './info.ts';
import { localOnServer } from './options.ts';
import type { DryRun } from './print.ts';
import { type Selected, select } from './selection.ts';
import type { Session } from './session.ts';

/** The arguments of a command: first resources, then `KEY=VALUE` and `KEY-`. */
export interface SplitArguments {
  readonly kind: 'split';
  readonly resources: readonly string[];
  readonly pairs: readonly string[];
}

/** Splits arguments into resources and pairs. Upstream: k8s.io/kubectl pkg/cmd/util/helpers.go GetResourcesAndPairs. */
export function splitPairs(args: readonly string[], what: string): SplitArguments | Failure {
  const first = args.findIndex(isPair);
  if (first < 0) return { kind: 'split', resources: args, pairs: [] };
  const pairs = args.slice(first);
  const stray = pairs.find((argument) => !isPair(argument));
  if (stray !== undefined) return fail(`all resources must be specified before ${what} changes: ${stray}`);
  return { kind: 'split', resources: args.slice(0, first), pairs };
}

function isPair(argument: string): boolean {
  return (argument.includes('=') && !argument.startsWith('=')) || (argument.endsWith('-') && argument !== '-');
}

/** The values to set by key, and the keys to remove. */
export interface Pairs {
  readonly kind: 'pairs';
  readonly set: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

/** Parses pairs; `KEY-` counts only where keys are `removable`. Upstream: helpers.go ParsePairs. */
export function parsePairs(pairs: readonly string[], what: string, removable: boolean): Pairs | Failure {
  const set = new Map<string, string>();
  const removed: string[] = [];
  const invalid: string[] = [];
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at > 0) set.set(pair.slice(0, at), pair.slice(at + 1));
    else if (at < 0 && removable && pair.endsWith('-') && pair !== '-') removed.push(pair.slice(0, -1));
    else invalid.push(pair);
  }
  if (invalid.length > 0) return fail(`invalid ${what} format: ${invalid.join(', ')}`);
  return { kind: 'pairs', set, removed };
}

/** The words that `kubectl label` and `kubectl annotate` use in errors. */
export interface PairWords {
  /** `label` or `annotation`. */
  readonly one: string;
  /** The name of a file in examples, without its extension. */
  readonly file: string;
}

/**
 * Returns the first contradiction among the flags and arguments of a label or annotate command. `mayList`: whether
 * `--list` goes beside a format, which then counts for nothing.
 * Upstream: label.go, annotate.go Validate.
 */
export function pairsContradiction(
  flags: Flags,
  dryRun: DryRun,
  resources: readonly string[],
  { set, removed }: Pairs,
  { one, file }: PairWords,
  mayList = false,
): Failure | undefined {
  const files = flags.list('filename').length > 0 || flags.text('kustomize') !== '';
  if (flags.truth('list') && flags.text('output') !== '' && !mayList) {
    return fail('--list and --output may not be specified together');
  }
  if (flags.truth('all') && flags.text('selector') !== '') {
    return fail('cannot set --all and --selector at the same time');
  }
  if (flags.truth('all') && flags.text('field-selector') !== '') {
    return fail('cannot set --all and --field-selector at the same time');
  }
  const clash = localOnServer(flags, dryRun);
  if (clash !== undefined) return clash;
  if (flags.truth('local')) {
    if (resources.length > 0) {
      return fail(`can only use local files by -f ${file}.yaml or --filename=${file}.json when --local=true is set`);
    }
    if (!files) return fail(`one or more files must be specified as -f ${file}.yaml or --filename=${file}.json`);
  } else if (resources.length === 0 && !files) {
    return fail('one or more resources must be specified as <resource> <name> or <resource>/<name>');
  }
  if (set.size > 0 || removed.length > 0 || flags.truth('list')) return undefined;
  return fail(`at least one ${one} update is required`);
}

/** Selects the objects of a label or annotate command. Upstream: label.go RunLabel, annotate.go RunAnnotate. */
export function selectForPairs(
  session: Session,
  flags: Flags,
  resources: readonly string[],
  recursive = flags.truth('recursive'),
): Selected | Failure {
  const local = flags.truth('local');
  const selected = select(session, flags, {
    args: local ? [] : resources,
    allowAll: flags.truth('all'),
    allNamespaces: flags.truth('all-namespaces'),
    enforcedEverywhere: true,
    fieldSelector: flags.text('field-selector'),
    latest: !local,
    local,
    recursive,
  });
  if (selected.kind === 'failure' || selected.single || flags.text('resource-version') === '') return selected;
  return fail('--resource-version may only be used with a single resource');
}

/** Prints the labels or annotations of an object for `--list`, sorted by key; kubectl prints them in random order. */
export function listPairs(
  session: Session,
  info: Info,
  what: 'labels' | 'annotations',
  pairs: ValueMap | undefined,
  single: boolean,
): void {
  const { kind, group } = info.version.resource;
  if (!single) session.out(`Listing ${what} for ${kind}.${group}/${info.name}:\n`);
  for (const key of [...(pairs?.keys() ?? [])].sort(compareStrings)) {
    session.out(`${single ? '' : ' '}${key}=${pairs?.get(key)}\n`);
  }
}
