import { isMap, listAt, type Value, type ValueMap } from '@managed-fields/merge-engine';

/** The objects of a list; none where it is no list. */
export function itemsOf(list: Value): readonly ValueMap[] {
  return isMap(list) ? (listAt(list, 'items') ?? []).filter(isMap) : [];
}
