import type { ExplainedConflict } from '@managed-fields/merge-engine';
import type { PlaceChange } from './change-value.ts';

/**
 * The three ways out of a conflict: overwrite the value and become the only owner; give the field up by no longer
 * declaring it; share it by declaring the live value.
 */
export type WayOut = 'overwrite' | 'give-up' | 'share';

/**
 * Returns the changes that a way out makes to the configuration. Overwriting changes nothing. A field that is owned but
 * absent on the server has no value to share, so it is given up.
 */
export function changesOf(way: WayOut, conflicts: readonly ExplainedConflict[]): readonly PlaceChange[] {
  if (way === 'overwrite') return [];
  return conflicts.flatMap(({ declaredPlace: place, shareable }) =>
    place === undefined ? [] : [{ place, value: way === 'share' ? shareable : undefined }],
  );
}
