import type { Atom } from '../schema/atom.ts';
import { isList, isMap, type Value } from '../value/value.ts';

/**
 * A written object whose lists that are compared as a whole, atomic ones and those inside of atomic maps, are as they
 * were in memory: in their items a change from none to an empty list or map counts, as Go's values are compared.
 * Elsewhere what is empty and left out is not there; maps are compared by what is written in them.
 * Upstream: structured-merge-diff v6 typed/compare.go doLeaf, value/listreflect.go and structreflect.go EqualsUsing.
 */
export function withAtomicEmpties(written: Value, held: Value | undefined, type: Atom | undefined): Value {
  if (written === held) return written;
  if (isMap(written) && isMap(held)) {
    const map = type?.map?.relationship === 'atomic' ? undefined : type?.map;
    const made = new Map<string, Value>();
    for (const [key, value] of written) {
      made.set(key, withAtomicEmpties(value, held.get(key), map?.fields.get(key)?.type ?? map?.element));
    }
    return made;
  }
  if (isList(written) && isList(held) && written.length === held.length) {
    const list = type?.list;
    if (list === undefined || list.relationship === 'atomic') return held;
    return written.map((item, index) => withAtomicEmpties(item, held[index], list.element));
  }
  return written;
}
