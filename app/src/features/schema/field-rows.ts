import type { SchemaFieldView, SchemaPath } from '@managed-fields/player';

/** One row of the tree of fields. */
export interface FieldRow {
  readonly id: string;
  readonly field: SchemaFieldView;
  /** From 1. */
  readonly level: number;
  /** The place among its siblings, from 1, and their number. */
  readonly place: number;
  readonly siblings: number;
  readonly open: boolean;
  /** The row is open, but its fields are still being fetched. */
  readonly loading: boolean;
}

/** The loaded fields by the id of their parent; a parent that was never opened is missing. */
export type LoadedFields = ReadonlyMap<string, readonly SchemaFieldView[]>;

/** Returns the id of a field in the tree. */
export function rowId(path: SchemaPath): string {
  return JSON.stringify(path);
}

/** Returns the rows of the tree from its top, with the fields of what is open. */
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

/** Returns the rows of a search: fields without a tree. */
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

/** Returns the ids of all parents of a field. */
export function idsAbove(path: SchemaPath): readonly string[] {
  return path.map((_, index) => rowId(path.slice(0, index))).slice(1);
}
