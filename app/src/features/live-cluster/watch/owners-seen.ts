import { type Fight, type WatchRow, writersOf } from '@managed-fields/live-cluster';
import { identityOf, type OwnerIdentity } from '@managed-fields/rendering';
import { useState } from 'react';

/**
 * The owners that rows and fights name, each once, in the order in which they were seen, so that marks stay. The same
 * list as before while nobody new is named, so that nothing is drawn anew.
 */
export function useOwnersSeen(rows: readonly WatchRow[], fights: readonly Fight[]): readonly OwnerIdentity[] {
  const [seen, setSeen] = useState<Seen>({ rows: none, fights: none, owners: none });
  if (seen.rows === rows && seen.fights === fights) return seen.owners;
  // Of a list that only grew, the rows of before named nobody else.
  const known = seen.rows[0]?.number;
  const isLonger = known !== undefined && (rows[0]?.number ?? 0) >= known && rows.length > 0;
  const last = isLonger ? (seen.rows.at(-1)?.number ?? 0) : 0;
  const added = ownersOf(
    rows.slice(rows.findLastIndex(({ number }) => number <= last) + 1),
    fights === seen.fights ? none : fights,
  );
  const before = isLonger ? seen.owners : none;
  const identities = new Set(before.map(identityOf));
  const fresh = added.filter((owner) => !identities.has(identityOf(owner)));
  const owners = fresh.length === 0 && isLonger ? before : [...before, ...fresh];
  setSeen({ rows, fights, owners });
  return owners;
}

interface Seen {
  readonly rows: readonly WatchRow[];
  readonly fights: readonly Fight[];
  readonly owners: readonly OwnerIdentity[];
}

const none: readonly never[] = [];

function ownersOf(rows: readonly WatchRow[], fights: readonly Fight[]): readonly OwnerIdentity[] {
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
