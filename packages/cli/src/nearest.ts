/** The known word that is nearest to a typed one, as the end of a sentence: `: did you mean "owners"?`; empty where none is. */
export function nearest(typed: string, known: Iterable<string>): string {
  const word = typed.slice(0, 64).toLowerCase();
  let best = '';
  // A third of its letters may differ from what somebody meant.
  let least = Math.min(3, Math.ceil(word.length / 3)) + 1;
  for (const each of known) {
    const different = each.startsWith(word) && word.length > 1 ? 1 : distance(word, each.toLowerCase(), least);
    if (different < least) [best, least] = [each, different];
  }
  return best === '' ? '' : `: did you mean ${JSON.stringify(best)}?`;
}

/** How many letters are to be changed, put in, taken out or swapped with the next; `enough` where it is that or more. */
function distance(from: string, to: string, enough: number): number {
  if (Math.abs(from.length - to.length) >= enough) return enough;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let column = 1; column <= to.length; column++) {
      const same = from[at - 1] === to[column - 1];
      const changed = (row[column - 1] ?? 0) + (same ? 0 : 1);
      const swapped = at > 1 && column > 1 && from[at - 1] === to[column - 2] && from[at - 2] === to[column - 1];
      const other = Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, changed);
      next.push(swapped ? Math.min(other, (before[column - 2] ?? 0) + 1) : other);
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? enough;
}
