import { longestCommon, type SameLine } from '@managed-fields/kubectl';

/** A line to compare. Lines with the same `key` are equal; lines with the same `name` are about the same field. */
export interface ComparedLine {
  readonly key: string;
  readonly name: string;
}

/** A line of the comparison: its index in each list, `undefined` in the list that does not have it. */
export interface AlignedLine {
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** Whether both lines are equal. Two different lines of one name stand together, too. */
  readonly same: boolean;
}

/**
 * Aligns two lists of lines. Equal lines are matched first, by those that occur once in each list (patience diff), then
 * lines of one name within the gaps. The lines keep their order on both sides.
 */
export function alignLines(before: readonly ComparedLine[], after: readonly ComparedLine[]): readonly AlignedLine[] {
  const aligned: AlignedLine[] = [];
  const same = matches(keysOf(before, 'key'), keysOf(after, 'key'));
  between(
    same,
    before.length,
    after.length,
    (from, to, fromOther, toOther) => {
      const left = before.slice(from, to);
      const right = after.slice(fromOther, toOther);
      const pairs = matches(keysOf(left, 'name'), keysOf(right, 'name'));
      between(
        pairs,
        left.length,
        right.length,
        (start, end, startOther, endOther) => {
          for (let line = start; line < end; line++) {
            aligned.push({ before: from + line, after: undefined, same: false });
          }
          for (let line = startOther; line < endOther; line++) {
            aligned.push({ before: undefined, after: fromOther + line, same: false });
          }
        },
        ([a, b]) => aligned.push({ before: from + a, after: fromOther + b, same: false }),
      );
    },
    ([a, b]) => aligned.push({ before: a, after: b, same: true }),
  );
  return aligned;
}

function keysOf(lines: readonly ComparedLine[], which: 'key' | 'name'): readonly string[] {
  return lines.map((line) => line[which]);
}

/** Visits pairs in their order, and before each pair the gap in front of it. The last gap comes at the end. */
function between(
  pairs: readonly SameLine[],
  length: number,
  lengthOther: number,
  gap: (from: number, to: number, fromOther: number, toOther: number) => void,
  met: (pair: SameLine) => void,
): void {
  let [from, fromOther] = [0, 0];
  for (const pair of pairs) {
    const [to, toOther] = pair;
    if (from < to || fromOther < toOther) gap(from, to, fromOther, toOther);
    met(pair);
    [from, fromOther] = [to + 1, toOther + 1];
  }
  if (from < length || fromOther < lengthOther) gap(from, length, fromOther, lengthOther);
}

/** The indices of equal strings, in rising order on both sides. */
function matches(before: readonly string[], after: readonly string[]): readonly SameLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const pairs: SameLine[] = Array.from({ length: head }, (_, place) => [place, place]);
  const left = before.slice(head, before.length - tail);
  const right = after.slice(head, after.length - tail);
  for (const [a, b] of inMiddle(left, right)) pairs.push([head + a, head + b]);
  for (let back = tail; back > 0; back--) pairs.push([before.length - back, after.length - back]);
  return pairs;
}

/** The most comparisons of one gap. Texts so large and repetitive are shown as replaced. */
const mostWork = 4_000_000;

/** Matches what is left after equal lines at both ends were taken off. */
function inMiddle(before: readonly string[], after: readonly string[]): readonly SameLine[] {
  if (before.length === 0 || after.length === 0) return [];
  const anchors = longestRise(onceInEach(before, after));
  if (anchors.length === 0) return before.length * after.length > mostWork ? [] : longestCommon(before, after);
  const pairs: SameLine[] = [];
  between(
    anchors,
    before.length,
    after.length,
    (from, to, fromOther, toOther) => {
      for (const [a, b] of matches(before.slice(from, to), after.slice(fromOther, toOther))) {
        pairs.push([from + a, fromOther + b]);
      }
    },
    (pair) => pairs.push(pair),
  );
  return pairs;
}

/** The indices of strings that occur once on both sides, in the order of the first side. */
function onceInEach(before: readonly string[], after: readonly string[]): readonly SameLine[] {
  const places = onlyPlaces(after);
  return [...onlyPlaces(before)].flatMap(([text, place]): SameLine[] => {
    const other = places.get(text);
    return place < 0 || other === undefined || other < 0 ? [] : [[place, other]];
  });
}

/** The index of each string; -1 for a string that occurs twice. */
function onlyPlaces(texts: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, text] of texts.entries()) places.set(text, places.has(text) ? -1 : place);
  return places;
}

/** The longest selection of pairs that also rises on the second side. */
function longestRise(pairs: readonly SameLine[]): readonly SameLine[] {
  /** For each length, the pair with the smallest end, and the chain of pairs before it. */
  const ends: { readonly pair: SameLine; readonly previous: Chain | undefined }[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, previous: ends[low - 1] };
  }
  const rise: SameLine[] = [];
  for (let chain: Chain | undefined = ends.at(-1); chain !== undefined; chain = chain.previous) rise.push(chain.pair);
  return rise.reverse();
}

interface Chain {
  readonly pair: SameLine;
  readonly previous: Chain | undefined;
}
