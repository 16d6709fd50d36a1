import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';

/** Returns an object as it is after a round trip through JSON: Go writes the float 1.0 as `1`, which is read as an integer. */
export function throughJson(object: ValueMap): ValueMap {
  return new Map([...object].map(([key, value]) => [key, readBack(value)]));
}

function readBack(value: Value): Value {
  if (typeof value === 'number') return readBackFloat(value);
  if (isList(value)) return value.map(readBack);
  return isMap(value) ? throughJson(value) : value;
}

/** Floats beyond 64 bits stay floats. */
function readBackFloat(value: number): Value {
  if (!Number.isInteger(value)) return value;
  const integer = BigInt(value);
  return integer === BigInt.asIntN(64, integer) ? integer : value;
}
