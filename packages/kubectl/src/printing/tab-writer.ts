/** How columns are made. */
export interface ColumnWidths {
  /** The least width of a column. */
  readonly minWidth: number;
  /** How many spaces part a column from the next. */
  readonly padding: number;
  /** Whether a column is never narrower than it was in what was written before, up to `forget`. */
  readonly remembers: boolean;
}

/** Upstream: cli-runtime pkg/printers/tabwriter.go. */
const ofTables: ColumnWidths = { minWidth: 6, padding: 3, remembers: true };

/**
 * Aligns cells that tabs end: a column is a block of lines that have a cell in it. Widths count characters of Unicode.
 * Upstream: github.com/liggitt/tabwriter with RememberWidths, as cli-runtime pkg/printers/tabwriter.go makes it.
 */
export class TabWriter {
  readonly #write: (text: string) => void;
  /** The last of the lines. */
  #line: string[] = [];
  #lines: string[][] = [this.#line];
  #cell = '';
  readonly #widths: number[] = [];
  #remembered: number[] = [];
  #out: string[] = [];

  readonly #columns: ColumnWidths;

  constructor(write: (text: string) => void, columns: ColumnWidths = ofTables) {
    this.#write = write;
    this.#columns = columns;
  }

  /** Takes text; lines come out when nothing that follows may move them. */
  write(text: string): void {
    for (const part of text.split(/([\t\v\n\f])/)) {
      if (part !== '\t' && part !== '\v' && part !== '\n' && part !== '\f') {
        this.#cell += part;
        continue;
      }
      const cells = this.#line.push(this.#cell);
      this.#cell = '';
      if (part === '\t' || part === '\v') continue;
      this.#line = [];
      this.#lines.push(this.#line);
      if (part === '\f' || cells === 1) this.flush();
    }
  }

  /** Writes out what waits. */
  flush(): void {
    if (this.#cell !== '') this.#line.push(this.#cell);
    this.#cell = '';
    this.#format(0, this.#lines.length);
    this.#line = [];
    this.#lines = [this.#line];
    const text = this.#out.join('');
    this.#out = [];
    // Who writes several tables parts them at each write.
    if (text !== '') this.#write(text);
  }

  /** Forgets the widths of the columns so far. */
  forget(): void {
    this.#remembered = [];
  }

  #format(first: number, end: number): void {
    const { minWidth, padding, remembers } = this.#columns;
    const column = this.#widths.length;
    let written = first;
    for (let at = first; at < end; at++) {
      if (!this.#hasColumn(at, column)) continue;
      this.#writeLines(written, at);
      written = at;
      let width = minWidth;
      for (; this.#hasColumn(at, column); at++) {
        width = Math.max(width, lengthOf(String(this.#lines[at]?.[column])) + padding);
      }
      if (remembers) {
        width = Math.max(width, this.#remembered[column] ?? 0);
        this.#remembered[column] = width;
      }
      this.#widths.push(width);
      this.#format(written, at);
      this.#widths.pop();
      written = at;
    }
    this.#writeLines(written, end);
  }

  #hasColumn(line: number, column: number): boolean {
    return column < (this.#lines[line]?.length ?? 0) - 1;
  }

  #writeLines(first: number, end: number): void {
    for (const [index, line] of this.#lines.slice(first, end).entries()) {
      for (const [column, cell] of line.entries()) {
        const width = this.#widths[column] ?? 0;
        this.#out.push(cell, ' '.repeat(Math.max(0, width - lengthOf(cell))));
      }
      if (first + index + 1 < this.#lines.length) this.#out.push('\n');
    }
  }
}

function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Text as a terminal may be shown it. Upstream: cli-runtime pkg/printers/terminal.go. */
export function escapeTerminal(text: string): string {
  return text.replaceAll('\u001b', '^[').replaceAll('\r', '\\r');
}
