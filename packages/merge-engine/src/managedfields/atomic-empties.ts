import type { Atom } from '../schema/atom.ts';
import { isList, isMap, type Value } from '../value/value.ts';

/**
 * A written object whose atomic lists and maps are as they were in memory: there a change from none to an empty list
 * counts, as the whole is compared by its Go values; elsewhere what is empty and left out is not there.
 * Upstream: structured-merge-diff v6 typed/compare.go doLeaf, value/valuereflect.go.
 */
export function withAtomicEmpties(written: Value, held: Value | undefined, type: Atom | undefined): Value {
  if (held === undefined || written === held) return written;
  if (isMap(written) && isMap(held)) {
    // A map in which nothing is written is itself empty, and so not owned.
    if (written.size === 0) return written;
    if (type?.map === undefined || type.map.relationship === 'atomic') return held;
    const { fields, element } = type.map;
    const made = new Map<string, Value>();
    for (const [key, value] of written) {
      made.set(key, withAtomicEmpties(value, held.get(key), fields.get(key)?.type ?? element));
    }
    return made;
  }
  if (!isList(written) || !isList(held) || written.length !== held.length) return written;
  const list = type?.list;
  if (list === undefined || list.relationship === 'atomic') return held;
  return written.map((item, index) => withAtomicEmpties(item, held[index], list.element));
}
