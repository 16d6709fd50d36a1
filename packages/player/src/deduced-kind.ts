import type { ResourceVersion } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';

/**
 * The keyword that marks a deduced schema. At the root it says that the kind has no definition; inside, that the type
 * of a list or map was read from the entries of managedFields.
 */
export const deducedMark = 'x-deduced';

/**
 * The keyword beside `deducedMark` at the root which says that an object named the plural of the kind, so that it is no
 * guess.
 */
export const writtenPluralMark = 'x-written-plural';

/** Whether a schema, or a part of one, was deduced. */
export function isDeducedPart(written: ValueMap | undefined): boolean {
  return written?.get(deducedMark) === true;
}

/** Whether a kind has no definition and its schema was deduced from its objects. */
export function isDeduced({ written }: ResourceVersion): boolean {
  return isDeducedPart(written?.root);
}

/** Whether an object named the plural of a kind that has no definition. Otherwise the plural is a guess. */
export function isPluralWritten({ written }: ResourceVersion): boolean {
  return written?.root.get(writtenPluralMark) === true;
}
