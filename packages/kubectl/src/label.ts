import {
  equals,
  formatJson,
  twoWayMergePatch,
  type Value,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { patch } from './client.ts';
import { type Failure, fail, together } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Info } from './info.ts';
import { labelsOf, withTexts } from './last-applied.ts';
import { dryRunOf } from './options.ts';
import { listPairs, type Pairs, type PairWords, pairsContradiction, selectForPairs, splitPairs } from './pairs.ts';
import { partsOf } from './parts-of.ts';
import { type DryRun, printerOf } from './print.ts';
import { visitEach } from './selection.ts';
import type { Session } from './session.ts';

const words: PairWords = { one: 'label', file: 'pod' };

/** `kubectl label`. Upstream: k8s.io/kubectl pkg/cmd/label/label.go. */
export function runLabel(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const split = splitPairs(flags.args, 'label');
  if (split.kind === 'failure') return split;
  const labels = readLabels(split.pairs);
  if (labels.kind === 'failure') return labels;
  const problem = pairsContradiction(flags, dryRun.value, split.resources, labels, words);
  if (problem !== undefined) return problem;
  const selected = selectForPairs(session, flags, split.resources);
  if (selected.kind === 'failure') return selected;
  return visitEach(selected, (info) => labelOne(session, flags, info, labels, dryRun.value, selected.single));
}

const valueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** Upstream: label.go parseLabels. */
function readLabels(pairs: readonly string[]): Pairs | Failure {
  const set = new Map<string, string>();
  const removed: string[] = [];
  for (const pair of pairs) {
    const [key, value, ...more] = partsOf(pair, '=');
    if (value === undefined) {
      removed.push(key.slice(0, -1));
      continue;
    }
    if (more.length > 0) return fail(`invalid label spec: ${pair}`);
    const problems = [
      ...(value.length > 63 ? ['must be no more than 63 bytes'] : []),
      ...(/^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value) ? [] : [valueRule]),
    ];
    if (problems.length > 0) return fail(`invalid label value: "${pair}": ${problems.join(';')}`);
    set.set(key, value);
  }
  if (removed.some((key) => set.has(key))) return fail('can not both modify and remove a label in the same command');
  return { kind: 'pairs', set, removed };
}

function labelOne(
  session: Session,
  flags: Flags,
  info: Info,
  { set, removed }: Pairs,
  dryRun: DryRun,
  single: boolean,
): Failure | undefined {
  const resourceVersion = flags.text('resource-version');
  const object = info.object ?? new Map<string, Value>();
  const before = resourceVersion === '' ? object : withMetadata(object, 'resourceVersion', undefined);
  const labels = labelsOf(before) ?? new Map<string, Value>();
  const onlyHere = dryRun === 'client' || flags.truth('local') || flags.truth('list');
  if (!onlyHere) {
    const { release } = session.host;
    const missing = (line: string) =>
      hasChange('missingLabelsAreErrors', release) ? session.err(line) : session.out(line);
    for (const key of removed) if (!labels.has(key)) missing(`label "${key}" not found.\n`);
  }
  const overwritten = [...set].filter(([key, value]) => labels.has(key) && labels.get(key) !== value);
  if (!flags.truth('overwrite') && overwritten.length > 0) {
    return together(
      overwritten.map(([key]) => fail(`'${key}' already has a value (${labels.get(key)}), and --overwrite is false`)),
    );
  }
  const added = [...set].filter(([key, value]) => labels.get(key) !== value);
  const gone = removed.filter((key) => labels.has(key));
  const after = withLabels(before, labels, added, gone, resourceVersion);
  if (flags.truth('list')) {
    listPairs(session, info, 'labels', labelsOf(after), single);
    return undefined;
  }
  const isCompared = hasChange('labelsCompared', session.host.release);
  if (!onlyHere && !(isCompared && added.length === 0 && gone.length === 0)) {
    const got = patch(session, info, 'merge', twoWayMergePatch(before, after), {
      fieldManager: flags.text('field-manager'),
      dryRun: dryRun === 'server',
    });
    if (got.kind === 'failure') return got;
  }
  const printer = printerOf(session, flags, dryRun);
  if ('kind' in printer) return printer;
  const operation = isCompared ? operationOf(added.length, gone.length) : operationByLength(before, after, flags);
  return printer.print(after, operation);
}

function withLabels(
  object: ValueMap,
  labels: ValueMap,
  added: readonly (readonly [string, string])[],
  gone: readonly string[],
  resourceVersion: string,
): ValueMap {
  const changed = new Map(labels);
  for (const [key, value] of added) changed.set(key, value);
  for (const key of gone) changed.delete(key);
  const labelled = withTexts(object, 'labels', changed);
  return resourceVersion === '' ? labelled : withMetadata(labelled, 'resourceVersion', resourceVersion);
}

function operationOf(added: number, gone: number): string {
  if (added > 0 && gone > 0) return 'modified';
  if (added > 0) return 'labeled';
  return gone > 0 ? 'unlabeled' : 'not labeled';
}

/** What v1.35 and before it say. Upstream: label.go updateDataChangeMsg. */
function operationByLength(before: ValueMap, after: ValueMap, flags: Flags): string {
  if (equals(before, after)) return 'not labeled';
  const isShorter = formatJson(after).length < formatJson(before).length;
  return isShorter && !flags.truth('overwrite') ? 'unlabeled' : 'labeled';
}
