import { twoWayMergePatch, type Value, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { patch } from './client.ts';
import { type Failure, fail } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Info } from './info.ts';
import { annotationsOf, withTexts } from './last-applied.ts';
import { dryRunOf } from './options.ts';
import {
  listPairs,
  type Pairs,
  type PairWords,
  pairsContradiction,
  parsePairs,
  selectForPairs,
  splitPairs,
} from './pairs.ts';
import { type DryRun, printerOf } from './print.ts';
import { visitEach } from './selection.ts';
import type { Session } from './session.ts';

const changeCause = 'kubernetes.io/change-cause';

const words: PairWords = { one: 'annotation', file: 'rsrc' };

/** `kubectl annotate`. Upstream: k8s.io/kubectl pkg/cmd/annotate/annotate.go. */
export function runAnnotate(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value);
  const isLate = hasChange('annotateSaysAll', session.host.release);
  if ('kind' in printer && !isLate) return printer;
  const split = splitPairs(flags.args, 'annotation');
  if (split.kind === 'failure') return split;
  const pairs = parsePairs(split.pairs, 'annotation', true);
  if (pairs.kind === 'failure') return pairs;
  const mayList = !hasChange('annotateListsAlone', session.host.release);
  const problem =
    pairsContradiction(flags, dryRun.value, split.resources, pairs, words, mayList) ??
    listsOnly(session, flags, pairs) ??
    bothWays(pairs);
  if (problem !== undefined) return problem;
  if ('kind' in printer) return printer;
  const down = hasChange('annotateGoesDown', session.host.release) && !flags.changed('recursive');
  const selected = selectForPairs(session, flags, split.resources, down || flags.truth('recursive'));
  if (selected.kind === 'failure') return selected;
  return visitEach(selected, (info) => {
    const annotated = annotateOne(session, flags, info, pairs, dryRun.value);
    if (annotated.kind === 'failure') return annotated;
    if (!flags.truth('list')) return printer.print(annotated.object, 'annotated');
    listPairs(session, info, 'annotations', annotationsOf(annotated.object), selected.single);
    return undefined;
  });
}

function listsOnly(session: Session, flags: Flags, { set, removed }: Pairs): Failure | undefined {
  if (!hasChange('annotateListsOnly', session.host.release) || !flags.truth('list')) return undefined;
  return set.size + removed.length === 0 ? undefined : fail('cannot modify annotations when --list is specified');
}

function bothWays({ set, removed }: Pairs): Failure | undefined {
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
