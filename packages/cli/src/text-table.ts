import { terminalLine } from '@managed-fields/foreign-text';
import { columns } from '@managed-fields/rendering';

/** The most columns of a terminal that a cell takes. */
const widest = 60;

/** Writes rows of cells below heads, each column as wide as its widest cell; numbers stand right. One line a row. */
export function textTable(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  const shown = rows.map((row) => row.map((cell) => shortened(terminalLine(String(cell)))));
  const widths = heads.map((head, column) =>
    shown.reduce((most, row) => Math.max(most, columns(row[column] ?? '')), columns(head)),
  );
  const isNumber = heads.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const space = ' '.repeat(Math.max(0, (widths[column] ?? 0) - columns(cell)));
        return isNumber[column] === true ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd();
  return [line(heads), ...shown.map(line)];
}

function shortened(text: string): string {
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text;
}
