import type { SchemaFieldView, SchemaPath } from '@managed-fields/scenario';

/** One row of the tree of fields. */
export interface FieldRow {
  readonly id: string;
  readonly field: SchemaFieldView;
  /** From 1. */
  readonly level: number;
  /** Its place among its siblings, from 1, and how many these are. */
  readonly place: number;
  readonly siblings: number;
  readonly open: boolean;
  /** It is open, but what is in it has not come yet. */
  readonly loading: boolean;
}

/** Fields by the id of the field that they are in; a field that nobody opened is not there. */
export type LoadedFields = ReadonlyMap<string, readonly SchemaFieldView[]>;

/** The id of a field in the tree. */
export function rowId(path: SchemaPath): string {
  return JSON.stringify(path);
}

/** The rows of a tree from its top, what is open with what is in it. */
export function fieldRows(loaded: LoadedFields, opened: ReadonlySet<string>): readonly FieldRow[] {
  const rows: FieldRow[] = [];
  const add = (parent: string, level: number) => {
    const fields = loaded.get(parent) ?? [];
    for (const [index, field] of fields.entries()) {
      const id = rowId(field.path);
      const open = field.hasChildren && opened.has(id);
      rows.push({
        id,
        field,
        level,
        place: index + 1,
        siblings: fields.length,
        open,
        loading: open && !loaded.has(id),
      });
      if (open) add(id, level + 1);
    }
  };
  add(rowId([]), 1);
  return rows;
}

/** The rows of a search: fields side by side, whatever they are in. */
export function foundRows(fields: readonly SchemaFieldView[]): readonly FieldRow[] {
  return fields.map((field, index) => ({
    id: rowId(field.path),
    field,
    level: 1,
    place: index + 1,
    siblings: fields.length,
    open: false,
    loading: false,
  }));
}

/** The ids of the fields on the way to a field, itself left out. */
export function idsAbove(path: SchemaPath): readonly string[] {
  return path.map((_, index) => rowId(path.slice(0, index))).slice(1);
}
