import { isList, isMap, type Value } from '@managed-fields/merge-engine';
import type { Json } from '../json.ts';

/** Makes a JSON value of a value of the engine. Integers beyond 2^53 are rounded. */
export function plainOf(value: Value): Json {
  if (typeof value === 'bigint') return Number(value);
  if (isList(value)) return value.map(plainOf);
  if (!isMap(value)) return value;
  const plain: Record<string, Json> = {};
  for (const [name, member] of value) {
    // A plain assignment to this name would change the prototype.
    if (name === '__proto__') Object.defineProperty(plain, name, { value: plainOf(member), enumerable: true });
    else plain[name] = plainOf(member);
  }
  return plain;
}
