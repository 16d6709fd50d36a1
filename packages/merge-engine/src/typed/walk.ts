import { elementToString, type PathElement } from '../fieldpath/element.ts';
import type { Atom, ListType, MapType, Scalar } from '../schema/atom.ts';
import { isList, isMap, type Value } from '../value/value.ts';
import type { ValidationError } from './validation-error.ts';

/** A value on one of the two sides of a walk; undefined where that side has nothing. */
export type Side = Value | undefined;

/**
 * The alternative of a type that is taken; `open` where the value does not decide (null, nothing, or a value that does
 * not fit).
 */
type Alternative = 'map' | 'scalar' | 'list' | 'open';

/** The type of a field that the schema does not know. */
const unknownType: Atom = { name: '' };

/**
 * Walks a type together with one value of it, or with two side by side. It chooses between the alternatives of a type
 * and visits children; subclasses handle scalars, lists and maps. `R` is the result for a value, `C` what a visitor
 * passes down beside the values. A walk is used once.
 * Upstream: structured-merge-diff typed/helpers.go resolveSchema, deduceAtom and handleAtom; the choice between two
 * sides is in merge.go and compare.go.
 */
export abstract class SchemaWalk<R, C = undefined> {
  readonly errors: ValidationError[] = [];

  protected abstract scalar(type: Scalar, left: Side, right: Side, context: C): R;
  protected abstract list(type: ListType, left: Side, right: Side, context: C): R;
  protected abstract map(type: MapType, left: Side, right: Side, context: C): R;
  /** The result for a value whose type fits nothing; the error is noted already. */
  protected abstract unfit(left: Side, right: Side): R;

  /** Combines the results of both alternatives, where two values of different kinds make the walk take each once. */
  protected both(_left: R, right: R): R {
    return right;
  }

  /** Walks a type with one value (left) or two. */
  walk(type: Atom, left: Side, right: Side, context: C): R {
    const byLeft = alternative(type, left);
    if (right === undefined) return this.take(byLeft, type, left, right, context);
    const byRight = alternative(type, right);
    if (left === undefined || byLeft === byRight || hasOneAlternative(type)) {
      return this.take(byRight, type, left, right, context);
    }
    const first = this.take(byLeft, type, left, right, context);
    return this.both(first, this.take(byRight, type, left, right, context));
  }

  private take(chosen: Alternative, type: Atom, left: Side, right: Side, context: C): R {
    const open = chosen === 'open';
    if (type.map !== undefined && (open || chosen === 'map')) return this.map(type.map, left, right, context);
    if (type.scalar !== undefined && (open || chosen === 'scalar')) {
      return this.scalar(type.scalar, left, right, context);
    }
    if (type.list !== undefined) return this.list(type.list, left, right, context);
    const problem = type.name === '' ? 'invalid atom: inlined' : `no type found matching: ${type.name}`;
    this.fail(`schema error: ${problem}`);
    return this.unfit(left, right);
  }

  /** Walks a child; its errors get the element before their path. */
  protected child(element: PathElement, type: Atom | undefined, left: Side, right: Side, context: C): R {
    const before = this.errors.length;
    const result = this.walk(type ?? unknownType, left, right, context);
    this.prefix(before, element);
    return result;
  }

  /** Notes an error at the value that is walked. */
  protected fail(message: string): void {
    this.errors.push({ path: '', message });
  }

  private prefix(from: number, element: PathElement): void {
    for (let i = from; i < this.errors.length; i++) {
      const { path, message } = this.errors[i] as ValidationError;
      this.errors[i] = { path: elementToString(element) + path, message };
    }
  }
}

function alternative(type: Atom, value: Side): Alternative {
  if (value === undefined || value === null) return 'open';
  if (typeof value !== 'object') return type.scalar === undefined ? 'open' : 'scalar';
  if (isMap(value)) return type.map === undefined ? 'open' : 'map';
  return type.list === undefined ? 'open' : 'list';
}

/** Whether a value of a type is always the same of its alternatives, so that null on one side is what the other side is. */
function hasOneAlternative({ map, scalar, list }: Atom): boolean {
  return [map, scalar, list].filter((each) => each !== undefined).length < 2;
}

/** The type of a field by its name; undefined where the schema does not allow the field. */
export function fieldType(type: MapType, name: string): Atom | undefined {
  return type.fields.get(name)?.type ?? type.element;
}

/** Whether a side has no entries as a map: it is no map, or an empty one. */
export function isBlankMap(value: Side): boolean {
  return !isMap(value) || value.size === 0;
}

/** Whether a side has no items as a list: it is no list, or an empty one. */
export function isBlankList(value: Side): boolean {
  return !isList(value) || value.length === 0;
}
