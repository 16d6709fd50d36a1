import { difference, ensureNamedFieldsAreMembers, intersection, union } from '../fieldpath/algebra.ts';
import type { Managers, VersionedSet } from '../fieldpath/managers.ts';
import { emptySet, type FieldSet, isEmptySet } from '../fieldpath/set.ts';
import type { Atom } from '../schema/atom.ts';
import type { MergeLibrary } from '../schema/library.ts';
import { toFieldSet } from '../typed/field-set.ts';
import { removeItems } from '../typed/remove.ts';
import type { TypedValue } from '../typed/typed.ts';
import { validationErrorsToString } from '../typed/validation-error.ts';
import { sortedKeys } from '../value/order.ts';
import type { Converter } from './converter.ts';
import { type Failure, failure } from './update-managers.ts';

/** The input of pruning. */
interface PruneInput {
  /** The live object with the configuration merged into it. */
  readonly merged: TypedValue;
  readonly config: TypedValue;
  /** The API version of the configuration. */
  readonly version: string;
  /** Who owns what; the applier owns its new configuration. */
  readonly managers: Managers;
  /** What the applier owned before. */
  readonly last: VersionedSet | undefined;
  readonly converter: Converter;
  readonly library: MergeLibrary | undefined;
}

/** The pruned object, and what was removed from it. */
export interface Pruned {
  readonly kind: 'pruned';
  readonly object: TypedValue;
  /** What was removed, at `version`. */
  readonly pruned: FieldSet;
  /** What was applied last time and not this time, and is kept all the same, at `version`. */
  readonly addedBack: FieldSet;
  /** The API version of the last apply; undefined where there was none to prune by. */
  readonly version: string | undefined;
}

/**
 * Removes fields and items that the applier applied last time, does not apply this time, and nobody else owns. Managers
 * at versions that are no longer served must be gone already, so that every version converts.
 * Upstream: structured-merge-diff merge/update.go prune.
 */
export function prune(input: PruneInput): Pruned | Failure {
  const { last, converter } = input;
  const asItWas: Pruned = {
    kind: 'pruned',
    object: input.merged,
    pruned: emptySet,
    addedBack: emptySet,
    version: undefined,
  };
  if (last === undefined || isEmptySet(last.set)) return asItWas;
  const converted = converter.convert(input.merged, last.apiVersion);
  if (converted.kind !== 'converted') {
    return failed('failed to convert merged object to last applied version', converted.message);
  }
  const merged = converted.typed;
  const bare = removeItems(merged, withNamedFields(last.set, merged.type), input.library);
  const kept = addBackOwned(input, merged, bare, last.apiVersion);
  if (kept.kind === 'error') return failed('failed add back owned items', kept.message);
  const rest = addBackDangling(input, merged, kept.object, last);
  if (rest.kind === 'error') return failed('failed add back dangling items', rest.message);
  const back = converter.convert(rest.object, input.version);
  if (back.kind !== 'converted') return failure(`failed to prune fields: ${back.message}`);
  const addedBack = difference(stillThere(input, merged, last), rest.removed);
  return { kind: 'pruned', object: back.typed, pruned: rest.removed, addedBack, version: last.apiVersion };
}

function failed(step: string, message: string): Failure {
  return failure(`failed to prune fields: ${step}: ${message}`);
}

/** The fields of an object that was merged or converted, and therefore fits its type. */
function fieldsOf(object: TypedValue): FieldSet {
  const fields = toFieldSet(object);
  if (fields.kind === 'invalid') throw new Error(`no field set: ${validationErrorsToString(fields.errors)}`);
  return fields.set;
}

/**
 * Puts back what somebody owns, the applier's new configuration included.
 * Upstream: merge/update.go addBackOwnedItems, which visits the other versions in random order.
 */
function addBackOwned(
  input: PruneInput,
  merged: TypedValue,
  bare: TypedValue,
  prunedVersion: string,
): { readonly kind: 'kept'; readonly object: TypedValue } | Failure {
  const owned = new Map<string, FieldSet>();
  for (const { apiVersion, set } of input.managers.values()) {
    owned.set(apiVersion, union(owned.get(apiVersion) ?? emptySet, set));
  }
  // The pruned version first: a conversion may need what was taken out.
  const versions = [prunedVersion, ...sortedKeys(owned).filter((version) => version !== prunedVersion)];
  let whole = merged;
  let object = bare;
  for (const version of versions) {
    const set = owned.get(version);
    if (set === undefined) continue;
    const step = addBackOwnedAt(input, whole, object, version, set);
    if (step.kind === 'error') return step;
    whole = step.whole;
    object = step.object;
  }
  return { kind: 'kept', object };
}

/** Upstream: merge/update.go addBackOwnedItemsForVersion. */
function addBackOwnedAt(
  { converter, library }: Pick<PruneInput, 'converter' | 'library'>,
  whole: TypedValue,
  object: TypedValue,
  version: string,
  owned: FieldSet,
): { readonly kind: 'kept'; readonly whole: TypedValue; readonly object: TypedValue } | Failure {
  const merged = converter.convert(whole, version);
  if (merged.kind !== 'converted') {
    return failure(`failed to convert merged object at version ${version}: ${merged.message}`);
  }
  const pruned = converter.convert(object, version);
  if (pruned.kind !== 'converted') {
    return failure(`failed to convert pruned object at version ${version}: ${pruned.message}`);
  }
  const { type } = merged.typed;
  const kept = union(withNamedFields(fieldsOf(pruned.typed), type), withNamedFields(owned, type));
  const unowned = difference(withNamedFields(fieldsOf(merged.typed), type), kept);
  return { kind: 'kept', whole: merged.typed, object: removeItems(merged.typed, unowned, library) };
}

/**
 * Puts back what the applier did not own: it was removed only because it was inside something that the applier owned.
 * Upstream: merge/update.go addBackDanglingItems.
 */
function addBackDangling(
  { converter, library }: Pick<PruneInput, 'converter' | 'library'>,
  merged: TypedValue,
  kept: TypedValue,
  last: VersionedSet,
): { readonly kind: 'rest'; readonly object: TypedValue; readonly removed: FieldSet } | Failure {
  const pruned = converter.convert(kept, last.apiVersion);
  if (pruned.kind !== 'converted') {
    return failure(`failed to convert pruned object to last applied version: ${pruned.message}`);
  }
  const { type } = merged;
  const gone = difference(withNamedFields(fieldsOf(merged), type), withNamedFields(fieldsOf(pruned.typed), type));
  const removed = intersection(gone, withNamedFields(last.set, type));
  return { kind: 'rest', object: removeItems(merged, removed, library), removed };
}

/** A cache: a prune asks twice for the merged object and for the last apply. */
const named = new WeakMap<FieldSet, { readonly type: Atom; readonly set: FieldSet }>();

/** A set with those declared fields that have members below them. */
function withNamedFields(set: FieldSet, type: Atom): FieldSet {
  const before = named.get(set);
  if (before?.type === type) return before.set;
  const after = ensureNamedFieldsAreMembers(set, type);
  named.set(set, { type, set: after });
  return after;
}

/** The fields of the last apply that the configuration lacks and the merged object has, at the last version. */
function stillThere(input: PruneInput, merged: TypedValue, last: VersionedSet): FieldSet {
  const config = input.converter.convert(input.config, last.apiVersion);
  const applied = config.kind === 'converted' ? fieldsOf(config.typed) : emptySet;
  return intersection(difference(last.set, applied), fieldsOf(merged));
}
