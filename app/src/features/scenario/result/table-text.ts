import { byteOrderMark, csvText, markdownTable, markdownText } from '@managed-fields/foreign-text';

/** A table as text: its head, then rows of as many cells. */
export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table as CSV, with a byte order mark by which spreadsheets know that it is UTF-8. */
export function csvOf({ head, rows }: TextTable): string {
  return byteOrderMark + csvText([head, ...rows]);
}

/** A table as GitHub's Markdown. Nothing in a cell is read as Markdown or HTML. */
export function markdownOf({ head, rows }: TextTable): string {
  const written = rows.map((row) => row.map(markdownText));
  return markdownTable(head.map(markdownText), written).join('\n');
}
