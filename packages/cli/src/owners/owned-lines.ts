import type { AnnotatedText, FieldView, ManagerView } from '@managed-fields/player';
import { lineAt, lineStarts } from '@managed-fields/rendering';
import type { TextRange } from '@managed-fields/scenario';

/** A line of a printed object with the owners of what begins on it. */
export interface OwnedLine {
  readonly text: string;
  /** The innermost field that begins on the line, or the one whose value goes on there. */
  readonly field: FieldView | undefined;
  /** The owners of that field. */
  readonly owners: readonly ManagerView[];
  /** The owners of the items of lists that begin on the line as well. */
  readonly itemOwners: readonly ManagerView[];
  /** Whether the line goes on with a value that began above. */
  readonly continues: boolean;
}

/** An object as lines, without its managedFields, and the fields that are owned but not in it. */
export interface OwnedLines {
  readonly lines: readonly OwnedLine[];
  readonly absent: readonly { readonly path: string; readonly owners: readonly ManagerView[] }[];
}

/** Puts the owners of the fields of a printed object in front of its lines. */
export function ownedLines({ text, managers, fields, managedFields }: AnnotatedText): OwnedLines {
  const starts = lineStarts(text);
  const begins = new Map<number, FieldView[]>();
  const goesOn = new Map<number, FieldView>();
  // Outer fields come before those in them.
  for (const field of fields) {
    if (field.range === undefined || field.path === '') continue;
    const [first, last] = linesOf(starts, text, field.range);
    begins.set(first, [...(begins.get(first) ?? []), field]);
    for (let line = first + 1; line <= last && field.leaf; line++) goesOn.set(line, field);
  }
  const [from, to] = managedFields === undefined ? [-1, -1] : linesOf(starts, text, managedFields);
  const ownersOf = ({ owners }: FieldView) => owners.flatMap((index) => managers[index] ?? []);
  const written = text.endsWith('\n') ? starts.slice(0, -1) : starts;
  const lines = written.flatMap((start, line): readonly OwnedLine[] => {
    if (line >= from && line <= to) return [];
    const own = text.slice(start, (starts[line + 1] ?? text.length + 1) - 1);
    const field = begins.get(line)?.at(-1) ?? goesOn.get(line);
    const items = (begins.get(line) ?? []).slice(0, -1);
    return [
      {
        text: own,
        field,
        owners: field === undefined ? [] : ownersOf(field),
        itemOwners: [...new Set(items.flatMap(ownersOf))],
        continues: !begins.has(line) && goesOn.has(line),
      },
    ];
  });
  const absent = fields.filter(({ state }) => state === 'absent');
  return { lines, absent: absent.map((field) => ({ path: field.path, owners: ownersOf(field) })) };
}

/** The first and the last line of a range; the line break that ends it does not count. */
function linesOf(starts: readonly number[], text: string, { from, to }: TextRange): readonly [number, number] {
  let end = to;
  while (end > from && text[end - 1] === '\n') end--;
  return [lineAt(starts, from), lineAt(starts, Math.max(from, end - 1))];
}
