import {
  comparePaths,
  type ExplainedKind,
  type FieldPath,
  identityOf,
  type OwnerIdentity,
  ownersNow,
  pathsOf,
  pathToString,
  sameOwner,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** A field whose owners differ between two states. */
export interface OwnerMove {
  readonly path: FieldPath;
  /** The path as messages print it. */
  readonly text: string;
  readonly before: readonly OwnerIdentity[];
  readonly after: readonly OwnerIdentity[];
}

/**
 * Lists the fields that changed owners between two states of an object, in upstream's order of paths. Values do not
 * matter, and neither do the times of entries or the version of an applier's entry.
 */
export function ownerMoves(
  before: ValueMap | undefined,
  after: ValueMap | undefined,
  kind: ExplainedKind,
): readonly OwnerMove[] {
  const old = ownersByField(before, kind);
  const next = ownersByField(after, kind);
  const moves: OwnerMove[] = [];
  for (const [text, { path, owners }] of old) {
    const now = next.get(text)?.owners ?? [];
    if (!sameOwners(owners, now)) moves.push({ path, text, before: owners, after: now });
  }
  for (const [text, { path, owners }] of next) {
    if (!old.has(text)) moves.push({ path, text, before: [], after: owners });
  }
  return moves.sort((a, b) => comparePaths(a.path, b.path));
}

interface OwnedField {
  readonly path: FieldPath;
  readonly owners: OwnerIdentity[];
}

function ownersByField(object: ValueMap | undefined, kind: ExplainedKind): ReadonlyMap<string, OwnedField> {
  const fields = new Map<string, OwnedField>();
  for (const owner of (object && ownersNow(object, kind)) ?? []) {
    const identity = identityOf(owner);
    for (const path of pathsOf(owner.now)) {
      const text = pathToString(path);
      const known = fields.get(text);
      if (known === undefined) fields.set(text, { path, owners: [identity] });
      else known.owners.push(identity);
    }
  }
  return fields;
}

function sameOwners(a: readonly OwnerIdentity[], b: readonly OwnerIdentity[]): boolean {
  return a.length === b.length && a.every((owner) => b.some((other) => sameOwner(owner, other)));
}
