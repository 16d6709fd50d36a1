import type { ValueList, ValueMap } from './value.ts';

/**
 * How numbers were written that are printed otherwise: `1e2`, `6.0`, `-0`. A decoder's message shows them so. They are kept
 * beside the map or list that holds the number, since a number itself is the same however it was written.
 */
const written = new WeakMap<ValueMap | ValueList, Map<string | number, string>>();

const none: ReadonlyMap<string | number, string> = new Map();

/** Notes how the number at a key or place of a map or list was written. */
export function noteNumber(holder: ValueMap | ValueList, key: string | number, text: string): void {
  const known = written.get(holder);
  if (known === undefined) written.set(holder, new Map([[key, text]]));
  else known.set(key, text);
}

/** How the number at a key or place was written; undefined where that is not known, or as it is printed. */
export function writtenNumber(holder: ValueMap | ValueList, key: string | number): string | undefined {
  return writtenNumbers(holder).get(key);
}

/** How the numbers of a map or list were written that are not written as they are printed, by their key or place. */
export function writtenNumbers(holder: ValueMap | ValueList): ReadonlyMap<string | number, string> {
  return written.get(holder) ?? none;
}

/** Forgets how the number at a key was written, where another value takes its place. */
export function forgetNumber(holder: ValueMap, key: string): void {
  written.get(holder)?.delete(key);
}

/** Notes of a map or list that has all numbers of another one how they are written there. */
export function carryNumbers(from: ValueMap | ValueList, to: ValueMap | ValueList): void {
  for (const [key, text] of writtenNumbers(from)) noteNumber(to, key, text);
}
