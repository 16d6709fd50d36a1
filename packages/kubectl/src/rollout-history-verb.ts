import { mapAt, stringAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import { Description } from './describe/description.ts';
import { writeTemplate } from './describe/pods.ts';
import { type Failure, fail, together } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { annotationsOf } from './last-applied.ts';
import { printerOf } from './print.ts';
import type { Printer } from './printing/printer.ts';
import { historyOf, type Revision, withoutHistory } from './rollout-history.ts';
import { collectTyped, namesNothing, select } from './selection.ts';
import type { Session } from './session.ts';

/** `kubectl rollout history`. Upstream: k8s.io/kubectl pkg/cmd/rollout/rollout_history.go. */
export function runRolloutHistory(session: Session, flags: Flags): Failure | undefined {
  if (namesNothing(flags)) {
    return fail('required resource not specified');
  }
  const asked = flags.whole('revision');
  if (asked < 0n) return fail(`revision must be a positive integer: ${asked}`);
  const selected = select(session, flags, { args: flags.args, allowAll: true, latest: true });
  if (selected.kind === 'failure') return selected;
  const shows = flags.changed('output');
  const printer = shows ? printerOf(session, flags, 'none', true) : undefined;
  if (printer !== undefined && 'kind' in printer) return printer;
  const { infos, failed } = collectTyped(session, selected);
  const failures = infos.flatMap(
    (info) =>
      (printer === undefined
        ? printHistory(session, flags, info, asked)
        : printRevisions(session, printer, info, asked)) ?? [],
  );
  return together(failed === undefined ? failures : [failed, ...failures]);
}

/** Prints the objects that a workload had, or the one that was asked for. Upstream: pkg/polymorphichelpers GetHistory. */
function printRevisions(session: Session, printer: Printer, info: LoadedInfo, asked: bigint): Failure | undefined {
  const problem = withoutHistory(info, 'history');
  if (problem !== undefined) return problem;
  const history = historyOf(session, info);
  if (history.kind === 'failure') return history;
  const isSet = info.version.resource.kind === 'Deployment';
  const byNumber = new Map(
    history.revisions.map(({ number, object }) => [number, isSet ? object : restored(history.object, object)]),
  );
  const found = byNumber.get(asked);
  if (asked > 0n) return found === undefined ? fail('unable to find the specified revision') : printer.print(found, '');
  for (const [, object] of [...byNumber].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const failed = printer.print(object, '');
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** A workload with the template of one of its ControllerRevisions. Upstream: applyDaemonSetHistory, applyStatefulSetHistory. */
function restored(workload: ValueMap, revision: ValueMap): ValueMap {
  const template = new Map(mapAt(mapAt(mapAt(revision, 'data'), 'spec'), 'template') ?? []);
  template.delete('$patch');
  return withEntry(workload, 'spec', withEntry(mapAt(workload, 'spec') ?? new Map(), 'template', template));
}

function printHistory(session: Session, flags: Flags, info: LoadedInfo, asked: bigint): Failure | undefined {
  const problem = withoutHistory(info, 'history');
  if (problem !== undefined) return problem;
  const history = historyOf(session, info);
  if (history.kind === 'failure') return history;
  const { revisions } = history;
  if (asked > 0n && revisions.length > 0) {
    if (!revisions.some(({ number }) => number === asked)) return fail('unable to find the specified revision');
  }
  const printer = printerOf(session, flags, 'none', true);
  if ('kind' in printer) return printer;
  const named = asked > 0n ? `with revision #${asked}` : '';
  return printer.print(
    info.object,
    `${named}\n${revisions.length === 0 ? 'No rollout history found.' : shownOf(session.host.release, info, revisions, asked)}`,
  );
}

/** The list of the revisions, or the template of the one that was asked for. */
function shownOf(release: string, info: LoadedInfo, revisions: readonly Revision[], asked: bigint): string {
  const found = revisions.findLast(({ number }) => number === asked);
  if (asked === 0n || found === undefined) return tableOf(revisions);
  const { object } = found;
  const isSet = info.version.resource.kind === 'Deployment';
  const template = mapAt(mapAt(isSet ? object : mapAt(object, 'data'), 'spec'), 'template');
  const cause = stringAt(annotationsOf(object), changeCause) ?? '';
  const out = new Description(release, 'tabs');
  writeTemplate(out, cause === '' || template === undefined ? template : withCause(template, cause));
  return out.text();
}

const changeCause = 'kubernetes.io/change-cause';

function withCause(template: ValueMap, cause: string): ValueMap {
  const metadata = mapAt(template, 'metadata') ?? new Map<string, Value>();
  const annotations = mapAt(metadata, 'annotations') ?? new Map<string, Value>();
  return withEntry(
    template,
    'metadata',
    withEntry(metadata, 'annotations', withEntry(annotations, changeCause, cause)),
  );
}

function tableOf(revisions: readonly Revision[]): string {
  const causes = new Map(
    revisions.map(({ number, object }) => [number, stringAt(annotationsOf(object), changeCause) ?? '<none>']),
  );
  const rows = [...causes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([number, cause]) => [String(number), cause]);
  return [['REVISION', 'CHANGE-CAUSE'], ...rows]
    .map(([number = '', cause]) => `${number.padEnd(10)}${cause}\n`)
    .join('');
}
