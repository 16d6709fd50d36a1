import { compareStrings } from '@managed-fields/merge-engine';
import type { AnnotatedText, FieldView } from '../playback.ts';
import { alignLines, type ComparedLine } from './align.ts';

/** A line of a diff. Line numbers start at 0 in each text. */
export interface DiffLine {
  /** Undefined for a line that only the other text has. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** The two sides of a `changed` line are about the same field. */
  readonly kind: 'same' | 'changed' | 'added' | 'removed';
  /** The field that begins or continues on the line, as an index into the fields of each text. */
  readonly fieldBefore: number | undefined;
  readonly fieldAfter: number | undefined;
  /** Whether the field is in both objects and has other owners than before. */
  readonly owners: boolean;
  /** Whether the other text has the same line elsewhere, as for an item of a list that moved. */
  readonly moved: boolean;
  /** Whether it is a line that changes at every write: resourceVersion or generation. */
  readonly bookkeeping: boolean;
}

/**
 * Aligns two printed objects line by line. Lines are matched by their field, so that an item of a map list is compared
 * with the item that has its key. Inside an atomic list, whose items have no names, lines are matched by their text.
 */
export function diffLines(before: AnnotatedText | undefined, after: AnnotatedText | undefined): readonly DiffLine[] {
  const [old, next] = [linesOf(before), linesOf(after)];
  const aligned = alignLines(old, next);
  const gone = new Set(aligned.flatMap((line) => (line.same ? [] : (old[line.before ?? -1]?.key ?? []))));
  const come = new Set(aligned.flatMap((line) => (line.same ? [] : (next[line.after ?? -1]?.key ?? []))));
  return aligned.map(({ before: was, after: is, same }): DiffLine => {
    const [a, b] = [old[was ?? -1], next[is ?? -1]];
    const kind = same ? 'same' : a === undefined ? 'added' : b === undefined ? 'removed' : 'changed';
    return {
      before: was,
      after: is,
      kind,
      fieldBefore: a?.field,
      fieldAfter: b?.field,
      owners: a !== undefined && b !== undefined && a.owners !== b.owners,
      moved: (kind === 'removed' && come.has(a?.key ?? '')) || (kind === 'added' && gone.has(b?.key ?? '')),
      bookkeeping: before !== undefined && after !== undefined && bookkeeping.has((a ?? b)?.name ?? ''),
    };
  });
}

const bookkeeping: ReadonlySet<string> = new Set(['.metadata.resourceVersion', '.metadata.generation']);

interface NamedLine extends ComparedLine {
  readonly field: number | undefined;
  /** The owners of the field as text. Equal texts mean the same owners. */
  readonly owners: string;
}

/**
 * The lines of a text. The field of a line is the innermost one that begins on it, else the one that continues on it.
 */
function linesOf(annotated: AnnotatedText | undefined): readonly NamedLine[] {
  if (annotated === undefined) return [];
  const { text, fields } = annotated;
  const lines = text.replace(/\n$/, '').split('\n');
  const beginning = new Map<number, number>();
  for (const [index, { range }] of fields.entries()) if (range !== undefined) beginning.set(range.from, index);
  const named: NamedLine[] = [];
  let [start, within] = [0, 0];
  let field: number | undefined;
  for (const line of lines) {
    const found = beginningIn(beginning, start, line);
    if (found === undefined) within++;
    else [field, within] = [found, 0];
    named.push(nameLine(line, field, within, annotated));
    start += line.length + 1;
  }
  return named;
}

/** A field begins after the indentation and the dashes of its line. */
function beginningIn(beginning: ReadonlyMap<number, number>, start: number, line: string): number | undefined {
  let found: number | undefined;
  for (let at = 0; at < line.length; at++) {
    found = beginning.get(start + at) ?? found;
    if (line[at] !== ' ' && line[at] !== '-') break;
  }
  return found;
}

function nameLine(line: string, index: number | undefined, within: number, annotated: AnnotatedText): NamedLine {
  const field = index === undefined ? undefined : annotated.fields[index];
  const owners = field === undefined ? '' : ownersText(field, annotated);
  const whole = field?.atomicRoot;
  if (whole !== undefined) {
    const key = `${whole}\n${line}`;
    return { key, name: key, field: index, owners };
  }
  const path = field?.path ?? '';
  // A further line of a long text is identified by its content and by its place in the text.
  if (within > 0) return { key: `${path}\n\n${line}`, name: `${path}\n\n${within}`, field: index, owners };
  // The dash of an item stands before its first field, whichever that is, and does not count.
  return { key: `${path}\n${line.replace(/^[ -]*/, '')}`, name: path, field: index, owners };
}

function ownersText({ owners }: FieldView, { managers }: AnnotatedText): string {
  const names = owners.flatMap((index) => {
    const owner = managers[index];
    if (owner === undefined) return [];
    const version = owner.operation === 'Apply' ? '' : owner.apiVersion;
    return JSON.stringify([owner.manager, owner.operation, owner.subresource, version]);
  });
  return names.sort(compareStrings).join();
}
