import { remembered } from '../value/remembered.ts';
import type { ValueMap } from '../value/value.ts';
import { type FieldOwnership, ownedFields } from './owned-fields.ts';
import { type ExplainedKind, type OwnerNow, ownersNow } from './owners-now.ts';

/** Who owns what of an object. */
export interface Ownership {
  /** Undefined where the object has no managedFields at all. */
  readonly owners: readonly OwnerNow[] | undefined;
  /** Parents before their children, in the object's own order, what is absent after what is there. */
  readonly fields: readonly FieldOwnership[];
}

/**
 * Reads who owns which field, as the server would find it at the next request: see `ownersNow`. Never fails: what the
 * type does not know is read as the deduced type. `metadata.managedFields` itself is left out. An object is read once
 * by a kind, however many ask.
 */
export function explainOwnership(object: ValueMap, kind: ExplainedKind): Ownership {
  return ownershipBy(kind)(object);
}

const ownershipBy = remembered((kind: ExplainedKind) =>
  remembered((object: ValueMap): Ownership => {
    const owners = ownersNow(object, kind);
    const owned = (owners ?? []).map((owner, index) => ({ owner: index, set: owner.now }));
    return { owners, fields: ownedFields(object, kind.type, owned) };
  }),
);
