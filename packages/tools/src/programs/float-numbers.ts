import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';

/**
 * A map as it is after Go's encoding/json has read it into an interface and written it again: all numbers go through
 * float64. Upstream: Go encoding/json decode.go convertNumber, encode.go floatEncoder.
 */
export function asFloats(map: ValueMap): ValueMap {
  return new Map([...map].map(([key, value]) => [key, asFloat(value)]));
}

function asFloat(value: Value): Value {
  if (isList(value)) return value.map(asFloat);
  if (isMap(value)) return asFloats(value);
  if (typeof value !== 'bigint' && typeof value !== 'number') return value;
  const float = Number(value);
  return Number.isInteger(float) && Math.abs(float) < 2 ** 63 ? BigInt(float) : float;
}
