import {
  atoi,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  quote,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure, together } from '../failure.ts';
import { durationOf, type Flags } from '../flags.ts';
import type { LoadedInfo } from '../info.ts';
import { annotationsOf } from '../last-applied.ts';
import { groupKindText } from '../mapping.ts';
import { collectTyped, namesNothing, select } from '../selection.ts';
import type { Session } from '../session.ts';

/** What is printed of a rollout, and whether it is done. */
interface Status {
  readonly text: string;
  readonly done: boolean;
}

/**
 * `kubectl rollout status`. Nothing happens in a scenario while it waits: of a rollout that is not done it prints what stands, and ends,
 * with a time limit as when that has run out. Upstream: k8s.io/kubectl pkg/cmd/rollout/rollout_status.go.
 */
export function runRolloutStatus(session: Session, flags: Flags): Failure | undefined {
  if (namesNothing(flags)) {
    return fail('required resource not specified');
  }
  const revision = flags.whole('revision');
  if (revision < 0n) return fail(`revision must be a positive integer: ${revision}`);
  const selected = select(session, flags, { args: flags.args, allowAll: true, latest: true });
  if (selected.kind === 'failure') return selected;
  const failures: Failure[] = [];
  let count = 0;
  for (const each of selected.visit()) {
    // One after the other: what goes wrong is told in their order.
    const { infos, failed } = collectTyped(session, { ...selected, visit: () => [each].values() });
    const status = failed ?? infos.map((info) => statusOf(info, revision))[0];
    count++;
    if (status === undefined || isFailure(status)) {
      failures.push(...(status === undefined ? [] : [status]));
      continue;
    }
    session.out(status.text);
    if (status.done || !flags.truth('watch')) continue;
    if (durationOf(flags.text('timeout')) === 0) break;
    failures.push(fail('timed out waiting for the condition'));
  }
  if (count === 0) session.err(`No resources found in ${session.namespace} namespace.\n`);
  return together(failures);
}

/** Upstream: pkg/polymorphichelpers/rollout_status.go. */
function statusOf(info: LoadedInfo, revision: bigint): Status | Failure {
  const kind = groupKindText(info.version);
  const viewer = viewers.get(kind);
  if (viewer === undefined) return fail(`no status viewer has been implemented for ${kind}`);
  return viewer(info.object, revision);
}

const viewers: ReadonlyMap<string, (object: ValueMap, revision: bigint) => Status | Failure> = new Map([
  ['Deployment.apps', ofDeployment],
  ['DaemonSet.apps', ofDaemonSet],
  ['StatefulSet.apps', ofStatefulSet],
]);

function waiting(text: string): Status {
  return { text: `${text}\n`, done: false };
}

function done(text: string): Status {
  return { text: `${text}\n`, done: true };
}

/** A count of a status, and how many generations its spec has had. */
function numberAt(map: ValueMap | undefined, field: string): bigint {
  const value = map?.get(field);
  return typeof value === 'bigint' ? value : 0n;
}

function nameOf(object: ValueMap): string {
  return quote(metadataText(object, 'name'));
}

function ofDeployment(object: ValueMap, revision: bigint): Status | Failure {
  const [name, status] = [nameOf(object), mapAt(object, 'status')];
  if (revision > 0n) {
    const running = revisionOf(object);
    if (isFailure(running)) return fail(`cannot get the revision of deployment ${name}: ${running.message}`);
    if (running !== revision) {
      return fail(`desired revision (${revision}) is different from the running revision (${running})`);
    }
  }
  const count = (field: string) => numberAt(status, field);
  if (numberAt(metadataOf(object), 'generation') > count('observedGeneration')) {
    return waiting('Waiting for deployment spec update to be observed...');
  }
  const progressing = (listAt(status, 'conditions') ?? [])
    .filter(isMap)
    .find((each) => each.get('type') === 'Progressing');
  if (progressing?.get('reason') === 'ProgressDeadlineExceeded') {
    return fail(`deployment ${name} exceeded its progress deadline`);
  }
  const [wanted, updated, available] = [
    mapAt(object, 'spec')?.get('replicas'),
    count('updatedReplicas'),
    count('availableReplicas'),
  ];
  const unfinished = (what: string) => waiting(`Waiting for deployment ${name} rollout to finish: ${what}...`);
  if (typeof wanted === 'bigint' && updated < wanted) {
    return unfinished(`${updated} out of ${wanted} new replicas have been updated`);
  }
  if (count('replicas') > updated) {
    return unfinished(`${count('replicas') - updated} old replicas are pending termination`);
  }
  if (available < updated) return unfinished(`${available} of ${updated} updated replicas are available`);
  return done(`deployment ${name} successfully rolled out`);
}

