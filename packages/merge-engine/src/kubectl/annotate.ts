import { twoWayMergePatch } from '../patch/three-way-json.ts';
import { withMetadata } from '../server/metadata.ts';
import { compareStrings } from '../value/order.ts';
import type { Value, ValueMap } from '../value/value.ts';
import { patch } from './client.ts';
import { type Failure, fail } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Info } from './info.ts';
import { annotationsOf, withTexts } from './last-applied.ts';
import { dryRunOf } from './options.ts';
import { type Pairs, parsePairs, splitPairs } from './pairs.ts';
import { type DryRun, printerOf } from './print.ts';
import { select, visitEach } from './selection.ts';
import type { Session } from './session.ts';

const changeCause = 'kubernetes.io/change-cause';

/** `kubectl annotate`. Upstream: k8s.io/kubectl pkg/cmd/annotate/annotate.go. */
export function runAnnotate(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const split = splitPairs(flags.args, 'annotation');
  if (split.kind === 'failure') return split;
  const pairs = parsePairs(split.pairs, 'annotation', true);
  if (pairs.kind === 'failure') return pairs;
  const problem = contradiction(flags, dryRun.value, split.resources, pairs);
  if (problem !== undefined) return problem;
  const local = flags.truth('local');
  const selected = select(session, flags, {
    args: local ? [] : split.resources,
    allowAll: flags.truth('all'),
    allNamespaces: flags.truth('all-namespaces'),
    fieldSelector: flags.text('field-selector'),
    latest: !local,
    local,
  });
  if (selected.kind === 'failure') return selected;
  if (!selected.single && flags.text('resource-version') !== '') {
    return fail('--resource-version may only be used with a single resource');
  }
  const printer = printerOf(session, flags, dryRun.value);
  if ('kind' in printer) return printer;
  return visitEach(selected, (info) => {
    const annotated = annotateOne(session, flags, info, pairs, dryRun.value);
    if (annotated.kind === 'failure') return annotated;
    if (flags.truth('list')) listAnnotations(session, info, annotationsOf(annotated.object), selected.single);
    else printer.print(annotated.object, 'annotated');
    return undefined;
  });
}

function contradiction(
  flags: Flags,
  dryRun: DryRun,
  resources: readonly string[],
  { set, removed }: Pairs,
): Failure | undefined {
  const files = flags.list('filename').length > 0;
  if (flags.truth('list') && flags.text('output') !== '') {
    return fail('--list and --output may not be specified together');
  }
  if (flags.truth('all') && flags.text('selector') !== '')
    return fail('cannot set --all and --selector at the same time');
  if (flags.truth('all') && flags.text('field-selector') !== '') {
    return fail('cannot set --all and --field-selector at the same time');
  }
  if (!flags.truth('local')) {
    if (resources.length === 0 && !files) {
      return fail('one or more resources must be specified as <resource> <name> or <resource>/<name>');
    }
  } else {
    if (dryRun === 'server') {
      return fail('cannot specify --local and --dry-run=server - did you mean --dry-run=client?');
    }
    if (resources.length > 0) {
      return fail('can only use local files by -f rsrc.yaml or --filename=rsrc.json when --local=true is set');
    }
    if (!files) return fail('one or more files must be specified as -f rsrc.yaml or --filename=rsrc.json');
  }
  if (set.size === 0 && removed.length === 0 && !flags.truth('list')) {
    return fail('at least one annotation update is required');
  }
  const both = removed.filter((key) => set.has(key));
  if (both.length === 0) return undefined;
  return fail(`can not both modify and remove the following annotation(s) in the same command: ${both.join(', ')}`);
}

function annotateOne(
  session: Session,
  flags: Flags,
  info: Info,
  { set, removed }: Pairs,
  dryRun: DryRun,
): { readonly kind: 'object'; readonly object: ValueMap } | Failure {
  const resourceVersion = flags.text('resource-version');
  const object = info.object ?? new Map<string, Value>();
  const onlyHere = dryRun === 'client' || flags.truth('local') || flags.truth('list');
  const before = resourceVersion === '' || onlyHere ? object : withMetadata(object, 'resourceVersion', undefined);
  const annotations = annotationsOf(before) ?? new Map<string, Value>();
  if (!flags.truth('overwrite')) {
    const kept = [...set].filter(
      ([key, value]) => key !== changeCause && annotations.has(key) && annotations.get(key) !== value,
    );
    const shown = kept.map(([key]) => `'${key}' already has a value (${annotations.get(key)})`).join('; ');
    if (shown !== '') {
      return fail(`--overwrite is false but found the following declared annotation(s): ${shown}`);
    }
  }
  const changed = new Map(annotations);
  for (const [key, value] of set) changed.set(key, value);
  for (const key of removed) changed.delete(key);
  const annotated = withTexts(before, 'annotations', changed);
  const after = resourceVersion === '' ? annotated : withMetadata(annotated, 'resourceVersion', resourceVersion);
  if (onlyHere) return { kind: 'object', object: after };
  return patch(session, info, 'merge', twoWayMergePatch(before, after), {
    fieldManager: flags.text('field-manager'),
    dryRun: dryRun === 'server',
  });
}

function listAnnotations(session: Session, info: Info, annotations: ValueMap | undefined, single: boolean): void {
  const { kind, group } = info.version.resource;
  if (!single) session.out(`Listing annotations for ${kind}.${group}/${info.name}:\n`);
  for (const key of [...(annotations?.keys() ?? [])].sort(compareStrings)) {
    session.out(`${single ? '' : ' '}${key}=${annotations?.get(key)}\n`);
  }
}
