/** The indexes of a line that two texts share. */
export type SameLine = readonly [before: number, after: number];

/**
 * Returns the lines that two texts share, in their order, as `diff` chooses them: as many as there can be, and of
 * several choices the one that keeps changed lines together, as far down as they go. Memory grows with the number
 * of lines, time with that and with the number of changed lines.
 */
export function sameLines(before: readonly string[], after: readonly string[]): readonly SameLine[] {
  const numbers = new Map([...new Set(before)].map((line, number) => [line, number]));
  const inAfter = new Set(after);
  // A line that only one text has is changed in any case.
  const left = before.flatMap((line, at) => (inAfter.has(line) ? [at] : []));
  const right = after.flatMap((line, at) => (numbers.has(line) ? [at] : []));
  const numbered = (lines: readonly string[], kept: readonly number[]) =>
    Int32Array.from(kept, (at) => numbers.get(lines[at] ?? '') ?? 0);
  const pairs = pairUp(numbered(before, left), numbered(after, right));
  const old = [-1, ...pairs.map(([x]) => left[x] ?? 0), before.length];
  const next = [-1, ...pairs.map(([, y]) => right[y] ?? 0), after.length];
  slide(before, old, next);
  slide(after, next, old);
  return pairs.map((_, index) => [old[index + 1] ?? 0, next[index + 1] ?? 0]);
}

/** Pairs equal numbers of two lists in rising order, as many as there can be but in very different long lists. */
function pairUp(a: Int32Array, b: Int32Array): readonly SameLine[] {
  const pairs: SameLine[] = [];
  const meeting = meetingPoints(a, b);
  const visit = (fromX: number, fromY: number, toX: number, toY: number): void => {
    let [x, y, tail] = [fromX, fromY, 0];
    while (x < toX && y < toY && a[x] === b[y]) pairs.push([x++, y++]);
    while (x < toX - tail && y < toY - tail && a[toX - tail - 1] === b[toY - tail - 1]) tail++;
    if (x < toX - tail && y < toY - tail) {
      const [middleX, middleY] = meeting(x, y, toX - tail, toY - tail);
      visit(x, y, middleX, middleY);
      visit(middleX, middleY, toX - tail, toY - tail);
    }
    for (; tail > 0; tail--) pairs.push([toX - tail, toY - tail]);
  };
  visit(0, 0, a.length, b.length);
  return pairs;
}

/** After so many changes from both corners, the way that leads furthest is taken, though it may not be the shortest. */
const mostChanges = 1024;

/**
 * Finds a point in the middle of a shortest way between two corners of two lists: Eugene Myers, "An O(ND) Difference
 * Algorithm and Its Variations", 1986, section 4b. A step right drops an item of the first list, a step down adds one
 * of the second, a step along a diagonal (x - y) keeps one. Ways are followed from both corners until they meet.
 */
function meetingPoints(a: Int32Array, b: Int32Array) {
  /** How far right the ways lead on each diagonal. */
  const [forward, backward] = [0, 1].map(() => new Int32Array(a.length + b.length + 3)) as [Int32Array, Int32Array];
  const zero = b.length + 1;
  const beyond = a.length + 1;
  return (fromX: number, fromY: number, toX: number, toY: number): SameLine => {
    const [lowest, highest] = [fromX - toY, toX - fromY];
    const [first, last] = [fromX - fromY, toX - toY];
    const odd = (first - last) % 2 !== 0;
    let [low, high, lowBack, highBack] = [first, first, last, last];
    forward[zero + first] = fromX;
    backward[zero + last] = toX;
    for (let changes = 1; ; changes++) {
      // Diagonals outside of both lists are left out; a way beside them has not come anywhere.
      if (low > lowest) forward[zero + --low - 1] = -1;
      else low++;
      if (high < highest) forward[zero + ++high + 1] = -1;
      else high--;
      for (let diagonal = high; diagonal >= low; diagonal -= 2) {
        const at = zero + diagonal;
        const [down, right] = [forward[at + 1] ?? 0, (forward[at - 1] ?? 0) + 1];
        let x = Math.max(down, right);
        while (x < toX && x - diagonal < toY && a[x] === b[x - diagonal]) x++;
        forward[at] = x;
        if (odd && diagonal >= lowBack && diagonal <= highBack && x >= (backward[at] ?? 0)) return [x, x - diagonal];
      }
      if (lowBack > lowest) backward[zero + --lowBack - 1] = beyond;
      else lowBack++;
      if (highBack < highest) backward[zero + ++highBack + 1] = beyond;
      else highBack--;
      for (let diagonal = highBack; diagonal >= lowBack; diagonal -= 2) {
        const at = zero + diagonal;
        const [up, left] = [backward[at - 1] ?? 0, (backward[at + 1] ?? 0) - 1];
        let x = Math.min(up, left);
        while (x > fromX && x - diagonal > fromY && a[x - 1] === b[x - diagonal - 1]) x--;
        backward[at] = x;
        if (!odd && diagonal >= low && diagonal <= high && x <= (forward[at] ?? 0)) return [x, x - diagonal];
      }
      if (changes < mostChanges) continue;
      let best: SameLine = [fromX, fromY];
      for (let diagonal = high; diagonal >= low; diagonal -= 2) {
        const x = Math.min(forward[zero + diagonal] ?? 0, toX, toY + diagonal);
        if (2 * x - diagonal > best[0] + best[1]) best = [x, x - diagonal];
      }
      return best;
    }
  };
}

/**
 * Moves each run of changed lines of one text: up, then down as far as it goes, so that runs which can touch become
 * one; then back to where the other text has changed lines too, if it came by such a place. `own` and `other` are the
 * indexes of the shared lines in both texts, between -1 and the number of lines.
 */
function slide(lines: readonly string[], own: number[], other: readonly number[]): void {
  // The run of a gap stands between two shared lines.
  for (let gap = 1; gap < own.length; gap++) {
    const above = () => own[gap - 1] ?? 0;
    const below = () => own[gap] ?? 0;
    const otherChanged = () => (other[gap] ?? 0) - (other[gap - 1] ?? 0) > 1;
    const moveUp = () => {
      own[gap - 1] = below() - 1;
      gap--;
    };
    let [length, beside] = [1, own.length];
    while (below() - above() > length) {
      length = below() - above();
      while (lines[above()] === lines[below() - 1]) moveUp();
      beside = otherChanged() ? gap : own.length;
      while (lines[below()] === lines[above() + 1]) {
        own[gap] = above() + 1;
        gap++;
        if (otherChanged()) beside = gap;
      }
    }
    while (gap > beside) moveUp();
  }
}
