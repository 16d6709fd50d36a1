import { finalizersOf, mapAt, metadataText, textAt, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import {
  type Controller,
  deletingInstances,
  establish,
  instancesGone,
  isEmptying,
  judgeApproval,
} from '../customresource/controllers.ts';
import { cleanupFinalizer } from '../customresource/finalizers.ts';
import { withAcceptedNames } from '../customresource/naming.ts';
import { type Cluster, keysUnder, placeOfKey, storedAt } from './cluster.ts';
import { definitionGroup, definitionKeys, definitionPlural } from './definition-keys.ts';
import { dispatch } from './dispatch.ts';
import { withKindsInForce } from './kinds-in-force.ts';
import type { ApiRequest } from './request.ts';

/**
 * Runs the server's controllers of CustomResourceDefinitions after a request: they accept names, establish kinds, and
 * delete definitions with their instances.
 */
export function followUp(cluster: Cluster, now: string): Cluster {
  return withKindsInForce(withControllersRun(cluster, now));
}

/** More rounds than any definition takes; a pasted definition may never become stable. */
const rounds = 20;

/** Runs every controller until nothing changes. The deletion of one definition may free names for another. */
function withControllersRun(cluster: Cluster, now: string): Cluster {
  let state = cluster;
  for (let round = 0; round < rounds; round++) {
    const next = keysUnder(state, definitionKeys).reduce((all, key) => runControllers(all, key, now), state);
    if (next === state) break;
    state = withKindsInForce(next);
  }
  return state;
}

function runControllers(cluster: Cluster, key: string, now: string): Cluster {
  const accept: Controller = (crd) => withAcceptedNames(crd, othersOf(cluster, key, crd), now);
  const written = [accept, judgeApproval, establish].reduce(
    (state, controller) => controlled(state, key, controller, now),
    cluster,
  );
  return finalized(written, key, now);
}

/** Returns the other definitions of a group. */
function othersOf(cluster: Cluster, key: string, crd: ValueMap): readonly ValueMap[] {
  const group = groupOf(crd);
  const others = cluster.objects.of(`${definitionGroup}/${definitionPlural}`).filter(([other]) => other !== key);
  return others.flatMap(([, { object }]) => (groupOf(object) === group ? [object] : []));
}

function groupOf(crd: ValueMap): string {
  return textAt(mapAt(crd, 'spec'), 'group');
}

/** Runs one controller, and writes the changed definition through its status. */
function controlled(cluster: Cluster, key: string, controller: Controller, now: string): Cluster {
  const stored = storedAt(cluster, key);
  if (stored === undefined) return cluster;
  const changed = controller(stored.object, now);
  if (changed === stored.object) return cluster;
  const path = `/apis/${definitionGroup}/v1/${definitionPlural}/${encodeURIComponent(metadataText(changed, 'name'))}`;
  const value = withMetadata(changed, 'resourceVersion', stored.resourceVersion);
  return asController(
    cluster,
    { method: 'PUT', path: `${path}/status`, body: { kind: 'value', value, duplicates: [] } },
    now,
  );
}

function asController(cluster: Cluster, request: Omit<ApiRequest, 'query'>, now: string): Cluster {
  const sent: ApiRequest = {
    ...request,
    query: new Map(),
    contentType: 'application/json',
    userAgent: 'kube-apiserver',
  };
  return dispatch(cluster, sent, now, { warn: () => undefined, call: () => undefined }).cluster;
}

/** Finishes the deletion of a definition: it deletes the instances, then removes the finalizer. */
function finalized(cluster: Cluster, key: string, now: string): Cluster {
  const crd = storedAt(cluster, key)?.object;
  if (crd === undefined || !isEmptying(crd)) return cluster;
  const name = metadataText(crd, 'name');
  const noted = controlled(cluster, key, deletingInstances, now);
  const emptied = withoutInstances(noted, name, now);
  if (instancesOf(emptied, name).length > 0) return emptied;
  const released: Controller = (object, time) => {
    const finalizers = finalizersOf(object).filter((each) => each !== cleanupFinalizer);
    return withMetadata(instancesGone(object, time), 'finalizers', finalizers.length === 0 ? undefined : finalizers);
  };
  return controlled(emptied, key, released, now);
}

/** Returns the keys of the instances of a definition. */
function instancesOf(cluster: Cluster, name: string): readonly string[] {
  const dot = name.indexOf('.');
  return keysUnder(cluster, `${name.slice(dot + 1)}/${name.slice(0, dot)}/`);
}

function withoutInstances(cluster: Cluster, name: string, now: string): Cluster {
  const [names] = cluster.definitions.get(name)?.catalog.names() ?? [];
  if (names === undefined) return cluster;
  return instancesOf(cluster, name).reduce((state, key) => {
    const { group, plural, namespace, name: instance } = placeOfKey(key);
    const within = namespace === '' ? '' : `/namespaces/${namespace}`;
    const path = `/apis/${group}/${names.preferredVersion}${within}/${plural}/${encodeURIComponent(instance)}`;
    return asController(state, { method: 'DELETE', path }, now);
  }, cluster);
}
