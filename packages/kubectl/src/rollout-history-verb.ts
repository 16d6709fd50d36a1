import { mapAt, textAt, type ValueMap, withValueAt } from '@managed-fields/merge-engine';
import { Description } from './describe/description.ts';
import { writeTemplate } from './describe/pods.ts';
import { type Failure, fail } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { annotationsOf, withTexts } from './last-applied.ts';
import { printerOf } from './print.ts';
import type { Printer } from './printing/printer.ts';
import { TabWriter } from './printing/tab-writer.ts';
import { type History, historyOf, type Revision, templateOf, withoutHistory } from './rollout-history.ts';
import { asWritten, namesNothing, select, visitTyped } from './selection.ts';
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
  return visitTyped(session, selected, (info) =>
    printer === undefined ? printHistory(session, flags, info, asked) : printRevisions(session, printer, info, asked),
  );
}

/** Prints the objects that a workload had, or the one that was asked for. Upstream: pkg/polymorphichelpers GetHistory. */
function printRevisions(session: Session, printer: Printer, info: LoadedInfo, asked: bigint): Failure | undefined {
  const problem = withoutHistory(info, 'history');
  if (problem !== undefined) return problem;
  const history = historyOf(session, info, 'history');
  if (history.kind === 'failure') return history;
  const byNumber = new Map(
    history.revisions.map(({ number, object }) => [
      number,
      isSet(info) ? object : restored(info, history.object, object),
    ]),
  );
  const found = byNumber.get(asked);
  if (asked > 0n) return found === undefined ? fail('unable to find the specified revision') : printer.print(found, '');
  for (const [, object] of [...byNumber].sort(([a], [b]) => Number(a - b))) {
    const failed = printer.print(object, '');
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** A workload with the template of one of its ControllerRevisions. Upstream: applyDaemonSetHistory, applyStatefulSetHistory. */
function restored(info: LoadedInfo, workload: ValueMap, revision: ValueMap): ValueMap {
  const template = new Map(mapAt(mapAt(mapAt(revision, 'data'), 'spec'), 'template') ?? []);
  template.delete('$patch');
  const object = withValueAt(workload, ['spec', 'template'], template);
  return asWritten({ ...info, object }).object;
}

function printHistory(session: Session, flags: Flags, info: LoadedInfo, asked: bigint): Failure | undefined {
  const problem = withoutHistory(info, 'history');
  if (problem !== undefined) return problem;
  const history = historyOf(session, info, 'history');
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
    `${named}\n${revisions.length === 0 ? 'No rollout history found.' : shownOf(session.host.release, info, history, asked)}`,
  );
}

/** The list of the revisions, or the template of the one that was asked for. */
function shownOf(release: string, info: LoadedInfo, history: History, asked: bigint): string {
  const found = history.revisions.findLast(({ number }) => number === asked);
  if (asked === 0n || found === undefined) return tableOf(info, history.revisions);
  const out = new Description(release, 'tabs');
  writeTemplate(out, templateShown(info, history, found.object));
  return out.text();
}

const changeCause = 'kubernetes.io/change-cause';

/** The template of a revision, which of a ReplicaSet tells its cause. */
function templateShown(info: LoadedInfo, { object }: History, revision: ValueMap): ValueMap {
  if (!isSet(info)) return templateOf(restored(info, object, revision));
  const template = templateOf(revision);
  const cause = textAt(annotationsOf(revision), changeCause);
  return cause === ''
    ? template
    : withTexts(template, 'annotations', new Map(annotationsOf(template)).set(changeCause, cause));
}

/** The table of the revisions. A ReplicaSet without a cause has that of its template. */
function tableOf(info: LoadedInfo, revisions: readonly Revision[]): string {
  const causes = new Map(
    revisions.map(({ number, object }) => {
      const own = textAt(annotationsOf(object), changeCause);
      const cause = own === '' && isSet(info) ? textAt(annotationsOf(templateOf(object)), changeCause) : own;
      return [number, cause === '' ? '<none>' : cause];
    }),
  );
  const rows = [...causes].sort(([a], [b]) => Number(a - b)).map(([number, cause]) => `${number}\t${cause}\n`);
  let table = '';
  const writer = new TabWriter(
    (text) => {
      table += text;
    },
    { minWidth: 0, padding: 2, remembers: false },
  );
  writer.write(['REVISION\tCHANGE-CAUSE\n', ...rows].join(''));
  writer.flush();
  return table;
}

/** Whether the revisions of a workload are ReplicaSets, and not ControllerRevisions. */
function isSet({ version }: LoadedInfo): boolean {
  return version.resource.kind === 'Deployment';
}
