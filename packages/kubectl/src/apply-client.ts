import {
  isDeleting,
  isList,
  isMap,
  lastAppliedAnnotation,
  metadataOf,
  textAt,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { create, deleteOptions, type Fetched, get, patch, remove, type WriteOptions } from './client.ts';
import { addSource, type Failure, fail, hasReason, isFailure } from './failure.ts';
import { infoText, type LoadedInfo, objectName, refreshed } from './info.ts';
import { annotated, annotationsOf, encodeObject } from './last-applied.ts';
import type { DryRun } from './print.ts';
import type { Session } from './session.ts';
import { applyLocally, makeApplyPatch } from './three-way.ts';

/** The options by which a command applies objects. */
export interface Applying {
  readonly session: Session;
  readonly dryRun: DryRun;
  readonly write: WriteOptions;
  readonly manager: string;
  readonly forceConflicts: boolean;
  /** Whether the patch overwrites fields that others changed since the last apply. */
  readonly overwrite: boolean;
  /** Whether an object that cannot be patched is deleted and created again. */
  readonly force: boolean;
  readonly cascade: string;
  readonly gracePeriod: bigint;
  /**
   * Makes the patch name the object's resourceVersion, so that the server refuses it once the object has changed.
   * `kubectl diff` asks for that.
   */
  readonly resourceVersion?: 'locked';
  /** Records an object as present in the files, so that it is not pruned. */
  visited(object: ValueMap): void;
}

/** An applied object, with the word that is printed of it: `created` or `serverside-applied`. */
export interface AppliedObject {
  readonly kind: 'applied';
  readonly info: LoadedInfo;
  readonly operation: string;
}

/** How often a patch is sent again after a conflict. Upstream: patcher.go maxPatchRetry. */
const retries = 5;

/** Applies one object by a patch made here. Upstream: k8s.io/kubectl pkg/cmd/apply/apply.go applyOneObject. */
export function applyClientSide(applying: Applying, info: LoadedInfo): AppliedObject | Failure {
  const { session } = applying;
  const modified = annotated(info.object);
  const got = get(session, info);
  if (got.kind === 'failure') {
    if (hasReason(got, 'NotFound')) return createAbsent(applying, info, modified);
    return addSource(
      `retrieving current configuration of:\n${infoText(info, session.host.release)}\nfrom server for:`,
      info.source,
      got,
    );
  }
  const current: LoadedInfo = { ...info, object: got.object };
  applying.visited(got.object);
  if (applying.dryRun === 'client' && !hasChange('clientDryRunPatches', session.host.release)) {
    return { kind: 'applied', info: refreshed(info, got.object), operation: 'configured' };
  }
  if (annotationsOf(got.object)?.has(lastAppliedAnnotation) !== true) session.err(missingAnnotation(current));
  const patched =
    applying.dryRun === 'client' ? patchHere(applying, current, modified) : patchThere(applying, current, modified);
  if (patched.kind === 'failed') {
    return addSource(
      `applying patch:\n${patched.patch}\nto:\n${infoText(info, session.host.release)}\nfor:`,
      info.source,
      patched.failure,
    );
  }
  const after = refreshed(info, patched.object);
  warnIfDeleting(applying, after);
  return { kind: 'applied', info: after, operation: patched.unchanged ? 'unchanged' : 'configured' };
}

function createAbsent(applying: Applying, info: LoadedInfo, modified: ValueMap): AppliedObject | Failure {
  const object = withoutNulls(modified);
  if (applying.dryRun === 'client') return { kind: 'applied', info: { ...info, object }, operation: 'created' };
  const created = create(applying.session, info, object, applying.write);
  if (created.kind === 'failure') return addSource('creating', info.source, created);
  applying.visited(created.object);
  return { kind: 'applied', info: refreshed(info, created.object), operation: 'created' };
}

/**
 * Returns an object without its null fields. Nulls that are items of lists stay. Upstream: apply.go pruneNullsFromMap.
 */
function withoutNulls(map: ValueMap): ValueMap {
  const kept = new Map<string, Value>();
  for (const [key, value] of map) if (value !== null) kept.set(key, pruned(value));
  return kept;
}

function pruned(value: Value): Value {
  if (isList(value)) return value.map(pruned);
  return isMap(value) ? withoutNulls(value) : value;
}

function missingAnnotation(info: LoadedInfo): string {
  return (
    `Warning: resource ${objectName(info)} is missing the ${lastAppliedAnnotation} annotation which is required by ` +
    'kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create ' +
    '--save-config or kubectl apply. The missing annotation will be patched automatically.\n'
  );
}

/** Upstream: apply.go WarnIfDeleting. */
export function warnIfDeleting({ session }: Pick<Applying, 'session'>, { object, name }: LoadedInfo): void {
  if (!isDeleting(object)) return;
  session.err(`Warning: Detected changes to resource ${name} which is currently being deleted.\n`);
}

/** The result of a patch: the patched object, or the failure with the patch that was sent, as messages print it. */
export type Patched =
  | { readonly kind: 'patched'; readonly object: ValueMap; readonly unchanged: boolean }
  | { readonly kind: 'failed'; readonly patch: string; readonly failure: Failure };

function failed(failure: Failure, patch = ''): Patched {
  return { kind: 'failed', patch, failure };
}

function patchHere(applying: Applying, info: LoadedInfo, modified: ValueMap): Patched {
  const made = makeApplyPatch(applying.session, info, info.object, modified, applying.overwrite);
  if (made.kind === 'failure') return failed(made);
  if (made.patch.size === 0) return { kind: 'patched', object: info.object, unchanged: true };
  const object = applyLocally(info, info.object, made);
  return isFailure(object) ? failed(object) : { kind: 'patched', object, unchanged: false };
}

/**
 * Patches an object on the server. After a conflict it reads the object and tries again, five times at most. With
 * `--force` an object that cannot be patched is deleted and created again. Upstream: patcher.go Patch.
 */
export function patchThere(applying: Applying, info: LoadedInfo, modified: ValueMap): Patched {
  const { session } = applying;
  let patched = patchOnce(applying, info, info.object, modified);
  for (
    let retry = 1;
    retry <= retries && patched.kind === 'failed' && hasReason(patched.failure, 'Conflict');
    retry++
  ) {
    const got = get(session, info);
    if (got.kind === 'failure') return failed(got);
    patched = patchOnce(applying, info, got.object, modified);
  }
  if (patched.kind !== 'failed') return patched;
  const { failure } = patched;
  if (applying.force && (hasReason(failure, 'Conflict') || hasReason(failure, 'Invalid'))) {
    return replaceByForce(applying, info, modified);
  }
  return { ...patched, failure: addSource('patching', info.source, failure) };
}

function patchOnce(applying: Applying, info: LoadedInfo, current: ValueMap, modified: ValueMap): Patched {
  const { session } = applying;
  const made = makeApplyPatch(session, info, current, modified, applying.overwrite);
  if (made.kind === 'failure') return failed(made);
  if (made.patch.size === 0) return { kind: 'patched', object: current, unchanged: true };
  const sent = applying.resourceVersion === undefined ? made.patch : locked(made.patch, current);
  const got = patch(session, info, made.type, sent, applying.write);
  if (got.kind === 'failure') return failed(got, encodeObject(made.patch).trimEnd());
  return { kind: 'patched', object: got.object, unchanged: false };
}

/**
 * Adds the object's resourceVersion to a patch, so that the server refuses it once the object has changed. Upstream:
 * patcher.go addResourceVersion.
 */
function locked(made: ValueMap, current: ValueMap): ValueMap {
  const resourceVersion = textAt(metadataOf(current), 'resourceVersion');
  return withEntry(made, 'metadata', withEntry(metadataOf(made), 'resourceVersion', resourceVersion));
}

/**
 * Deletes the object and creates it again. If creating fails, it creates the old object again and returns the failure.
 * Upstream: patcher.go deleteAndCreate.
 */
function replaceByForce(applying: Applying, info: LoadedInfo, modified: ValueMap): Patched {
  const { session, write } = applying;
  const shown = encodeObject(modified);
  const gone = remove(session, info, deleteOptions({ cascade: applying.cascade, gracePeriod: applying.gracePeriod }));
  if (gone.kind === 'failure') return failed(gone, shown);
  const left = get(session, info);
  if (left.kind === 'object') return failed(fail('context deadline exceeded'), shown);
  if (!hasReason(left, 'NotFound')) return failed(left, shown);
  const created = create(session, info, modified, write);
  if (created.kind === 'object') return { kind: 'patched', object: created.object, unchanged: false };
  const restored: Fetched = create(session, info, info.object, write);
  if (restored.kind === 'object') return failed(created, shown);
  const both = `${created.message}.\n\nAdditionally, an error occurred attempting to restore the original object:\n\n${restored.message}`;
  return failed(
    fail(`An error occurred force-replacing the existing object with the newly provided one:\n\n${both}`),
    shown,
  );
}
