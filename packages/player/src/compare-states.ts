import { type ValueMap, withoutManagedFields } from '@managed-fields/merge-engine';
import { type Atom, type Comparison, compare, deducedParseableType } from '@managed-fields/merge-engine/typed';

/**
 * Compares two states of an object without their managedFields: by the type of its kind, or where one of them does not fit that
 * type, as their values are. `type` of the answer is the one that they were compared by. Undefined where neither can be.
 */
export function compareStates(
  before: ValueMap,
  after: ValueMap,
  type: Atom,
): { readonly comparison: Comparison; readonly type: Atom } | undefined {
  const [was, now] = [withoutManagedFields(before), withoutManagedFields(after)];
  for (const by of [type, deducedParseableType]) {
    const compared = compare({ value: was, type: by }, { value: now, type: by });
    if (compared.kind === 'compared') return { comparison: compared.comparison, type: by };
  }
  return undefined;
}
