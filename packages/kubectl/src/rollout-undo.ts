import { equals, lastAppliedAnnotation, mapAt, mapOf, type Value, withEntry } from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { patch, sendPatch, valueBody } from './client.ts';
import { type Failure, fail, unplayedFlag } from './failure.ts';
import type { Flags } from './flags.ts';
import { type LoadedInfo, objectName } from './info.ts';
import { annotationsOf, originalOf } from './last-applied.ts';
import { dryRunOf } from './options.ts';
import { type DryRun, printerOf } from './print.ts';
import { type History, historyOf, type Revision, templateOf, withoutHash, withoutHistory } from './rollout-history.ts';
import { namesNothing, select, visitTyped } from './selection.ts';
import type { Session } from './session.ts';

/** `kubectl rollout undo`. Upstream: k8s.io/kubectl pkg/cmd/rollout/rollout_undo.go. */
export function runRolloutUndo(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  if (namesNothing(flags)) {
    return fail('required resource not specified');
  }
  const selected = select(session, flags, { args: flags.args, allowAll: true, latest: true });
  if (selected.kind === 'failure') return selected;
  return visitTyped(session, selected, (info) => undoOne(session, flags, info, dryRun.value));
}

function undoOne(session: Session, flags: Flags, info: LoadedInfo, dryRun: DryRun): Failure | undefined {
  if (originalOf(info.object) !== undefined && hasChange('undoWarnsOfApply', session.host.release)) {
    session.err(
      `Warning: resource ${objectName(info)} was previously managed with 'kubectl apply'. Rolling back will not update the ${lastAppliedAnnotation} annotation, which may cause unexpected behavior on future 'kubectl apply' operations. Consider using 'kubectl apply' with your previous configuration file instead.\n`,
    );
  }
  const problem = withoutHistory(info, 'rollbacker');
  if (problem !== undefined) return problem;
  const asked = flags.whole('to-revision');
  if (asked < 0n) return notFound(asked);
  const history = historyOf(session, info, 'rollbacker');
  if (history.kind === 'failure') return history;
  const back = info.version.resource.kind === 'Deployment' ? deploymentBack : otherBack;
  const done = back(session, info, history, asked, dryRun);
  if (typeof done !== 'string') return done;
  const printer = printerOf(session, flags, dryRun, true);
  if ('kind' in printer) return printer;
  return printer.print(info.object, done);
}

function notFound(revision: bigint): Failure {
  return fail(`unable to find specified revision ${revision} in history`);
}

/** Takes a workload back, and returns what is printed of it. */
type Back = (session: Session, info: LoadedInfo, history: History, asked: bigint, dryRun: DryRun) => string | Failure;

function skipped(asked: bigint): string {
  return `skipped rollback (current template already matches revision ${asked})`;
}

const ownAnnotations = [
  lastAppliedAnnotation,
  'deployment.kubernetes.io/revision',
  'deployment.kubernetes.io/revision-history',
  'deployment.kubernetes.io/desired-replicas',
  'deployment.kubernetes.io/max-replicas',
  'deprecated.deployment.rollback.to',
];

/** Upstream: pkg/polymorphichelpers/rollback.go DeploymentRollbacker. */
const deploymentBack: Back = (session, info, { object, revisions }, asked, dryRun) => {
  const revision = deploymentRevision(revisions, asked);
  if (revision === undefined) {
    return asked > 0n ? notFound(asked) : fail(`no rollout history found for deployment "${info.name}"`);
  }
  if (dryRun === 'client') return unplayedFlag('dry-run=client');
  const spec = mapAt(object, 'spec');
  if (spec?.get('paused') === true) {
    return fail("you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again");
  }
  const template = withoutHash(templateOf(revision.object));
  if (equals(template, withoutHash(templateOf(object)))) return skipped(asked);
  const [live, former] = [annotationsOf(object), annotationsOf(revision.object)];
  const annotations = new Map([...(live ?? [])].filter(([key]) => ownAnnotations.includes(key)));
  for (const [key, value] of former ?? []) if (!ownAnnotations.includes(key)) annotations.set(key, value);
  const body = [
    mapOf({ op: 'replace', path: '/spec/template', value: template }),
    mapOf({ op: 'replace', path: '/metadata/annotations', value: annotations }),
  ];
  const got = sendPatch(session, info, 'json', valueBody(body), { dryRun: dryRun === 'server' });
  return got.kind === 'failure' ? fail(`failed restoring revision ${asked}: ${got.message}`) : 'rolled back';
};

/** The revision that was asked for; the one before the latest for 0, of two with one number the first. Upstream: rollback.go deploymentRevision. */
function deploymentRevision(revisions: readonly Revision[], asked: bigint): Revision | undefined {
  if (asked > 0n) return revisions.find(({ number }) => number === asked);
  return [...revisions].sort((a, b) => Number(b.number - a.number))[1];
}

/** Upstream: rollback.go DaemonSetRollbacker, StatefulSetRollbacker. */
const otherBack: Back = (session, info, { object, revisions }, asked, dryRun) => {
  if (asked === 0n && revisions.length <= 1) return fail('no last revision to roll back to');
  const sorted = [...revisions].sort((a, b) => Number(a.number - b.number));
  const revision = asked === 0n ? sorted.at(-2) : revisions.find(({ number }) => number === asked);
  if (revision === undefined) return notFound(asked);
  if (dryRun === 'client') return unplayedFlag('dry-run=client');
  const data = mapAt(revision.object, 'data') ?? new Map<string, Value>();
  const now = new Map([['spec', new Map([['template', withEntry(templateOf(object), '$patch', 'replace')]])]]);
  if (equals(now, data)) return skipped(asked);
  const got = patch(session, info, 'strategic', data, { dryRun: dryRun === 'server' });
  return got.kind === 'failure' ? fail(`failed restoring revision ${asked}: ${got.message}`) : 'rolled back';
};
