import { humanDuration } from '@managed-fields/api-server/tables';
import { mapAt, metadataOf, parseTime, type ValueMap } from '@managed-fields/merge-engine';
import { isFailure } from '../failure.ts';
import { alone, countsText, type Describe, fetchEvents, itemsOf, namespaceOf, podsOf, timeOf } from './describing.ts';
import { type Description, longTime } from './description.ts';
import { writeTemplate } from './pods.ts';
import { conditionsOf, labelsText, writeConditions, writeEvents, writeMetadata, writeNames } from './shared.ts';
import { writeClaimTemplates } from './storage.ts';
import { controllerOf, flag, mapsAt, numberAt, ownerOf, selectorText, shown, textAt, uidOf } from './values.ts';

/** A workload whose Pods are counted before its events are fetched, and then written. */
function withPods(
  selectorOf: (spec: ValueMap | undefined) => string,
  write: (out: Description, object: ValueMap, pods: string) => void,
  mayFail = false,
): Describe {
  return (out, object, describing) => {
    const counts = podsOf(object, selectorOf(mapAt(object, 'spec')), describing);
    if (isFailure(counts) && !mayFail) return counts;
    const found = fetchEvents(object, describing);
    const pods = isFailure(counts) ? `error in fetching pods: ${counts.message}` : countsText(counts);
    write(out, object, pods);
    writeEvents(out, found, timeOf(describing));
    return undefined;
  };
}

const bySelector = (spec: ValueMap | undefined) => selectorText(mapAt(spec, 'selector'));

/** Writes a Deployment with its ReplicaSets. Upstream: kubectl pkg/describe/describe.go describeDeployment. */
const describeDeployment: Describe = (out, deployment, describing) => {
  const found = fetchEvents(deployment, describing);
  const [metadata, spec, status] = [metadataOf(deployment), mapAt(deployment, 'spec'), mapAt(deployment, 'status')];
  const asked = { labelSelector: bySelector(spec), inChunks: true };
  const sets = itemsOf(describing, 'apps/v1', 'ReplicaSet', namespaceOf(deployment), asked);
  writeNames(out, deployment);
  out.line(0, 'CreationTimestamp', longTime(metadata, 'creationTimestamp'));
  writeMetadata(out, deployment);
  out.line(0, 'Selector', bySelector(spec));
  const count = (field: string) => numberAt(status, field);
  const replicas = [
    `${numberAt(spec, 'replicas')} desired`,
    `${count('updatedReplicas')} updated`,
    `${count('replicas')} total`,
    `${count('availableReplicas')} available`,
    `${count('unavailableReplicas')} unavailable`,
  ];
  out.line(0, 'Replicas', replicas.join(' | '));
  const strategy = mapAt(spec, 'strategy');
  out.line(0, 'StrategyType', textAt(strategy, 'type'));
  out.line(0, 'MinReadySeconds', numberAt(spec, 'minReadySeconds'));
  const rolling = mapAt(strategy, 'rollingUpdate');
  if (rolling !== undefined) {
    const text = `${textAt(rolling, 'maxUnavailable')} max unavailable, ${textAt(rolling, 'maxSurge')} max surge`;
    out.line(0, 'RollingUpdateStrategy', text);
  }
  writeTemplate(out, mapAt(spec, 'template'));
  writeConditions(out, conditionsOf(deployment));
  const owned = isFailure(sets) ? [] : sets.filter((each) => textAt(ownerOf(each), 'uid') === uidOf(deployment));
  writeSets(out, deployment, owned);
  writeEvents(out, found, timeOf(describing));
  return undefined;
};

/** Writes the ReplicaSets from old to new. Upstream: kubectl pkg/util/deployment/deployment.go findNewReplicaSet. */
function writeSets(out: Description, deployment: ValueMap, sets: readonly ValueMap[]): void {
  if (sets.length === 0) return;
  const madeAt = (set: ValueMap) => parseTime(textAt(metadataOf(set), 'creationTimestamp')) ?? 0;
  // Those of one time stay in the order of their names, in which they are listed.
  const inOrder = sets.toSorted((a, b) => madeAt(a) - madeAt(b));
  const present = inOrder.find((each) => sameTemplate(each, deployment));
  const text = (shownSets: readonly ValueMap[]) =>
    shownSets
      .map((each) => {
        const [made, asked] = [numberAt(mapAt(each, 'status'), 'replicas'), numberAt(mapAt(each, 'spec'), 'replicas')];
        return `${textAt(metadataOf(each), 'name')} (${made}/${asked} replicas created)`;
      })
      .join(', ') || '<none>';
  out.line(
    0,
    'OldReplicaSets',
    text(inOrder.filter((each) => present === undefined || uidOf(each) !== uidOf(present))),
  );
  out.line(0, 'NewReplicaSet', text(present === undefined ? [] : [present]));
}

