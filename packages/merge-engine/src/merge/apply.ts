import type { Managers, VersionedSet } from '../fieldpath/managers.ts';
import { toFieldSet } from '../typed/field-set.ts';
import { mergeTyped } from '../typed/merge.ts';
import type { TypedValue } from '../typed/typed.ts';
import { validationErrorsToString } from '../typed/validation-error.ts';
import { equals } from '../value/order.ts';
import { type Conflict, conflictsOf } from './conflict.ts';
import { convertingOnce } from './converter.ts';
import { prune } from './prune.ts';
import type { MergeTrace } from './trace.ts';
import { type Failure, failure, reconcileManagers, type Surroundings, updateManagers } from './update-managers.ts';

/** The input of an apply. */
export interface ApplyInput extends Surroundings {
  readonly config: TypedValue;
  /** Whether the apply overrides conflicts. */
  readonly force: boolean;
}

/** The answer of an apply. */
export type Applied =
  | {
      readonly kind: 'applied';
      readonly object: TypedValue;
      /** Whether the object differs from the live one; upstream returns no object where it does not. */
      readonly changed: boolean;
      readonly managers: Managers;
      readonly trace: MergeTrace;
    }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[]; readonly trace: MergeTrace }
  | Failure;

/**
 * Merges a configuration into the live object, removes what the manager no longer applies, and computes who owns what.
 * Upstream: structured-merge-diff merge/update.go Apply.
 *
 * @example
 * ```js
 * import { mapFromPlain, typeFromStructuralSchema } from '@managed-fields/merge-engine';
 * import { apply, conflictsToString, sameVersion } from '@managed-fields/merge-engine/merge';
 * import { asTyped } from '@managed-fields/merge-engine/typed';
 *
 * const type = typeFromStructuralSchema(undefined);
 * const [none, green, blue] = [{}, { color: 'green' }, { color: 'blue' }].flatMap((plain) => {
 *   const answer = asTyped(mapFromPlain(plain), type, { allowDuplicates: false });
 *   return answer.kind === 'typed' ? [answer.typed] : [];
 * });
 * if (none === undefined || green === undefined || blue === undefined) throw new Error('not of the type');
 * const around = { version: 'v1', converter: sameVersion, ignored: () => undefined, force: false };
 * const first = apply({ ...around, live: none, managers: new Map(), manager: 'alice', config: green });
 * if (first.kind !== 'applied') throw new Error(first.kind);
 * const { object: live, managers } = first;
 * const second = apply({ ...around, live, managers, manager: 'bob', config: blue });
 * if (second.kind === 'conflict') console.log(conflictsToString(second.conflicts));
 * ```
 * ```text
 * conflict with "alice": .color
 * ```
 */
export function apply(input: ApplyInput): Applied {
  const { live, config, version, manager } = input;
  const converter = convertingOnce(input.converter);
  const around: Surroundings = {
    live,
    version,
    managers: input.managers,
    manager,
    converter,
    ignored: (at) => input.ignored(at),
  };
  const reconciled = reconcileManagers(around);
  if (reconciled.kind === 'error') return reconciled;
  const merged = mergeTyped(live, config);
  if (merged.kind === 'invalid') return failure(`failed to merge config: ${validationErrorsToString(merged.errors)}`);
  const applied = toFieldSet(config);
  if (applied.kind === 'invalid')
    return failure(`failed to get field set: ${validationErrorsToString(applied.errors)}`);

  const filter = input.ignored(version);
  const set = filter === undefined ? applied.set : filter(applied.set);
  const managers = new Map<string, VersionedSet>(reconciled.managers);
  const last = managers.get(manager);
  managers.set(manager, { set, apiVersion: version, applied: true });
  const { library } = input;
  const pruned = prune({ merged: merged.typed, config, version, managers, last, converter, library });
  if (pruned.kind === 'error') return pruned;
  const updated = updateManagers(around, managers, pruned.object);
  if (updated.kind === 'error') return updated;

  const conflicts = conflictsOf(updated.conflicts);
  const trace: MergeTrace = {
    compared: updated.compared,
    pruned: pruned.pruned,
    addedBack: pruned.addedBack,
    prunedVersion: pruned.version,
    conflicts,
    taken: updated.taken,
    dropped: reconciled.dropped,
  };
  if (conflicts.length > 0 && !input.force) return { kind: 'conflict', conflicts, trace };
  const changed = !equals(live.value, pruned.object.value);
  return { kind: 'applied', object: pruned.object, changed, managers: updated.managers, trace };
}
