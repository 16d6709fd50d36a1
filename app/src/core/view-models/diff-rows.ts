import type { DiffLine } from '@managed-fields/player';

/** A part of a diff as it is drawn: a line, or lines left out because they are the same. */
export type DiffRow =
  | { readonly kind: 'line'; readonly line: DiffLine; readonly index: number }
  | {
      readonly kind: 'fold';
      readonly from: number;
      /** How many lines say the same; the others of the fold are what every write changes. */
      readonly same: number;
      readonly counters: boolean;
    };

/** Lines shown around what differs. */
const context = 3;

/**
 * Leaves out what is the same, but for some lines around what differs; a gap of one line is no gap. `open` holds where
 * the gaps begin that somebody opened. What every write changes by itself is no difference of its own.
 */
export function diffRows(lines: readonly DiffLine[], open: ReadonlySet<number>, whole: boolean): readonly DiffRow[] {
  const shown = whole ? lines.map(() => true) : nearDifference(lines);
  const rows: DiffRow[] = [];
  for (let index = 0; index < lines.length; ) {
    let end = index;
    while (end < lines.length && shown[end] === false) end++;
    if (end - index > 1 && !open.has(index)) {
      const same = lines.slice(index, end).filter(({ kind }) => kind === 'same').length;
      rows.push({ kind: 'fold', from: index, same, counters: same < end - index });
      index = end;
      continue;
    }
    // A gap that is open or too small, or one shown line.
    const to = Math.max(end, index + 1);
    for (; index < to; index++) {
      const line = lines[index];
      if (line !== undefined) rows.push({ kind: 'line', line, index });
    }
  }
  return rows;
}

function nearDifference(lines: readonly DiffLine[]): readonly boolean[] {
  const shown = new Array<boolean>(lines.length).fill(false);
  for (const [index, line] of lines.entries()) {
    if (!differs(line)) continue;
    for (let near = Math.max(0, index - context); near <= Math.min(lines.length - 1, index + context); near++) {
      shown[near] = true;
    }
  }
  return shown;
}

/** Whether a line has something to say: another text, or other owners. */
export function differs({ kind, owners, bookkeeping }: DiffLine): boolean {
  return (kind !== 'same' && !bookkeeping) || owners;
}

/** Lines of one text that the other replaced, for drawing in one column: what was, then what is. */
export interface OneColumn {
  readonly side: 'before' | 'after';
  readonly sign: '+' | '-' | ' ';
  /** The line in its own text. */
  readonly line: number;
}

/** A line of the diff as one or two lines of one column. */
export function oneColumn({ kind, before, after }: DiffLine): readonly OneColumn[] {
  const old: readonly OneColumn[] = before === undefined ? [] : [{ side: 'before', sign: '-', line: before }];
  const next: readonly OneColumn[] = after === undefined ? [] : [{ side: 'after', sign: '+', line: after }];
  if (kind !== 'same') return [...old, ...next];
  return after === undefined ? [] : [{ side: 'after', sign: ' ', line: after }];
}
