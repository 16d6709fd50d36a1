import {
  compareStrings,
  equals,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  quote,
  stringAt,
  textAt,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { get, listTyped } from './client.ts';
import { type Failure, fail } from './failure.ts';
import { readInteger } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { annotationsOf } from './last-applied.ts';
import { groupKindText } from './mapping.ts';
import { listItems } from './selection.ts';
import { selectorText } from './selector-text.ts';
import type { Session } from './session.ts';

/** A state of a workload that it can go back to: a ReplicaSet or a ControllerRevision. */
export interface Revision {
  readonly number: bigint;
  readonly object: ValueMap;
}

/** A workload as the server has it now, and its revisions. */
export interface History {
  readonly kind: 'history';
  readonly object: ValueMap;
  readonly revisions: readonly Revision[];
}

/** Upstream: k8s.io/kubectl pkg/apps/kind_visitor.go. */
const visited = new Set([
  'apps/DaemonSet',
  'apps/Deployment',
  'batch/Job',
  '/Pod',
  'apps/ReplicaSet',
  '/ReplicationController',
  'apps/StatefulSet',
  'batch/CronJob',
]);

/** Returns why a kind has no history; undefined where it has one. `what` is a `rollbacker`, or `history`. */
export function withoutHistory({ version }: LoadedInfo, what: 'rollbacker' | 'history'): Failure | undefined {
  const { kind, group } = version.resource;
  if (group === 'apps' && ['Deployment', 'DaemonSet', 'StatefulSet'].includes(kind)) return undefined;
  const named = groupKindText(version);
  if (visited.has(`${group}/${kind}`)) {
    return fail(`no ${what === 'history' ? 'history viewer' : what} has been implemented for "${named}"`);
  }
  return fail(`error retrieving ${what} for "${named}", no visitor method exists for {${group} ${kind}}`);
}

const retrieved = {
  history: { Deployment: 'deployment', DaemonSet: 'DaemonSet', StatefulSet: 'Statefulset' },
  rollbacker: { Deployment: 'Deployment', DaemonSet: 'DaemonSet', StatefulSet: 'Statefulset' },
} as const;

/**
 * Fetches a workload once more, and its revisions; `history` warns of those whose number is none. Upstream:
 * pkg/polymorphichelpers/history.go, pkg/util/deployment.
 */
export function historyOf(session: Session, info: LoadedInfo, what: 'rollbacker' | 'history'): History | Failure {
  const kind = info.version.resource.kind as keyof (typeof retrieved)['history'];
  const live = get(session, info);
  if (live.kind === 'failure') return fail(`failed to retrieve ${retrieved[what][kind]} ${info.name}: ${live.message}`);
  const plural = kind === 'Deployment' ? 'replicasets' : 'controllerrevisions';
  const version = session.catalog.find('apps', 'v1', plural);
  if (version === undefined) return fail('the server could not find the requested resource');
  const query = new Map([['labelSelector', selectorText(mapAt(mapAt(live.object, 'spec'), 'selector'))]]);
  const got = listTyped(session, version, info.namespace, query);
  if (got.kind === 'failure') {
    const words =
      kind === 'Deployment'
        ? 'failed to retrieve replica sets from deployment'
        : `unable to find history controlled by ${kind}`;
    return fail(`${words} ${info.name}: ${got.message}`);
  }
  const uid = textAt(metadataOf(live.object), 'uid');
  const controlled = listItems(got.object).filter((item) => isControlledBy(item, uid));
  if (kind !== 'Deployment') {
    const revisions = controlled.map((object) => ({ number: object.get('revision') as bigint, object }));
    return { kind: 'history', object: live.object, revisions };
  }
  const revisions: Revision[] = [];
  for (const object of newestLast(controlled, live.object)) {
    const number = numberOf(object);
    if (typeof number === 'bigint') revisions.push({ number, object });
    else if (what === 'history') {
      const name = metadataText(object, 'name');
      session.err(
        `W history.go] unable to get revision from replicaset ${name} for deployment ${info.name} in namespace ${info.namespace}: ${number}\n`,
      );
    }
  }
  return { kind: 'history', object: live.object, revisions };
}

/** ReplicaSets by their age; the oldest that has the template of the Deployment is the last. Upstream: GetAllReplicaSets. */
function newestLast(sets: readonly ValueMap[], deployment: ValueMap): readonly ValueMap[] {
  const key = (set: ValueMap) => `${metadataText(set, 'creationTimestamp')} ${metadataText(set, 'name')}`;
  const sorted = [...sets].sort((a, b) => compareStrings(key(a), key(b)));
  const template = withoutHash(templateOf(deployment));
  const newest = sorted.find((set) => equals(withoutHash(templateOf(set)), template));
  return newest === undefined ? sorted : [...sorted.filter((set) => set !== newest), newest];
}

/** The template of a workload or a ReplicaSet. */
export function templateOf(object: ValueMap): ValueMap {
  return mapAt(mapAt(object, 'spec'), 'template') ?? new Map();
}

/** A template without the label that tells ReplicaSets apart. */
export function withoutHash(template: ValueMap): ValueMap {
  const metadata = metadataOf(template);
  const labels = new Map(mapAt(metadata, 'labels'));
  labels.delete('pod-template-hash');
  return withEntry(template, 'metadata', withEntry(metadata, 'labels', labels));
}

/** The number of a ReplicaSet, 0 where it has none, or what Go says of another text. Upstream: pkg/util/deployment Revision. */
function numberOf(object: ValueMap): bigint | string {
  const written = stringAt(annotationsOf(object), 'deployment.kubernetes.io/revision');
  if (written === undefined) return 0n;
  const read = readInteger(written, { form: /^[+-]?\d+$/, bits: 64 });
  return typeof read === 'string' ? `strconv.ParseInt: parsing ${quote(written)}: ${read}` : read;
}

function isControlledBy(object: ValueMap, uid: string): boolean {
  const owners = (listAt(metadataOf(object), 'ownerReferences') ?? []).filter(isMap);
  return owners.some((owner) => owner.get('controller') === true && owner.get('uid') === uid);
}
