/** The indexes of a line that two texts share. */
export type SameLine = readonly [before: number, after: number];

/**
 * Returns the longest common subsequence of two lists of lines. Of several as long, it is the one that skips lines of
 * the first list before lines of the second. It takes time and memory of the product of both lengths.
 */
export function longestCommon(before: readonly string[], after: readonly string[]): readonly SameLine[] {
  const [rows, columns] = [before.length, after.length];
  const width = columns + 1;
  // The length of the longest common subsequence from each pair of indexes on.
  const common = new Uint32Array((rows + 1) * width);
  const commonAt = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      common[row * width + column] =
        before[row] === after[column]
          ? commonAt(row + 1, column + 1) + 1
          : Math.max(commonAt(row + 1, column), commonAt(row, column + 1));
    }
  }
  const same: SameLine[] = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (before[row] === after[column]) same.push([row++, column++]);
    else if (commonAt(row + 1, column) >= commonAt(row, column + 1)) row++;
    else column++;
  }
  return same;
}
