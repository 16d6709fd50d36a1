import { isMap, type Value } from './value.ts';

/** A JSON type as encoding/json names it. */
export function jsonTypeName(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'object') return isMap(value) ? 'object' : 'array';
  return 'number';
}
