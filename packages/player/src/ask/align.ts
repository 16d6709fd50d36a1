import { type SameLine, sameLines } from '@managed-fields/kubectl';

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
 * Aligns two lists of lines. Equal lines are matched first, then lines of one name within the gaps. The lines keep their
 * order on both sides.
 */
export function alignLines(before: readonly ComparedLine[], after: readonly ComparedLine[]): readonly AlignedLine[] {
  const aligned: AlignedLine[] = [];
  const same = sameLines(keysOf(before, 'key'), keysOf(after, 'key'));
  between(
    same,
    before.length,
    after.length,
    (from, to, fromOther, toOther) => {
      const left = before.slice(from, to);
      const right = after.slice(fromOther, toOther);
      const pairs = sameLines(keysOf(left, 'name'), keysOf(right, 'name'));
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
