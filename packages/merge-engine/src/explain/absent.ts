import { compareElements, elementToString, type FieldPath, type PathElement } from '../fieldpath/element.ts';
import type { FieldSet } from '../fieldpath/set.ts';
import type { FieldOwnership } from './owned-fields.ts';

/** What an owner has at and below the field that is looked at. */
export interface OwnedBelow {
  readonly owner: number;
  readonly set: FieldSet;
}

/** What all owners have at one element. */
export interface OwnedElement {
  readonly element: PathElement;
  /** Those of whose sets it is a member. */
  readonly owners: number[];
  /** What they have below it. */
  readonly below: OwnedBelow[];
}

/** The elements of one level of several sets, by how they print. */
export function elementsOf(owned: readonly OwnedBelow[]): Map<string, OwnedElement> {
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
export function absentFields(
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
