import { isMap, listAt, mapAt, metadataOf, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { get, listTyped } from './client.ts';
import { type Failure, fail } from './failure.ts';
import type { LoadedInfo } from './info.ts';
import { annotationsOf } from './last-applied.ts';
import { groupKindText } from './mapping.ts';
import { listItems } from './selection.ts';
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

/** Fetches a workload once more, and its revisions. Upstream: pkg/polymorphichelpers/history.go, pkg/util/deployment. */
export function historyOf(session: Session, info: LoadedInfo): History | Failure {
  const { kind } = info.version.resource;
  const live = get(session, info);
  if (live.kind === 'failure') return fail(`failed to retrieve ${kind} ${info.name}: ${live.message}`);
  const plural = kind === 'Deployment' ? 'replicasets' : 'controllerrevisions';
  const version = session.catalog.find('apps', 'v1', plural);
  if (version === undefined) return fail('the server could not find the requested resource');
  const query = new Map([['labelSelector', selectorText(mapAt(mapAt(live.object, 'spec'), 'selector'))]]);
  const got = listTyped(session, version, info.namespace, query);
  if (got.kind === 'failure') return got;
  const uid = stringAt(metadataOf(live.object), 'uid');
  const revisions = listItems(got.object)
    .filter((item) => isControlledBy(item, uid))
    .flatMap((object) => {
      const number = numberOf(object, kind);
      return number === undefined ? [] : [{ number, object }];
    });
  return { kind: 'history', object: live.object, revisions };
}

function numberOf(object: ValueMap, kind: string): bigint | undefined {
  if (kind !== 'Deployment') {
    const revision = object.get('revision');
    return typeof revision === 'bigint' ? revision : 0n;
  }
  const written = stringAt(annotationsOf(object), 'deployment.kubernetes.io/revision') ?? '';
  return /^\d+$/.test(written) ? BigInt(written) : undefined;
}

function isControlledBy(object: ValueMap, uid: string | undefined): boolean {
  const owners = (listAt(metadataOf(object), 'ownerReferences') ?? []).filter(isMap);
  return owners.some((owner) => owner.get('controller') === true && owner.get('uid') === uid);
}

/** Writes a selector as a query. Upstream: apimachinery pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector. */
function selectorText(selector: ValueMap | undefined): string {
  const labels = [...(mapAt(selector, 'matchLabels') ?? [])].map(([key, value]) => [key, `${key}=${value}`] as const);
  const expressions = (listAt(selector, 'matchExpressions') ?? []).filter(isMap).map((expression) => {
    const key = stringAt(expression, 'key') ?? '';
    const values = (listAt(expression, 'values') ?? []).map(String).sort().join(',');
    const texts: Readonly<Record<string, string>> = {
      In: `${key} in (${values})`,
      NotIn: `${key} notin (${values})`,
      Exists: key,
      DoesNotExist: `!${key}`,
    };
    return [key, texts[stringAt(expression, 'operator') ?? ''] ?? ''] as const;
  });
  const sorted = [...labels, ...expressions].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted.map(([, text]) => text).join(',');
}
