import { terminalLine } from './terminal.ts';
import { visibleLine } from './visible.ts';

/** What readers of Markdown find in a text by themselves, whatever is escaped in it: who is mentioned, and addresses. */
const linked = /@|:\/\/|www\./i;

/**
 * Writes a text so that Markdown shows it and nothing more, in a line, a heading or a cell of a table: no markup, no
 * link, one line. A word that would become a link is code.
 */
export function markdownText(text: string): string {
  return visibleLine(text)
    .split(/([\s|]+)/)
    .map((part) => (linked.test(part) ? codeSpan(part) : plain(part)))
    .join('')
    .replace(/^(\s*)(?=[-+=])/, '$1\\')
    .replace(/^(\s*\d+)(?=[.)])/, '$1\\');
}

/**
 * Writes a text as code in a line or a cell of a table. A bar stands between two pieces of code: where a backslash stands
 * before it, readers of tables do not agree on what is in the cell.
 */
export function markdownCode(text: string): string {
  return terminalLine(text)
    .split(/(\|)/)
    .map((part, index) => (index % 2 === 1 ? '\\|' : part === '' ? '' : codeSpan(part)))
    .join('');
}

/** Writes a text as a block of code, line by line. */
export function markdownFence(text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}text\n${text.split('\n').map(terminalLine).join('\n')}\n${ticks}`;
}

/** Writes a table of cells that are Markdown already, with an empty line after it. Columns of numbers stand right. */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rules = heads.map((_, column) => (typeof rows[0]?.[column] === 'number' ? '---:' : '---'));
  return [line(heads), line(rules), ...rows.map(line), ''];
}

/** A text between more backticks than it has in a row. An empty one, which cannot be code, is nothing. */
function codeSpan(line: string): string {
  const ticks = '`'.repeat(longestRun(line) + 1);
  const isEdged = line.startsWith('`') || line.endsWith('`') || (/^ .* $/.test(line) && line.trim() !== '');
  const space = isEdged ? ' ' : '';
  return `${ticks}${space}${line}${space}${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** All signs of a word that mean something in some Markdown or in HTML. */
function plain(word: string): string {
  return word
    .replace(/[\\`*_{}[\]#|~!$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
