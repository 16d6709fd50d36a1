import type { ValuePath } from '../typed/locate.ts';
import { isList, isMap, type Value } from '../value/value.ts';

/** The value at a place; undefined where there is none. */
export function valueAt(value: Value, place: ValuePath): Value | undefined {
  let node: Value | undefined = value;
  for (const step of place) {
    if (typeof step === 'number') node = isList(node) ? node[step] : undefined;
    else node = isMap(node) ? node.get(step) : undefined;
  }
  return node;
}
