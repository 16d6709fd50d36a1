import { formatValue } from '../value/go-text.ts';
import { isMap, type ValueMap } from '../value/value.ts';
import type { PatchError, PatchSchema } from './patch-schema.ts';
import { patchesConflict } from './strategic-conflicts.ts';
import { type Diffed, diffMaps } from './strategic-diff.ts';
import { mergeMaps } from './strategic-merge.ts';

/**
 * The answer of making a patch. `conflict`: the patch sets what others changed meanwhile. `precondition`: the patch
 * breaks a precondition.
 */
export type MadePatch =
  | { readonly kind: 'patch'; readonly patch: ValueMap }
  | { readonly kind: 'conflict'; readonly patch: ValueMap; readonly changed: ValueMap }
  | { readonly kind: 'precondition'; readonly message: string }
  | PatchError;

/**
 * The patch that makes one object of another.
 * Upstream: strategicpatch/patch.go CreateTwoWayMergePatchUsingLookupPatchMeta.
 */
export function twoWayStrategicPatch(
  original: ValueMap,
  modified: ValueMap,
  schema: PatchSchema,
  preconditions: readonly Precondition[] = [],
): MadePatch {
  const diffed = diffMaps(original, modified, schema, {
    order: true,
    changes: true,
    deletions: true,
    retainKeys: false,
  });
  return diffed.kind === 'error' ? diffed : (brokenPrecondition(diffed.patch, preconditions) ?? diffed);
}

/** The three objects that a three-way patch goes by. */
export interface ThreeWay {
  /** What was applied last. */
  readonly original: ValueMap;
  /** What is to be applied. */
  readonly modified: ValueMap;
  /** What is there now. */
  readonly current: ValueMap;
}

/**
 * Makes the patch that sets on the current object what is to be applied, and deletes what was applied before and no
 * longer is. Without `overwrite`, a change that others made meanwhile is a conflict.
 * Upstream: patch.go CreateThreeWayMergePatch.
 */
export function threeWayStrategicPatch(
  { original, modified, current }: ThreeWay,
  schema: PatchSchema,
  overwrite: boolean,
  preconditions: readonly Precondition[] = [],
): MadePatch {
  const delta = diffMaps(current, modified, schema, {
    order: true,
    changes: true,
    deletions: false,
    retainKeys: false,
  });
  if (delta.kind === 'error') return delta;
  const gone = diffMaps(original, modified, schema, {
    order: true,
    changes: false,
    deletions: true,
    retainKeys: false,
  });
  if (gone.kind === 'error') return gone;
  const merged = mergeMaps(gone.patch, delta.patch, schema, 'combine');
  if (merged.kind === 'error') return merged;
  const patch = merged.object;
  const broken = brokenPrecondition(patch, preconditions);
  if (broken !== undefined) return broken;
  if (overwrite) return { kind: 'patch', patch };
  return conflictWith(patch, changesOf(original, current, schema), schema);
}

function changesOf(original: ValueMap, current: ValueMap, schema: PatchSchema): Diffed {
  return diffMaps(original, current, schema, { order: false, changes: true, deletions: true, retainKeys: false });
}

function conflictWith(patch: ValueMap, changed: Diffed, schema: PatchSchema): MadePatch {
  if (changed.kind === 'error') return changed;
  const compared = patchesConflict(patch, changed.patch, schema);
  if (compared.kind === 'error') return compared;
  return compared.conflict ? { kind: 'conflict', patch, changed: changed.patch } : { kind: 'patch', patch };
}

function brokenPrecondition(patch: ValueMap, preconditions: readonly Precondition[]): MadePatch | undefined {
  if (preconditions.every((holds) => holds(patch))) return undefined;
  return { kind: 'precondition', message: `precondition failed for: ${formatValue(patch)}` };
}

/** A condition on a patch; true where the patch meets it. */
export type Precondition = (patch: ValueMap) => boolean;

/**
 * Requires that a patch leaves a field of the object alone.
 * Upstream: apimachinery pkg/util/mergepatch/util.go RequireKeyUnchanged.
 */
export function requireKeyUnchanged(key: string): Precondition {
  return (patch) => !patch.has(key);
}

/** Requires that a patch leaves a field of the metadata alone. Upstream: util.go RequireMetadataKeyUnchanged. */
export function requireMetadataKeyUnchanged(key: string): Precondition {
  return (patch) => {
    const metadata = patch.get('metadata');
    return !isMap(metadata) || !metadata.has(key);
  };
}
