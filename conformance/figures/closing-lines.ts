/**
 * Returns a page with the lines that a bench printed. A line of the page is replaced where a printed one says the same thing:
 * `growth: items 1.13, managers 0.28` by what stands before its first `: `, a row of a table by its first cell, whose
 * width in the page is kept. Whatever else was printed is left out.
 */
export function withClosingLines(page: string, printed: readonly string[]): string {
  const lines = new Map(printed.flatMap((line) => (headOf(line) === undefined ? [] : [[headOf(line), line] as const])));
  return page
    .split('\n')
    .map((line) => {
      const said = headOf(line);
      const anew = said === undefined ? undefined : lines.get(said);
      return anew === undefined ? line : line.startsWith('| ') ? asWide(anew, line) : anew;
    })
    .join('\n');
}

/** What a line is about; undefined for one that is no figure. */
function headOf(line: string): string | undefined {
  if (line.startsWith('| ')) return `| ${cellsOf(line)[0] ?? ''}`;
  return /^[\w/,. -]+?(?=: )/.exec(line)?.[0];
}

function cellsOf(row: string): readonly string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function asWide(row: string, as: string): string {
  const widths = as.split('|').slice(1, -1);
  return `| ${cellsOf(row)
    .map((cell, place) => cell.padEnd((widths[place]?.length ?? 2) - 2))
    .join(' | ')} |`;
}
