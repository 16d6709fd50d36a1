import {
  finalizersOf,
  formatTime,
  generationOf,
  isDeleting,
  metadataOf,
  metadataText,
  parseTime,
  textAt,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import { admitDelete } from './admission.ts';
import { type Answer, printed, refuse, traceOf } from './answer.ts';
import { hasChange } from './changes.ts';
import { type Cluster, objectKey, type Removed, removed, storedAt, withStored } from './cluster.ts';
import type { DeleteOptions } from './options.ts';
import { conflict, deleted, notFound, type Refusal, untyped } from './status.ts';
import { fromStorage, toStorage } from './storage.ts';
import { badName } from './store.ts';
import { identical } from './timestamps.ts';
import { unreadable } from './unreadable.ts';
import type { Work } from './work.ts';

/** Gives the warnings of a delete that does not say what becomes of dependents. */
export function warnOfSilence({ endpoint, warn }: Work, options: DeleteOptions): void {
  const silent = options.propagationPolicy === undefined && options.orphanDependents === undefined;
  if (silent) endpoint.strategy.deletion?.warnings?.forEach(warn);
}

/**
 * Deletes an object by options that were read already; `ofCollection` where the request names no object. It is removed at
 * once, or it is marked and kept for its finalizers or its grace period. One that stays is accepted to be deleted where its
 * dependents are to go with it, in the old words for that.
 * Upstream: apiserver pkg/endpoints/handlers/delete.go DeleteResource, pkg/registry/generic/registry/store.go Delete,
 * pkg/registry/rest/delete.go BeforeDelete.
 */
export function removeWith(work: Work, options: DeleteOptions, ofCollection = false): Answer {
  const { cluster, endpoint } = work;
  const { route, version } = endpoint;
  const misnamed = badName(endpoint);
  if (misnamed !== undefined) return refuse(cluster, misnamed);
  const key = objectKey(version, route.namespace, route.name);
  const stored = storedAt(cluster, key);
  if (stored === undefined) return refuse(cluster, notFound(endpoint.resourceName, route.name));
  const read = fromStorage(version, stored);
  if (read.kind !== 'converted') return refuse(cluster, unreadable(work, key, read.message));
  const object = read.object;
  const refused = preconditions(work, options, object);
  if (refused !== undefined) return refuse(cluster, refused);

  const marked = mark(work, options, object);
  const passed = passes(work, object, marked, options.dryRun, ofCollection);
  if (passed.kind === 'refused') return refuse(cluster, passed);
  if (marked.kind === 'gone') {
    if (options.dryRun) return answer(work, cluster, marked.object, object, true);
    const { after, deleted: last } = gone(work, key, marked.object);
    return answer(work, after, last, object, true);
  }
  const code = options.orphanDependents === false ? 202 : 200;
  if (marked.kind === 'pending') return { ...answer(work, cluster, object, object, false), code };
  const data = toStorage(version, marked.object);
  if (data.kind !== 'converted') return refuse(cluster, untyped(data.message));
  const same = options.dryRun || identical(data.object, stored.object);
  const written = same ? cluster : withStored(cluster, key, data.object);
  const resourceVersion = same ? stored.resourceVersion : String(cluster.nextResourceVersion);
  const kept = fromStorage(version, { object: data.object, resourceVersion });
  if (kept.kind !== 'converted') return refuse(cluster, untyped(kept.message));
  const shown = printed(endpoint, kept.object);
  if (shown.kind === 'refused') return refuse(cluster, shown);
  const trace = traceOf(endpoint, { operation: 'Delete', manager: '' }, object, kept.object);
  return { cluster: written, code, body: shown.body, trace };
}

/**
 * Asks admission about a delete. Of an object with a grace period that goes at once it is asked a second time, when the
 * object is marked already.
 * Upstream: store.go updateForGracefulDeletionAndFinalizers, then Delete.
 */
function passes(work: Work, object: ValueMap, marked: Marked, dryRun: boolean, ofCollection: boolean) {
  if (marked.kind === 'pending') return { kind: 'passed', cluster: work.cluster } as const;
  // Of each object of a collection the options are a copy, which admission does not see.
  const how = { dryRun, ofCollection, gracePeriodSeconds: ofCollection ? undefined : marked.seconds };
  const passed = admitDelete(work, object, how);
  const isAskedAgain = passed.kind === 'passed' && marked.kind === 'gone' && marked.seconds !== undefined && !dryRun;
  return isAskedAgain ? admitDelete({ ...work, cluster: passed.cluster }, marked.object, how) : passed;
}

/** Why an object is not the one that a delete means; undefined where it is. Upstream: pkg/registry/rest/delete.go BeforeDelete. */
export function preconditions({ endpoint }: Work, options: DeleteOptions, object: ValueMap): Refusal | undefined {
  const { kindName, resourceName, strategy } = endpoint;
  const name = metadataText(object, 'name');
  for (const [what, wanted, field, why] of [
    ['UID', options.uid, 'uid', 'deleted and then recreated'],
    ['ResourceVersion', options.resourceVersion, 'resourceVersion', 'modified'],
  ] as const) {
    const actual = metadataText(object, field);
    if (wanted === undefined || wanted === actual) continue;
    if (strategy.deletion?.emptied === undefined) {
      const differs = `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${actual})`;
      return conflict(kindName, name, `${differs}. The object might have been ${why}`);
    }
    const isSmall = resourceName.name !== 'namespaces' && hasChange('preconditionInLowerCase', endpoint);
    const failed = `${isSmall ? 'p' : 'P'}recondition failed: ${what} in precondition: ${wanted}`;
    return conflict(resourceName, name, `${failed}, ${what} in object meta: ${actual}`);
  }
  return undefined;
}

/**
 * What a delete does to an object: `gone` removes it, `pending` leaves it because it is being deleted already, `marked`
 * keeps it with a deletionTimestamp.
 */
type Marked =
  | { readonly kind: 'gone' | 'marked'; readonly object: ValueMap; readonly seconds?: bigint }
  | { readonly kind: 'pending' };

function mark(work: Work, options: DeleteOptions, object: ValueMap): Marked {
  const emptied = work.endpoint.strategy.deletion?.emptied;
  if (emptied !== undefined && !isDeleting(object)) {
    const begun = withMetadata(emptied.begin(object, work.now), 'deletionTimestamp', work.now);
    const finalizers =
      emptied.finalizer === undefined
        ? collectorFinalizers(work, ofNamespace(options), object)
        : [...new Set([...finalizersOf(object), emptied.finalizer])];
    return { kind: 'marked', object: withMetadata(begun, 'finalizers', finalizers) };
  }
  if (emptied?.isBusy(object)) return { kind: 'pending' };
  const graceful = withGracePeriod(work, options, object);
  if (graceful === 'pending') return { kind: 'pending' };
  const withFinalizers = withMetadata(
    graceful.object,
    'finalizers',
    collectorFinalizers(work, options, graceful.object),
  );
  const pending = finalizersOf(withFinalizers).length > 0;
  const { seconds } = graceful;
  if (seconds !== undefined) {
    return { kind: pending || seconds > 0n ? 'marked' : 'gone', object: withFinalizers, seconds };
  }
  return pending ? { kind: 'marked', object: asDeleting(withFinalizers, work.now) } : { kind: 'gone', object };
}

/**
 * Options as a Namespace takes them, of which dependents that are not orphaned go first.
 * Upstream: k8s.io/kubernetes pkg/registry/core/namespace/storage/storage.go shouldHaveDeleteDependentsFinalizer.
 */
function ofNamespace(options: DeleteOptions): DeleteOptions {
  return options.orphanDependents === false
    ? { ...options, orphanDependents: undefined, propagationPolicy: 'Foreground' }
    : options;
}

/** Removes an object. Where the answer shows the object or tells its version, that is of the removal. */
function gone({ cluster, endpoint }: Work, key: string, object: ValueMap): Removed {
  const isTold = endpoint.strategy.deletion?.returnsObject === true || hasChange('tellsRemoval', endpoint);
  return removed(cluster, key, object, isTold);
}

/** Marks an object of a kind with a grace period. Upstream: pkg/registry/rest/delete.go BeforeDelete. */
function withGracePeriod(
  work: Work,
  options: DeleteOptions,
  object: ValueMap,
): { readonly object: ValueMap; readonly seconds: bigint | undefined } | 'pending' {
  const gracePeriod = work.endpoint.strategy.deletion?.gracePeriod;
  if (gracePeriod === undefined) return { object, seconds: undefined };
  const requested =
    options.gracePeriodSeconds !== undefined && options.gracePeriodSeconds < 0n ? 1n : options.gracePeriodSeconds;
  if (isDeleting(object)) {
    const left = metadataOf(object).get('deletionGracePeriodSeconds');
    if (typeof left !== 'bigint' || left === 0n) return { object, seconds: undefined };
    if (requested === undefined || requested >= left) return 'pending';
    return { object: shortened(object, left, requested, work.now), seconds: requested };
  }
  const seconds = gracePeriod(object, requested);
  const until = formatTime(secondsOf(work.now) + duration(seconds));
  const timed = withMetadata(withMetadata(object, 'deletionTimestamp', until), 'deletionGracePeriodSeconds', seconds);
  return { object: withNextGeneration(timed), seconds };
}

function shortened(object: ValueMap, left: bigint, requested: bigint, now: string): ValueMap {
  const end = secondsOf(textAt(metadataOf(object), 'deletionTimestamp')) + duration(-left) + duration(requested);
  const past = end < secondsOf(now);
  const seconds = past && requested !== 0n ? 1n : requested;
  const timed = withMetadata(object, 'deletionTimestamp', past ? now : formatTime(end));
  return withMetadata(timed, 'deletionGracePeriodSeconds', seconds);
}

function secondsOf(time: string): number {
  return parseTime(time) ?? 0;
}

/** Seconds as they pass: Go counts nanoseconds in 64 bits, whatever becomes of large numbers. */
function duration(seconds: bigint): number {
  return Math.floor(Number(BigInt.asIntN(64, seconds * 1_000_000_000n)) / 1e9);
}

/** Upstream: store.go markAsDeleting. */
function asDeleting(object: ValueMap, now: string): ValueMap {
  const next = isDeleting(object) ? object : withMetadata(withNextGeneration(object), 'deletionTimestamp', now);
  return withMetadata(next, 'deletionGracePeriodSeconds', 0n);
}

function withNextGeneration(object: ValueMap): ValueMap {
  const generation = generationOf(object);
  return generation > 0n ? withMetadata(object, 'generation', generation + 1n) : object;
}

/**
 * Adds or removes the finalizers of the garbage collector as the request asks.
 * Upstream: store.go deletionFinalizersForGarbageCollection.
 */
function collectorFinalizers(work: Work, options: DeleteOptions, object: ValueMap): readonly string[] {
  const finalizers = finalizersOf(object);
  const others = finalizers.filter((name) => name !== 'orphan' && name !== 'foregroundDeletion');
  const policy = propagation(work, options, finalizers);
  const wanted =
    policy === 'Orphan' ? [...others, 'orphan'] : policy === 'Foreground' ? [...others, 'foregroundDeletion'] : others;
  const same = wanted.length === finalizers.length && wanted.every((name) => finalizers.includes(name));
  return same ? finalizers : wanted;
}

function propagation(work: Work, options: DeleteOptions, finalizers: readonly string[]): string {
  const { deletion } = work.endpoint.strategy;
  if (deletion?.withoutDependents) return 'Background';
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : 'Background';
  if (options.propagationPolicy !== undefined) return options.propagationPolicy;
  if (finalizers.includes('orphan')) return 'Orphan';
  if (finalizers.includes('foregroundDeletion')) return 'Foreground';
  return deletion?.orphansDependents ? 'Orphan' : 'Background';
}

function answer(work: Work, cluster: Cluster, object: ValueMap, before: ValueMap, gone: boolean): Answer {
  const { endpoint } = work;
  const trace = traceOf(endpoint, { operation: 'Delete', manager: '' }, before, gone ? undefined : object);
  if (endpoint.strategy.deletion?.returnsObject) {
    const shown = printed(endpoint, object);
    return shown.kind === 'refused' ? refuse(cluster, shown) : { cluster, code: 200, body: shown.body, trace };
  }
  const told = hasChange('tellsRemoval', endpoint) ? metadataText(object, 'resourceVersion') : '';
  const body = deleted(endpoint.resourceName, metadataText(object, 'name'), metadataText(object, 'uid'), told);
  return { cluster, code: 200, body, trace };
}
