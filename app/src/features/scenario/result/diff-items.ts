import type { AnnotatedText, DiffLine } from '@managed-fields/player';
import {
  type Drawing,
  drawing,
  type Line,
  overlay,
  type Palette,
  textOfLine,
  withStrong,
} from '@managed-fields/rendering';
import { type DiffRow, differs, diffRows, type OneColumn, oneColumn } from '../../../core/view-models/diff-rows.ts';
import { differingPart } from '../../../core/view-models/emphasis.ts';

/** Both texts of a diff; one is undefined where the object did not exist. */
export interface DiffSides {
  readonly before: Drawing | undefined;
  readonly after: Drawing | undefined;
}

/** A row of the diff: a fold of lines left out, a line of one text, or a line of both texts beside each other. */
export type DiffItem =
  | Extract<DiffRow, { readonly kind: 'fold' }>
  | { readonly kind: 'unified'; readonly line: DiffLine; readonly cell: OneColumn }
  | { readonly kind: 'beside'; readonly line: DiffLine };

/** Makes one text of a diff ready to be drawn. */
export function diffSide(annotated: AnnotatedText, colours: Palette): Drawing {
  return drawing(annotated.text, { annotated, overlay: overlay(annotated, colours) });
}

/** Returns the rows of a diff. `open` holds the lines at which the folds begin that the user opened. */
export function diffItems(
  lines: readonly DiffLine[],
  open: ReadonlySet<number>,
  { whole, beside }: { readonly whole: boolean; readonly beside: boolean },
): readonly DiffItem[] {
  return diffRows(lines, open, whole).flatMap((row): readonly DiffItem[] => {
    if (row.kind === 'fold') return [row];
    const { line } = row;
    return beside ? [{ kind: 'beside', line }] : oneColumn(line).map((cell) => ({ kind: 'unified', line, cell }));
  });
}

/** Returns a key for a row that stays the same when folds are opened. */
export function keyOf(item: DiffItem): string {
  if (item.kind === 'fold') return `fold ${item.from}`;
  return `${item.kind === 'unified' ? item.cell.sign : undefined} ${item.line.before} ${item.line.after}`;
}

/** Returns the path of the field of a row: of beside lines that of the later text, where it has one. */
export function pathOf(item: DiffItem | undefined, { before, after }: DiffSides): string | undefined {
  if (item === undefined || item.kind === 'fold') return undefined;
  const { fieldBefore, fieldAfter } = item.line;
  const isBefore = fieldAfter === undefined || (item.kind === 'unified' && item.cell.side === 'before');
  const [side, field] = isBefore ? [before, fieldBefore] : [after, fieldAfter];
  return field === undefined ? undefined : side?.annotated?.fields[field]?.path;
}

/** Returns the classes of a row beside those that rows of code have. */
export function classesOf(item: DiffItem): readonly string[] {
  if (item.kind === 'fold') return ['diff-fold'];
  const { line } = item;
  const classes = line.bookkeeping ? ['diff-bookkeeping'] : [];
  if (differs(line) && line.kind === 'same') classes.push('diff-owners');
  if (item.kind === 'beside' || line.kind === 'same' || line.bookkeeping) return classes;
  return [...classes, item.cell.side === 'before' ? 'diff-removed' : 'diff-added'];
}

/** Whether a row comes right after the row above in its own text, so that bars go on from there. */
export function followsOn({ side, line }: OneColumn, above: DiffItem | undefined): boolean {
  return above?.kind === 'unified' && above.cell.side === side && above.cell.line === line - 1;
}

/** Returns a line of one text; in a line that changed, what differs from the other text is strong. */
export function strongLine(line: DiffLine, which: OneColumn['side'], sides: DiffSides): Line | undefined {
  const other = which === 'before' ? 'after' : 'before';
  const drawn = lineAt(sides[which], line[which]);
  const facing = lineAt(sides[other], line[other]);
  if (drawn === undefined || line[other] === undefined || line.kind !== 'changed' || line.bookkeeping) return drawn;
  const [own, others] = [textOfLine(drawn), facing === undefined ? '' : textOfLine(facing)];
  const part = which === 'before' ? differingPart(own, others).before : differingPart(others, own).after;
  return withStrong(drawn, part);
}

/** Returns the sign before a line: removed, added, moved, or with other owners. */
export function signOf({ owners, moved }: DiffLine, sign: OneColumn['sign']): string {
  if (sign !== ' ') return moved ? '↕' : sign === '-' ? '−' : '+';
  return owners ? '⇄' : '';
}

function lineAt(side: Drawing | undefined, line: number | undefined): Line | undefined {
  return line === undefined ? undefined : side?.at(line);
}
