import type { FieldPath } from '../fieldpath/element.ts';
import type { Atom } from '../schema/atom.ts';
import type { Value } from '../value/value.ts';

/** Which place in one given value: keys of maps and places in lists, from the root. */
export type ValuePath = readonly (string | number)[];

/**
 * Where a field is in a value; undefined where the value does not have it. An item that stands twice in a list is
 * found at its first place.
 */
export function locate(_value: Value, _type: Atom, _path: FieldPath): ValuePath | undefined {
  throw new Error('not yet');
}

/** Every place of a field in a value; more than one only where an item stands twice in a list. */
export function locateAll(_value: Value, _type: Atom, _path: FieldPath): readonly ValuePath[] {
  throw new Error('not yet');
}
