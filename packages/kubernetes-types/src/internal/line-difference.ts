/** A range of lines that both texts have: where it begins in each, and how many lines it has. */
interface Match {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

/** Lines `a1` to `a2` of the first text that stand for lines `b1` to `b2` of the second; the ends are left out. */
interface Step {
  readonly same: boolean;
  readonly a1: number;
  readonly a2: number;
  readonly b1: number;
  readonly b2: number;
}

/** How many unchanged lines stand around a change. */
const context = 3;

/**
 * The unified difference of two texts, without the names of files; empty where they are the same.
 * Upstream: github.com/pmezard/go-difflib difflib/difflib.go GetUnifiedDiffString, as k8s.io/apimachinery
 * pkg/util/diff/diff.go Diff calls it.
 */
export function lineDifference(before: string, after: string): string {
  const [a, b] = [before.split('\n'), after.split('\n')];
  return hunksOf(stepsOf(matchesOf(a, b)))
    .map((steps) => {
      const [first, last] = [steps[0], steps.at(-1)];
      if (first === undefined || last === undefined) return '';
      const lines = steps.flatMap((step) =>
        step.same
          ? a.slice(step.a1, step.a2).map((line) => ` ${line}\n`)
          : [
              ...a.slice(step.a1, step.a2).map((line) => `-${line}\n`),
              ...b.slice(step.b1, step.b2).map((line) => `+${line}\n`),
            ],
      );
      return `@@ -${rangeText(first.a1, last.a2)} +${rangeText(first.b1, last.b2)} @@\n${lines.join('')}`;
    })
    .join('');
}

function rangeText(start: number, end: number): string {
  const length = end - start;
  if (length === 1) return `${start + 1}`;
  return `${length === 0 ? start : start + 1},${length}`;
}

/** Upstream: GetGroupedOpCodes. */
function hunksOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const trimmed = steps.map((step, i): Step => {
    const from = step.same && i === 0 ? Math.max(0, step.a2 - step.a1 - context) : 0;
    const { a1, b1 } = { a1: step.a1 + from, b1: step.b1 + from };
    const most = step.same && i === steps.length - 1 ? context : Number.POSITIVE_INFINITY;
    return { ...step, a1, b1, a2: Math.min(step.a2, a1 + most), b2: Math.min(step.b2, b1 + most) };
  });
  const hunks: Step[][] = [];
  let hunk: Step[] = [];
  for (const step of trimmed) {
    if (!step.same || step.a2 - step.a1 <= 2 * context) {
      hunk.push(step);
      continue;
    }
    hunk.push({ ...step, a2: step.a1 + context, b2: step.b1 + context });
    hunks.push(hunk);
    hunk = [{ ...step, a1: step.a2 - context, b1: step.b2 - context }];
  }
  hunks.push(hunk);
  return hunks.filter((each) => each.some(({ same }) => !same));
}

/** Upstream: GetOpCodes. */
function stepsOf(matches: readonly Match[]): readonly Step[] {
  const steps: Step[] = [];
  let [a, b] = [0, 0];
  for (const match of matches) {
    if (a < match.a || b < match.b) steps.push({ same: false, a1: a, a2: match.a, b1: b, b2: match.b });
    [a, b] = [match.a + match.size, match.b + match.size];
    if (match.size > 0) steps.push({ same: true, a1: match.a, a2: a, b1: match.b, b2: b });
  }
  return steps;
}

/** The ranges that both have, in their order, neighbours joined, with an empty one at the end. Upstream: GetMatchingBlocks. */
function matchesOf(a: readonly string[], b: readonly string[]): readonly Match[] {
  const places = placesOf(b);
  const found: Match[] = [];
  const search = (aFrom: number, aTo: number, bFrom: number, bTo: number): void => {
    const match = longestMatch(a, b, places, [aFrom, aTo, bFrom, bTo]);
    if (match.size === 0) return;
    const [aEnd, bEnd] = [match.a + match.size, match.b + match.size];
    if (aFrom < match.a && bFrom < match.b) search(aFrom, match.a, bFrom, match.b);
    found.push(match);
    if (aEnd < aTo && bEnd < bTo) search(aEnd, aTo, bEnd, bTo);
  };
  search(0, a.length, 0, b.length);
  const joined: Match[] = [];
  for (const match of found) {
    const last = joined.at(-1);
    if (last !== undefined && last.a + last.size === match.a && last.b + last.size === match.b) {
      joined[joined.length - 1] = { ...last, size: last.size + match.size };
    } else joined.push(match);
  }
  return [...joined, { a: a.length, b: b.length, size: 0 }];
}

/** Texts with so many lines are not searched by lines that occur often. */
const manyLines = 200;

/** Where each line of a text occurs, frequent lines of long texts left out. Upstream: chainB. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [i, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [i]);
    else known.push(i);
  }
  if (lines.length < manyLines) return places;
  const most = Math.floor(lines.length / 100) + 1;
  return new Map([...places].filter(([, found]) => found.length <= most));
}

/** The longest range that both have, the first of several. Upstream: findLongestMatch. */
function longestMatch(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  [aFrom, aTo, bFrom, bTo]: readonly [number, number, number, number],
): Match {
  let [bestA, bestB, size] = [aFrom, bFrom, 0];
  let lengths = new Map<number, number>();
  for (let i = aFrom; i < aTo; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] ?? '') ?? []) {
      if (j < bFrom) continue;
      if (j >= bTo) break;
      const length = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > size) [bestA, bestB, size] = [i - length + 1, j - length + 1, length];
    }
    lengths = next;
  }
  while (bestA > aFrom && bestB > bFrom && a[bestA - 1] === b[bestB - 1]) {
    [bestA, bestB, size] = [bestA - 1, bestB - 1, size + 1];
  }
  while (bestA + size < aTo && bestB + size < bTo && a[bestA + size] === b[bestB + size]) size += 1;
  return { a: bestA, b: bestB, size };
}
