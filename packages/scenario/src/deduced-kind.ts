import type { ResourceVersion } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';

/**
 * What marks a schema that nobody wrote: at its root, that the definition is missing; inside, that the entries of
 * managedFields tell how a list or a map is owned.
 */
export const deducedMark = 'x-deduced';

/** What marks, beside `deducedMark` at the root, that the plural name of the kind is no guess. */
export const toldPluralMark = 'x-told-plural';

/** Whether a part of a written schema, or the whole of it, was deduced. */
export function isDeducedPart(written: ValueMap | undefined): boolean {
  return written?.get(deducedMark) === true;
}

/** Whether the definition of a kind is missing, so that all that is known of it was deduced from its objects. */
export function isDeduced({ written }: ResourceVersion): boolean {
  return isDeducedPart(written?.root);
}

/** Whether an object told the plural name of a kind whose definition is missing; else it is a guess. */
export function isPluralTold({ written }: ResourceVersion): boolean {
  return written?.root.get(toldPluralMark) === true;
}
