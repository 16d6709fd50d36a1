import type { OwnerMoveView } from '@managed-fields/player';
import { identityOf, type OwnerIdentity } from '@managed-fields/rendering';

/** Fields that went from the same owners to the same owners. */
export interface MoveGroup {
  readonly key: string;
  readonly before: readonly OwnerIdentity[];
  readonly after: readonly OwnerIdentity[];
  readonly fields: readonly OwnerMoveView[];
}

/** Gathers moves by their owners; groups stand where their first field does, the fields of each in their order. */
export function groupMoves(moves: readonly OwnerMoveView[]): readonly MoveGroup[] {
  const groups = new Map<string, MoveGroup & { readonly fields: OwnerMoveView[] }>();
  for (const move of moves) {
    const key = `${move.before.map(identityOf)}>${move.after.map(identityOf)}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { key, before: move.before, after: move.after, fields: [move] });
    else known.fields.push(move);
  }
  return [...groups.values()];
}