/** Whether a ReplicaSet has the template of a Deployment but for the hash. */
function sameTemplate(set: ValueMap, deployment: ValueMap): boolean {
  const template = (object: ValueMap) => JSON.stringify(shown(withoutHash(mapAt(mapAt(object, 'spec'), 'template'))));
  return template(set) === template(deployment);
}

function withoutHash(template: ValueMap | undefined): ValueMap {
  const metadata = new Map(mapAt(template, 'metadata'));
  const labels = new Map(mapAt(metadata, 'labels'));
  labels.delete('pod-template-hash');
  return new Map(template).set('metadata', metadata.set('labels', labels));
}

function writeReplicas(out: Description, object: ValueMap, pods: string): void {
  const [spec, status] = [mapAt(object, 'spec'), mapAt(object, 'status')];
  out.line(0, 'Replicas', `${numberAt(status, 'replicas')} current / ${numberAt(spec, 'replicas')} desired`);
  out.line(0, 'Pods Status', pods);
  writeTemplate(out, mapAt(spec, 'template'));
  writeConditions(out, conditionsOf(object));
}

/** Upstream: describe.go describeReplicaSet. */
function writeReplicaSet(out: Description, set: ValueMap, pods: string): void {
  writeNames(out, set);
  out.line(0, 'Selector', bySelector(mapAt(set, 'spec')) || '<none>');
  writeMetadata(out, set);
  if (controllerOf(set) !== '') out.line(0, 'Controlled By', controllerOf(set));
  writeReplicas(out, set, pods);
}

/** Upstream: describe.go describeReplicationController. */
function writeReplicationController(out: Description, controller: ValueMap, pods: string): void {
  writeNames(out, controller);
  out.line(0, 'Selector', labelsText(mapAt(mapAt(controller, 'spec'), 'selector')));
  writeMetadata(out, controller);
  writeReplicas(out, controller, pods);
}

/** Upstream: describe.go describeDaemonSet. */
function writeDaemonSet(out: Description, set: ValueMap, pods: string): void {
  const [spec, status] = [mapAt(set, 'spec'), mapAt(set, 'status')];
  const template = mapAt(spec, 'template');
  writeNames(out, set);
  out.line(0, 'Selector', bySelector(spec));
  out.line(0, 'Node-Selector', labelsText(mapAt(mapAt(template, 'spec'), 'nodeSelector')));
  writeMetadata(out, set);
  for (const [field, title] of [
    ['desiredNumberScheduled', 'Desired Number of Nodes Scheduled'],
    ['currentNumberScheduled', 'Current Number of Nodes Scheduled'],
    ['updatedNumberScheduled', 'Number of Nodes Scheduled with Up-to-date Pods'],
    ['numberAvailable', 'Number of Nodes Scheduled with Available Pods'],
    ['numberMisscheduled', 'Number of Nodes Misscheduled'],
  ] as const) {
    out.write(0, `${title}: ${numberAt(status, field)}\n`);
  }
  out.line(0, 'Pods Status', pods);
  writeTemplate(out, template);
}

/** Upstream: describe.go describeStatefulSet. */
function writeStatefulSet(out: Description, set: ValueMap, pods: string): void {
  const [spec, status] = [mapAt(set, 'spec'), mapAt(set, 'status')];
  const withPolicies = out.has('statefulSetPolicies');
  writeNames(out, set);
  out.line(0, 'CreationTimestamp', longTime(metadataOf(set), 'creationTimestamp'));
  out.line(0, 'Selector', bySelector(spec));
  writeMetadata(out, set);
  for (const [field, title] of [
    ['serviceName', 'Service Name'],
    ['podManagementPolicy', 'Pod Management Policy'],
  ] as const) {
    if (withPolicies && textAt(spec, field) !== '') out.line(0, title, textAt(spec, field));
  }
  out.line(0, 'Replicas', `${numberAt(spec, 'replicas')} desired | ${numberAt(status, 'replicas')} total`);
  const strategy = mapAt(spec, 'updateStrategy');
  out.line(0, 'Update Strategy', textAt(strategy, 'type'));
  const rolling = mapAt(strategy, 'rollingUpdate');
  if (rolling?.has('partition')) {
    out.line(1, 'Partition', numberAt(rolling, 'partition'));
    if (rolling.has('maxUnavailable')) out.line(1, 'MaxUnavailable', textAt(rolling, 'maxUnavailable'));
  }
  const retention = mapAt(spec, 'persistentVolumeClaimRetentionPolicy');
  if (withPolicies) {
    out.write(0, 'Persistent Volume Claim Retention Policy:\n');
    out.line(1, 'WhenDeleted', textAt(retention, 'whenDeleted'));
    out.line(1, 'WhenScaled', textAt(retention, 'whenScaled'));
  }
  out.line(0, 'Pods Status', pods);
  writeTemplate(out, mapAt(spec, 'template'));
  writeClaimTemplates(out, mapsAt(spec, 'volumeClaimTemplates'));
}

