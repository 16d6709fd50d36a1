import { visibleLine } from './visible.ts';

/** What programs that open CSV take for UTF-8 by. */
export const byteOrderMark = '\ufeff';

/**
 * Writes rows as CSV (RFC 4180). No cell is a formula, also in a program that separates cells by `;`, a tab or `|`, as
 * spreadsheets do where the comma stands in numbers.
 */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Writes one cell. An apostrophe says to a spreadsheet that what follows it is text. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = visibleLine(value).replace(formula, "$1'");
  return /[",;|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * What begins a formula, where a cell may begin: at the beginning of the text, or behind what separates cells elsewhere. A
 * program that separates by `;` does not see our quotes as such, so quotes and spaces may stand between.
 */
const formula = /(^\s*|[,;|][\s"]*)(?=[=+\-@%|＝＋－＠])/g;
