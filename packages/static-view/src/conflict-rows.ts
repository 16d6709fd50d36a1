import type { ConflictFieldView } from '@managed-fields/scenario';

/** A conflicting field with all that own it. */
export interface ConflictRow {
  readonly key: string;
  readonly field: ConflictFieldView;
  readonly owners: readonly ConflictFieldView['owner'][];
}

/** A row a field: one that several managers own comes from the server once for each. */
export function rowsOf(fields: readonly ConflictFieldView[]): readonly ConflictRow[] {
  return [...new Set(fields.map(({ key }) => key))].flatMap((key) => {
    const same = fields.filter((field) => field.key === key);
    const [field] = same;
    return field === undefined ? [] : [{ key, field, owners: same.map(({ owner }) => owner) }];
  });
}