/** A field of a specification, its title, and what stands where it is absent; without that, nothing does. */
type Field = readonly [field: string, title: string, absent?: string | undefined, unit?: string];

function writeFields(out: Description, spec: ValueMap | undefined, fields: readonly Field[]): void {
  for (const [field, title, absent, unit = ''] of fields) {
    if (spec?.has(field)) out.line(0, title, `${textAt(spec, field)}${unit}`);
    else if (absent !== undefined) out.line(0, title, absent);
  }
}

/** Upstream: describe.go describeJob. */
function writeJob(out: Description, job: ValueMap): void {
  const [spec, status] = [mapAt(job, 'spec'), mapAt(job, 'status')];
  writeNames(out, job);
  out.line(0, 'Selector', bySelector(spec));
  writeMetadata(out, job);
  if (controllerOf(job) !== '') out.line(0, 'Controlled By', controllerOf(job));
  writeFields(out, spec, [
    ['parallelism', 'Parallelism'],
    ['completions', 'Completions', '<unset>'],
    ['completionMode', 'Completion Mode'],
    ['suspend', 'Suspend'],
    ['backoffLimit', 'Backoff Limit'],
    ['ttlSecondsAfterFinished', 'TTL Seconds After Finished'],
  ]);
  if (status?.has('startTime')) out.line(0, 'Start Time', longTime(status, 'startTime'));
  if (status?.has('completionTime')) out.line(0, 'Completed At', longTime(status, 'completionTime'));
  const [started, completed] = ['startTime', 'completionTime'].map((field) => parseTime(textAt(status, field)));
  if (started !== undefined && completed !== undefined) out.line(0, 'Duration', humanDuration(completed - started));
  writeFields(out, spec, [['activeDeadlineSeconds', 'Active Deadline Seconds', undefined, 's']]);
  const ready = status?.has('ready') ? ` (${numberAt(status, 'ready')} Ready)` : '';
  const ended = `${numberAt(status, 'succeeded')} Succeeded / ${numberAt(status, 'failed')} Failed`;
  out.line(0, 'Pods Statuses', `${numberAt(status, 'active')} Active${ready} / ${ended}`);
  if (textAt(spec, 'completionMode') === 'Indexed') {
    out.line(0, 'Completed Indexes', indexesText(textAt(status, 'completedIndexes')));
  }
  writeTemplate(out, mapAt(spec, 'template'));
}

/** Not much more than fifty letters of indexes. Upstream: describe.go capIndexesListOrNone. */
function indexesText(indexes: string): string {
  const end = indexes.indexOf(',', 50);
  return end < 0 ? indexes || '<none>' : `${indexes.slice(0, end + 1)}...`;
}

/** Upstream: describe.go describeCronJob. */
function writeCronJob(out: Description, job: ValueMap): void {
  const [spec, status] = [mapAt(job, 'spec'), mapAt(job, 'status')];
  writeNames(out, job);
  writeMetadata(out, job);
  out.line(0, 'Schedule', textAt(spec, 'schedule'));
  out.line(0, 'Concurrency Policy', textAt(spec, 'concurrencyPolicy'));
  out.line(0, 'Suspend', flag(spec, 'suspend'));
  writeFields(out, spec, [
    ...(out.has('timeZoneOfCronJobs') ? [['timeZone', 'Time Zone', '<unset>'] as const] : []),
    ['successfulJobsHistoryLimit', 'Successful Job History Limit'],
    ['failedJobsHistoryLimit', 'Failed Job History Limit'],
    ['startingDeadlineSeconds', 'Starting Deadline Seconds', '<unset>', 's'],
  ]);
  const template = mapAt(mapAt(spec, 'jobTemplate'), 'spec');
  out.line(0, 'Selector', template?.has('selector') ? bySelector(template) : '<unset>');
  writeFields(out, template, [
    ['parallelism', 'Parallelism', '<unset>'],
    ['completions', 'Completions', '<unset>'],
    ['activeDeadlineSeconds', 'Active Deadline Seconds', undefined, 's'],
  ]);
  writeTemplate(out, mapAt(template, 'template'));
  out.line(0, 'Last Schedule Time', status?.has('lastScheduleTime') ? longTime(status, 'lastScheduleTime') : '<unset>');
  const active = mapsAt(status, 'active').map((each) => textAt(each, 'name'));
  out.line(0, 'Active Jobs', active.join(', ') || '<none>');
}

/** What makes Pods, by group and kind. */
export const workloads: Readonly<Record<string, Describe>> = {
  ReplicationController: withPods((spec) => labelsText(mapAt(spec, 'selector')), writeReplicationController),
  'apps/Deployment': describeDeployment,
  'apps/ReplicaSet': withPods(bySelector, writeReplicaSet, true),
  'apps/DaemonSet': withPods(bySelector, writeDaemonSet),
  'apps/StatefulSet': withPods(bySelector, writeStatefulSet),
  'batch/Job': alone(writeJob),
  'batch/CronJob': alone(writeCronJob),
};
