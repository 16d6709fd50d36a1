import { isList, isMap, type Value, type ValueList, type ValueMap } from './value.ts';

/**
 * How numbers were written that are printed otherwise: `1e2`, `6.0`, `-0`. A decoder's message shows them so. They are kept
 * beside the map or list that holds the number, since a number itself is the same however it was written.
 */
const written = new WeakMap<ValueMap | ValueList, Map<string | number, string>>();

/** Notes how the number at a key or place of a map or list was written. */
export function noteNumber(holder: ValueMap | ValueList, key: string | number, text: string): void {
  const known = written.get(holder);
  if (known === undefined) written.set(holder, new Map([[key, text]]));
  else known.set(key, text);
}

/** How the number at a key or place was written; undefined where that is not known, or as it is printed. */
export function writtenNumber(holder: ValueMap | ValueList, key: string | number): string | undefined {
  return written.get(holder)?.get(key);
}

/** Notes of a map that was made of others how the numbers are written that it took from this one. */
export function carryNumbers(from: ValueMap | ValueList, to: ValueMap | ValueList): void {
  for (const [key, text] of written.get(from) ?? []) {
    const value: Value | undefined = isMap(to) ? to.get(String(key)) : isList(to) ? to[Number(key)] : undefined;
    if (typeof value === 'number' || typeof value === 'bigint') noteNumber(to, key, text);
  }
}
