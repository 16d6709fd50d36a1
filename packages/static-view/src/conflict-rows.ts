import type { ConflictFieldView } from '@managed-fields/scenario';

/** A conflicting field with all that own it. */
export interface ConflictRow {
  readonly key: string;
  readonly field: ConflictFieldView;
  readonly owners: readonly ConflictFieldView['owner'][];
}

type Owner = ConflictFieldView['owner'];

/** A row a field: one that several managers own comes from the server once for each. */
export function rowsOf(fields: readonly ConflictFieldView[]): readonly ConflictRow[] {
  const rows = new Map<string, { readonly key: string; readonly field: ConflictFieldView; owners: Owner[] }>();
  for (const field of fields) {
    const { key, owner } = field;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { key, field, owners: [owner] });
    else row.owners.push(owner);
  }
  return [...rows.values()];
}
