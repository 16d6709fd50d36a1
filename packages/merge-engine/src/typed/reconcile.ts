import { recursiveDifference, union } from '../fieldpath/algebra.ts';
import { FieldSetBuilder } from '../fieldpath/builder.ts';
import type { PathElement } from '../fieldpath/element.ts';
import { childSet, emptySet, type FieldSet, hasMember, isEmptySet } from '../fieldpath/set.ts';
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
  const found = walk.walk(type, undefined, undefined, { set, isAtomic: false });
  if (walk.errors.length > 0) return { kind: 'invalid', errors: walk.errors };
  if (found === whole || found === emptySet) return { kind: 'reconciled', set };
  return { kind: 'reconciled', set: union(recursiveDifference(set, found), found) };
}

/** The result for a field that is atomic and must be owned as a whole. */
const whole = 'whole';

/** What a manager owns below a field; `isAtomic` where it owns the field and nothing inside. */
interface Owned {
  readonly set: FieldSet | undefined;
  readonly isAtomic: boolean;
}

/** Walks a set and no value; the result is the set of fields inside that must be owned as a whole. */
class ReconcileWalk extends SchemaWalk<FieldSet | typeof whole, Owned> {
  protected scalar(): FieldSet {
    return emptySet;
  }

  protected unfit(): FieldSet {
    return emptySet;
  }

  protected list(type: ListType, _left: Side, _right: Side, owned: Owned): FieldSet | typeof whole {
    if (!owned.isAtomic && type.relationship === 'atomic') return whole;
    return this.inside(owned.set, type);
  }

  protected map(type: MapType, _left: Side, _right: Side, owned: Owned): FieldSet | typeof whole {
    if (isDeduced(type)) return emptySet;
    if (!owned.isAtomic && type.relationship === 'atomic') {
      return owned.set === undefined || isEmptySet(owned.set) ? emptySet : whole;
    }
    return this.inside(owned.set, type);
  }

  private inside(set: FieldSet | undefined, type: ListType | MapType): FieldSet {
    if (set === undefined) return emptySet;
    const builder = new FieldSetBuilder();
    for (const { element, set: below } of set.children) {
      if (!hasMember(set, element)) this.visit(builder, type, element, { set: below, isAtomic: false });
    }
    for (const element of set.members) {
      const below = childSet(set, element);
      this.visit(builder, type, element, { set: below, isAtomic: below === undefined });
    }
    return builder.build();
  }

  private visit(builder: FieldSetBuilder, outer: ListType | MapType, element: PathElement, owned: Owned): void {
    const field = 'fields' in outer && element.kind === 'field' ? outer.fields.get(element.name) : undefined;
    const type = field?.type ?? outer.element;
    // What the schema does not know stays as it is, and a field without anything below needs no look.
    if (type === undefined || owned.set === undefined) return;
    const found = this.child(element, type, undefined, undefined, owned);
    if (found === whole) builder.member(element);
    else builder.child(element, found);
  }
}

/** Whether a map takes anything and declares nothing; such types know nothing of atomic and granular. */
function isDeduced(type: MapType): boolean {
  const { element, fields } = type;
  if (element === undefined || fields.size > 0) return false;
  return element.name === '__untyped_deduced_' || (element.name === '' && element.scalar === 'untyped');
}
