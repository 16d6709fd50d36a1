import type { ConflictFieldView, ConflictView } from '@managed-fields/scenario';
import type { StaticWords } from './language/words.ts';
import { identityOf, type Mark, type Palette } from './palette.ts';

type Owner = ConflictFieldView['owner'];

/** What is drawn of a conflict, as plain data: page, embed and static views show the same. */
export interface ConflictDrawing {
  /** How the server or kubectl ended, how many fields are in conflict, and with whom. */
  readonly said: string;
  readonly count: string;
  /** Who applied. */
  readonly by: { readonly name: string; readonly mark: Mark };
  readonly rows: readonly ConflictRow[];
}

/** A conflicting field with both values and all that own it. */
export interface ConflictRow {
  /** What tells the field from others of the same conflict. */
  readonly key: string;
  readonly path: string;
  /** The object, where a command sends several. */
  readonly object: string | undefined;
  readonly live: string;
  readonly declared: string;
  readonly owners: readonly { readonly id: string; readonly owner: Owner; readonly mark: Mark }[];
}

/** Describes a conflict. A field that several managers own comes from the server once for each, and is one row. */
export function conflictDrawing(
  { fields, manager }: ConflictView,
  colours: Palette,
  { conflict: words }: Pick<StaticWords, 'conflict'>,
  command: boolean,
): ConflictDrawing {
  const byKey = new Map<string, { readonly field: ConflictFieldView; readonly owners: Owner[] }>();
  for (const field of fields) {
    const { key, owner } = field;
    const row = byKey.get(key);
    if (row === undefined) byKey.set(key, { field, owners: [owner] });
    else row.owners.push(owner);
  }
  const rows = [...byKey].map(([key, { field, owners }]) => ({
    key,
    path: field.path,
    object: field.object,
    live: field.live ?? words.absentValue,
    declared: field.declared ?? words.absentValue,
    owners: owners.map((owner) => ({ id: identityOf(owner), owner, mark: colours.ofOwner(owner) })),
  }));
  return {
    said: command ? words.kubectlExits : words.serverAnswers(409),
    count: words.countSentence(rows.length, [...new Set(fields.map(({ owner }) => owner.manager))]),
    by: { name: manager, mark: colours.of(manager) },
    rows,
  };
}
