/** A table as text: its head, then rows of as many cells. */
export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * A table as CSV (RFC 4180), with a byte order mark by which spreadsheets know that it is UTF-8. A cell that a
 * spreadsheet would take for a formula begins with an apostrophe, which spreadsheets read as: this is text.
 */
export function csvOf({ head, rows }: TextTable): string {
  return `\ufeff${[head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

function csvCell(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r|%]/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as GitHub's Markdown. Nothing in a cell is read as Markdown or HTML. */
export function markdownOf({ head, rows }: TextTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return (
    line(head.map(markdownCell)) + line(head.map(() => '---')) + rows.map((row) => line(row.map(markdownCell))).join('')
  );
}

function markdownCell(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]#|~!]/g, (mark) => `\\${mark}`);
}