/** Upstream: kubectl pkg/util/deployment Revision. */
function revisionOf(object: ValueMap): bigint | Failure {
  const text = stringAt(annotationsOf(object), 'deployment.kubernetes.io/revision');
  if (text === undefined) return 0n;
  const read = atoi(text, 'ParseInt');
  return read.kind === 'integer' ? read.value : fail(read.message);
}

const onlyRolling = 'rollout status is only available for RollingUpdate strategy type';

function ofDaemonSet(object: ValueMap): Status | Failure {
  const [name, status] = [nameOf(object), mapAt(object, 'status')];
  if (mapAt(mapAt(object, 'spec'), 'updateStrategy')?.get('type') !== 'RollingUpdate') return fail(onlyRolling);
  if (numberAt(metadataOf(object), 'generation') > numberAt(status, 'observedGeneration')) {
    return waiting('Waiting for daemon set spec update to be observed...');
  }
  const [updated, available, wanted] = ['updatedNumberScheduled', 'numberAvailable', 'desiredNumberScheduled'].map(
    (field) => numberAt(status, field),
  ) as [bigint, bigint, bigint];
  const unfinished = (what: string) => waiting(`Waiting for daemon set ${name} rollout to finish: ${what}...`);
  if (updated < wanted) return unfinished(`${updated} out of ${wanted} new pods have been updated`);
  if (available < wanted) return unfinished(`${available} of ${wanted} updated pods are available`);
  return done(`daemon set ${name} successfully rolled out`);
}

function ofStatefulSet(object: ValueMap): Status | Failure {
  const [spec, status] = [mapAt(object, 'spec'), mapAt(object, 'status')];
  const strategy = mapAt(spec, 'updateStrategy');
  if (strategy?.get('type') !== 'RollingUpdate') return fail(onlyRolling);
  const observed = numberAt(status, 'observedGeneration');
  if (observed === 0n || numberAt(metadataOf(object), 'generation') > observed) {
    return waiting('Waiting for statefulset spec update to be observed...');
  }
  const [wanted, updated] = [spec?.get('replicas'), numberAt(status, 'updatedReplicas')];
  const ready = numberAt(status, 'readyReplicas');
  if (typeof wanted === 'bigint' && ready < wanted) return waiting(`Waiting for ${wanted - ready} pods to be ready...`);
  const rolling = mapAt(strategy, 'rollingUpdate');
  if (rolling !== undefined) {
    const partition = rolling.get('partition');
    if (typeof wanted === 'bigint' && typeof partition === 'bigint' && updated < wanted - partition) {
      return waiting(
        `Waiting for partitioned roll out to finish: ${updated} out of ${wanted - partition} new pods have been updated...`,
      );
    }
    return done(`partitioned roll out complete: ${updated} new pods have been updated...`);
  }
  const [next, current] = [stringAt(status, 'updateRevision') ?? '', stringAt(status, 'currentRevision') ?? ''];
  if (next !== current) {
    return waiting(`waiting for statefulset rolling update to complete ${updated} pods at revision ${next}...`);
  }
  const count = numberAt(status, 'currentReplicas');
  return done(`statefulset rolling update complete ${count} pods at revision ${current}...`);
}
