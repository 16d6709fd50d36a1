import { readFileSync } from 'node:fs';
import type { Mutant } from './mutants.ts';

/**
 * A mutant that changes nothing that anybody could notice, and why. It is known by its code, not by its line; of several
 * that are alike in that, one at least is meant.
 */
export interface Equivalent extends Pick<Mutant, 'file' | 'code' | 'from' | 'to'> {
  readonly reason: string;
}

/** The rows of a file such as equivalent.json. */
export function readEquivalent(file: string | URL): readonly Equivalent[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Returns a key that is the same for a mutant and for the row that names it. */
export function keyOf({ file, code, from, to }: Pick<Mutant, 'file' | 'code' | 'from' | 'to'>): string {
  return JSON.stringify([file, code, from, to]);
}
