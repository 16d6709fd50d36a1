import { byteLength } from '@managed-fields/merge-engine';

/**
 * Guesses which names somebody meant: up to two that differ least, in few letters, or else begin with what was written.
 * Names with a dot are meant by names with a dot alone.
 * Upstream: github.com/google/cel-go common/env/catalog.go Find.
 */
export function namesMeant(written: string, known: ReadonlySet<string>): readonly string[] {
  if (written === '' || known.has(written)) return [];
  const hasDot = written.includes('.');
  const candidates = [...known].filter((name) => name.includes('.') === hasDot);
  const bytes = byteLength(written);
  const most = bytes <= 3 ? 1 : bytes > 8 ? Math.floor(bytes / 3) : 2;
  const near = candidates.map((name) => [distance(written, name), name] as const).filter(([far]) => far <= most);
  const least = Math.min(...near.map(([far]) => far));
  const best = near.filter(([far]) => far === least).map(([, name]) => name);
  const found = best.length > 0 || bytes < 2 ? best : candidates.filter((name) => name.startsWith(written));
  return found.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, 2);
}

/** What is said behind a name that nobody knows. Upstream: checker/errors.go formatSuggestionSuffix. */
export function guess(written: string, known: ReadonlySet<string>): string {
  const meant = namesMeant(written, known);
  return meant.length === 0 ? '' : ` (did you mean ${meant.map((name) => `'${name}'`).join(' or ')}?)`;
}

const mostCells = 64 * 64;
const far = Number.POSITIVE_INFINITY;

/**
 * How many letters have to be put in, taken out, replaced or swapped with the next one. Of long names that differ much in
 * length it is the difference of their lengths; more than a third of the longer name is too far.
 * Upstream: catalog.go EditDistance.
 */
function distance(a: string, b: string): number {
  const [from, to] = [Array.from(a), Array.from(b)];
  const [long, short] = [Math.max(from.length, to.length), Math.min(from.length, to.length)];
  if (short === 0) return long;
  if (long >= 16 && long * 2 >= short * 3) return long - short;
  if (from.length * to.length > mostCells) return far;
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (const [i, letter] of from.entries()) {
    const row = [i + 1];
    for (const [j, other] of to.entries()) {
      const at = (cells: readonly number[], index: number) => cells[index] ?? far;
      const swapped = i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === other ? at(before, j - 1) + 1 : far;
      row.push(Math.min(at(last, j + 1) + 1, at(row, j) + 1, at(last, j) + (letter === other ? 0 : 1), swapped));
    }
    if (Math.min(...row) > Math.floor(long / 3)) return far;
    [before, last] = [last, row];
  }
  return last[to.length] ?? far;
}
