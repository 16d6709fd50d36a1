import { type Fight, type WatchRow, writersOf } from '@managed-fields/cluster';
import { identityOf, type OwnerIdentity } from '@managed-fields/rendering';

/** The owners that rows and fights name, each once, those that were seen first at the front, so that marks stay. */
export function ownersSeen(rows: readonly WatchRow[], fights: readonly Fight[]): readonly OwnerIdentity[] {
  const seen = new Map<string, OwnerIdentity>();
  const add = (owner: OwnerIdentity) => {
    const identity = identityOf(owner);
    if (!seen.has(identity)) seen.set(identity, owner);
  };
  for (const row of rows) {
    for (const owner of writersOf(row)) add(owner);
    for (const { before, after } of row.owners.shown) for (const owner of [...before.shown, ...after.shown]) add(owner);
  }
  for (const { sides } of fights) for (const { owner } of sides) add(owner);
  return [...seen.values()];
}
