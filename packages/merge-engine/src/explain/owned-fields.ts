import {
  compareElements,
  elementToString,
  type FieldPath,
  fieldElement,
  indexElement,
  keyElement,
  type PathElement,
  valueElement,
} from '../fieldpath/element.ts';
import type { FieldSet } from '../fieldpath/set.ts';
import { type Atom, deducedType, type ListType } from '../schema/atom.ts';
import { isList, isMap, type Value, type ValueMap } from '../value/value.ts';
import type { ValuePath } from '../value/value-path.ts';

/** One field of an object, or one that somebody owns although the object does not have it. */
export interface FieldOwnership {
  readonly path: FieldPath;
  /** The path as messages print it. */
  readonly text: string;
  /** Where it is in the object; undefined where it is absent. A repeated item is listed at each of its places. */
  readonly place: ValuePath | undefined;
  readonly value: Value | undefined;
  /**
   * `owned`: by one. `shared`: by several. `atomic`: owned only through the whole that it is part of. `unowned`: in the
   * object, but in nobody's set (it may hold owned fields). `absent`: in somebody's set, but not in the object.
   */
  readonly state: 'owned' | 'shared' | 'atomic' | 'unowned' | 'absent';
  /** Indexes in `Ownership.owners`; for `atomic` those of the whole. */
  readonly owners: readonly number[];
  /** Whether nothing below it can be owned by itself: a scalar, something empty, or an atomic whole. */
  readonly leaf: boolean;
  /** Whether it is owned as one: an atomic list or map that is not empty, or one of several items with the same key. */
  readonly whole: boolean;
  /** For what is part of an atomic whole, that whole, as messages print it. */
  readonly within: string | undefined;
  /** Whether it is one of several items with the same key, or part of one. */
  readonly repeated: boolean;
}

/**
 * Lists the fields of an object, and the fields that somebody owns although the object lacks them. Parents come before
 * their children, in the object's own order; absent fields come after present ones. The owned sets are in terms of
 * `type`.
 */
export function ownedFields(object: ValueMap, type: Atom, owned: readonly OwnedBelow[]): readonly FieldOwnership[] {
  const fields: FieldOwnership[] = [];
  visitChildren({ value: object, type, owned, path: [], text: '', place: [], whole: undefined }, fields);
  return fields;
}

/** The field whose children are visited next. */
interface Visit {
  readonly value: Value;
  readonly type: Atom;
  readonly owned: readonly OwnedBelow[];
  readonly path: FieldPath;
  readonly text: string;
  readonly place: ValuePath;
  /** The atomic whole that the children are part of; undefined where there is none. */
  readonly whole: { readonly text: string; readonly owners: readonly number[]; readonly repeated: boolean } | undefined;
}

function visitChildren(parent: Visit, fields: FieldOwnership[]): void {
  const elements = elementsOf(parent.owned);
  const seen: string[] = [];
  const visit = (element: PathElement, step: string | number, value: Value, type: Atom, repeated = false) => {
    const printed = elementToString(element);
    const owned = elements.get(printed);
    if (owned !== undefined) seen.push(printed);
    if (printed === '.managedFields' && parent.text === '.metadata') return;
    visitField(parent, { element, printed, step, value, type, owned, repeated }, fields);
  };
  if (isMap(parent.value)) {
    const map = parent.type.map ?? deducedType.map;
    for (const [key, value] of parent.value) {
      visit(fieldElement(key), key, value, map?.fields.get(key)?.type ?? map?.element ?? deducedType);
    }
  } else if (isList(parent.value)) {
    const list = parent.type.list ?? deducedType.list;
    const items = parent.value.map((value, index) => itemElement(list, value, index));
    const repeated = list?.relationship === 'associative' ? repeatedAmong(items.map(elementToString)) : none;
    for (const [index, value] of parent.value.entries()) {
      const element = items[index] ?? indexElement(index);
      const again = repeated.size > 0 && repeated.has(elementToString(element));
      visit(element, index, value, list?.element ?? deducedType, again);
    }
  }
  // Removed only now, because items with the same key share their owners.
  for (const printed of seen) elements.delete(printed);
  if (elements.size > 0) fields.push(...absentFields(elements, parent.path, parent.text));
}

interface Child {
  readonly element: PathElement;
  readonly printed: string;
  readonly step: string | number;
  readonly value: Value;
  readonly type: Atom;
  readonly owned: OwnedElement | undefined;
  /**
   * Whether other items of the list have the same key. Such items share their owners, and nothing inside them has
   * owners of its own.
   */
  readonly repeated: boolean;
}

