import { compareElements, elementToString, type FieldPath, type PathElement } from '../fieldpath/element.ts';
import { childSet, hasMember } from '../fieldpath/set.ts';
import type { FieldOwnership, OwnedBelow } from './ownership.ts';

/**
 * The fields below a path that somebody owns and the object does not have, in upstream's order. `seen` holds the
 * printed elements of the children that the object has.
 */
export function absentFields(
  owned: readonly OwnedBelow[],
  seen: ReadonlySet<string>,
  path: FieldPath,
  text: string,
): readonly FieldOwnership[] {
  return unseenElements(owned, seen).flatMap(([printed, element]) => {
    const below = owned.flatMap(({ owner, set }) => {
      const child = childSet(set, element);
      return child === undefined ? [] : [{ owner, set: child }];
    });
    const owners = owned.filter(({ set }) => hasMember(set, element)).map(({ owner }) => owner);
    const here = { path: [...path, element], text: text + printed };
    const children = below.length === 0 ? [] : absentFields(below, nothingSeen, here.path, here.text);
    return owners.length === 0 ? children : [absentField(here, owners, below.length === 0), ...children];
  });
}

const nothingSeen: ReadonlySet<string> = new Set();

function absentField(
  here: { readonly path: FieldPath; readonly text: string },
  owners: readonly number[],
  leaf: boolean,
): FieldOwnership {
  const there = { place: undefined, value: undefined, whole: false, within: undefined };
  return { ...here, ...there, state: 'absent', owners, leaf };
}

function unseenElements(
  owned: readonly OwnedBelow[],
  seen: ReadonlySet<string>,
): readonly (readonly [printed: string, element: PathElement])[] {
  const unseen = new Map<string, PathElement>();
  for (const { set } of owned) {
    for (const element of [...set.members, ...set.children.map((child) => child.element)]) {
      const printed = elementToString(element);
      if (!seen.has(printed)) unseen.set(printed, element);
    }
  }
  return [...unseen].sort(([, a], [, b]) => compareElements(a, b));
}
