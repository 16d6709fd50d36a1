import { recursiveDifference, union } from '../fieldpath/algebra.ts';
import { FieldSetBuilder } from '../fieldpath/builder.ts';
import { emptySet, type FieldSet, isEmptySet } from '../fieldpath/set.ts';
import type { Atom, ListType, MapType } from '../schema/atom.ts';
import type { ValidationError } from './validation-error.ts';
import { SchemaWalk, type Side } from './walk.ts';

/** The answer of a reconciliation; `set` is the very set that came in where nothing had to change. */
export type Reconciled =
  | { readonly kind: 'reconciled'; readonly set: FieldSet }
  | { readonly kind: 'invalid'; readonly errors: readonly ValidationError[] };

/**
 * Adapts a field set to a type that became atomic since the set was written: whoever owned something inside now owns
 * the whole. Where a type became granular, the set stays as it was.
 * Upstream: structured-merge-diff typed/reconcile_schema.go ReconcileFieldSetWithSchema.
 */
export function reconcileFieldSet(set: FieldSet, type: Atom): Reconciled {
  const walk = new ReconcileWalk();
  const found = walk.walk(type, undefined, undefined, set);
  if (walk.errors.length > 0) return { kind: 'invalid', errors: walk.errors };
  if (found === whole || found === emptySet) return { kind: 'reconciled', set };
  return { kind: 'reconciled', set: union(recursiveDifference(set, found), found) };
}

/** The result for a field that is atomic and must be owned as a whole. */
const whole = Symbol();

/** Walks a set and no value; the result is the set of fields inside that must be owned as a whole. */
class ReconcileWalk extends SchemaWalk<FieldSet | typeof whole, FieldSet> {
  protected scalar(): FieldSet {
    return emptySet;
  }

  protected unfit(): FieldSet {
    return emptySet;
  }

  protected list(type: ListType, _left: Side, _right: Side, owned: FieldSet): FieldSet | typeof whole {
    return type.relationship === 'atomic' ? whole : this.inside(owned, type);
  }

  protected map(type: MapType, _left: Side, _right: Side, owned: FieldSet): FieldSet | typeof whole {
    if (isDeduced(type)) return emptySet;
    if (type.relationship !== 'atomic') return this.inside(owned, type);
    return isEmptySet(owned) ? emptySet : whole;
  }

  /** Visits each field of which something inside is owned; all others can stay as they are. */
  private inside(owned: FieldSet, outer: ListType | MapType): FieldSet {
    const builder = new FieldSetBuilder();
    for (const { element, set } of owned.children) {
      const field = 'fields' in outer && element.kind === 'field' ? outer.fields.get(element.name) : undefined;
      const type = field?.type ?? outer.element;
      // What the schema does not know stays as it is.
      if (type === undefined) continue;
      const found = this.child(element, type, undefined, undefined, set);
      if (found === whole) builder.member(element);
      else builder.child(element, found);
    }
    return builder.build();
  }
}

/** Whether a map takes anything and declares nothing; such types know nothing of atomic and granular. */
function isDeduced(type: MapType): boolean {
  const { element, fields } = type;
  if (element === undefined || fields.size > 0) return false;
  return element.name === '__untyped_deduced_' || (element.name === '' && element.scalar === 'untyped');
}