function visitField(parent: Visit, child: Child, fields: FieldOwnership[]): void {
  const { element, value, type } = child;
  const owners = child.owned?.owners ?? [];
  const owned = child.owned?.below ?? [];
  const { whole: outer } = parent;
  const inherited = owners.length === 0 && outer !== undefined && outer.owners.length > 0;
  const whole = outer === undefined && (child.repeated || isAtomic(value, type));
  const hasChildren = sizeOf(value) > 0;
  const repeated = child.repeated || (outer?.repeated ?? false);
  const text = parent.text + child.printed;
  const path = [...parent.path, element];
  const place = [...parent.place, child.step];
  fields.push({
    path,
    text,
    place,
    value,
    state: inherited ? 'atomic' : stateOf(owners),
    owners: inherited ? outer.owners : owners,
    leaf: whole || !hasChildren,
    whole: whole && hasChildren,
    within: outer?.text,
    repeated,
  });
  if (!hasChildren && owned.length === 0) return;
  visitChildren(
    { value, type, owned, path, text, place, whole: outer ?? (whole ? { text, owners, repeated } : undefined) },
    fields,
  );
}

function stateOf(owners: readonly number[]): 'owned' | 'shared' | 'unowned' {
  return owners.length === 0 ? 'unowned' : owners.length === 1 ? 'owned' : 'shared';
}

function repeatedAmong(names: readonly string[]): ReadonlySet<string> {
  if (new Set(names).size === names.length) return none;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of names) (seen.has(name) ? repeated : seen).add(name);
  return repeated;
}

const none: ReadonlySet<string> = new Set();

function sizeOf(value: Value): number {
  return isMap(value) ? value.size : isList(value) ? value.length : 0;
}

function isAtomic(value: Value, type: Atom): boolean {
  if (isMap(value)) return (type.map ?? deducedType.map)?.relationship === 'atomic';
  return isList(value) && (type.list ?? deducedType.list)?.relationship === 'atomic';
}

/**
 * The element that selects an item of a list; its index where the list is atomic or the item lacks its keys.
 * Upstream: structured-merge-diff typed/helpers.go listItemToPathElement.
 */
function itemElement(list: ListType | undefined, item: Value, index: number): PathElement {
  if (list === undefined || list.relationship === 'atomic') return indexElement(index);
  if (list.keys.length === 0) return isMap(item) || isList(item) ? indexElement(index) : valueElement(item);
  if (!isMap(item)) return indexElement(index);
  const fields = list.element.map?.fields;
  const key = list.keys.flatMap((name) => {
    const value = item.get(name) ?? fields?.get(name)?.default;
    return value === undefined ? [] : [{ name, value }];
  });
  return key.length === 0 ? indexElement(index) : keyElement(key);
}

/** What one owner owns at and below the visited field. */
interface OwnedBelow {
  readonly owner: number;
  readonly set: FieldSet;
}

/** What all owners own at and below one element. */
interface OwnedElement {
  readonly element: PathElement;
  /** The owners that own the element itself. */
  readonly owners: number[];
  /** What owners own below it. */
  readonly below: OwnedBelow[];
}

/** The elements at the top level of several sets, by their printed form. */
function elementsOf(owned: readonly OwnedBelow[]): Map<string, OwnedElement> {
  const elements = new Map<string, OwnedElement>();
  const at = (element: PathElement): OwnedElement => {
    const printed = elementToString(element);
    const known = elements.get(printed) ?? { element, owners: [], below: [] };
    elements.set(printed, known);
    return known;
  };
  for (const { owner, set } of owned) {
    for (const element of set.members) at(element).owners.push(owner);
    for (const child of set.children) at(child.element).below.push({ owner, set: child.set });
  }
  return elements;
}

/** The fields of elements that somebody owns and the object does not have, in upstream's order. */
function absentFields(
  elements: ReadonlyMap<string, OwnedElement>,
  path: FieldPath,
  text: string,
): readonly FieldOwnership[] {
  const sorted = [...elements].sort(([, a], [, b]) => compareElements(a.element, b.element));
  return sorted.flatMap(([printed, { element, owners, below }]) => {
    const here = { path: [...path, element], text: text + printed };
    const children = below.length === 0 ? [] : absentFields(elementsOf(below), here.path, here.text);
    if (owners.length === 0) return children;
    const there = { place: undefined, value: undefined, whole: false, within: undefined, repeated: false };
    return [{ ...here, ...there, state: 'absent', owners, leaf: below.length === 0 }, ...children];
  });
}
