import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** A block of code of a Markdown file. */
export interface CodeBlock {
  /** Empty where none is named. */
  readonly language: string;
  readonly code: string;
}

/** The blocks of code of a Markdown file, by its path in the repository, in their order. */
export function codeBlocks(path: string): readonly CodeBlock[] {
  const blocks = readFileSync(`${root}${path}`, 'utf8').matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, language = '', code = '']) => ({ language, code }));
}

/** A table of Markdown, its head first, as the formatter of this repository writes it: all cells of a column are of one width. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill: string) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [head = [], ...others] = rows;
  return [line(head, ' '), line([], '-'), ...others.map((cells) => line(cells, ' '))].join('\n');
}
