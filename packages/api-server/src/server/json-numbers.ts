import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';

/**
 * Returns an object as it is after a round trip through JSON: Go writes the float 1.0 as `1`, which is read as an
 * integer. It returns the same object where nothing changes.
 */
export function throughJson(object: ValueMap): ValueMap {
  return readBackMap(object);
}

function readBack(value: Value): Value {
  if (typeof value === 'number') return readBackFloat(value);
  if (isList(value)) {
    const items = value.map(readBack);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  return isMap(value) ? readBackMap(value) : value;
}

function readBackMap(map: ValueMap): ValueMap {
  let copy: Map<string, Value> | undefined;
  for (const [key, value] of map) {
    const read = readBack(value);
    if (read === value) continue;
    copy ??= new Map(map);
    copy.set(key, read);
  }
  return copy ?? map;
}

/** Floats from 1e21 on stay floats, since Go writes them with an exponent, and so do those beyond 64 bits. */
function readBackFloat(value: number): Value {
  if (!Number.isInteger(value) || Math.abs(value) >= 1e21) return value;
  const integer = BigInt(value);
  return integer === BigInt.asIntN(64, integer) ? integer : value;
}
