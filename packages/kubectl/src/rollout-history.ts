import {
  isMap,
  listAt,
  mapAt,
  metadataOf,
  stringAt,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { get, list } from './client.ts';
import { Description } from './describe/description.ts';
import { writeTemplate } from './describe/pods.ts';
import { type Failure, fail, together, unplayedFlag } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { annotationsOf } from './last-applied.ts';
import { printerOf } from './print.ts';
import { collectTyped, listItems, select } from './selection.ts';
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
  const named = group === '' ? kind : `${kind}.${group}`;
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
  const got = list(session, version, info.namespace, query);
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

/** `kubectl rollout history`. Upstream: k8s.io/kubectl pkg/cmd/rollout/rollout_history.go. */
export function runRolloutHistory(session: Session, flags: Flags): Failure | undefined {
  if (flags.args.length === 0 && flags.list('filename').length === 0 && flags.text('kustomize') === '') {
    return fail('required resource not specified');
  }
  const revision = flags.number('revision');
  if (revision < 0) return fail(`revision must be a positive integer: ${revision}`);
  if (flags.text('output') !== '') return unplayedFlag('output');
  const selected = select(session, flags, { args: flags.args, allowAll: true, latest: true });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collectTyped(selected);
  const failures = infos.flatMap((info) => printHistory(session, flags, info, BigInt(revision)) ?? []);
  return together(failed === undefined ? failures : [failed, ...failures]);
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
