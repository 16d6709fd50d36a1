import {
  closingBracket,
  equals,
  isList,
  isMap,
  type KeyField,
  keyFields,
  literal,
  type Value,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import type { FieldPathText } from './outcome.ts';

/** The rest of a printed path. It is not split into pieces, because names may contain dots. */
type Rest = string;

/**
 * Finds the place in a value that a message names, printed as upstream prints field paths
 * (`.spec.containers[name="web"].image`) or as validation does (`spec.containers[0].image`). Names may contain dots.
 * Returns the longest part of the path that the value has; `whole` says whether that is all of it.
 */
export function placeOfPath(value: Value, path: FieldPathText): { readonly place: ValuePath; readonly whole: boolean } {
  const rest = path === '' || path.startsWith('.') || path.startsWith('[') ? path : `.${path}`;
  const found = follow(value, rest);
  return { place: found.place, whole: found.rest === '' };
}

interface Found {
  readonly place: ValuePath;
  /** The rest of the path, after the part that the value has. */
  readonly rest: Rest;
}

function follow(value: Value, rest: Rest): Found {
  let best: Found = { place: [], rest };
  for (const [step, child, after] of continuations(value, rest)) {
    const found = follow(child, after);
    if (found.rest.length < best.rest.length) best = { place: [step, ...found.place], rest: found.rest };
    if (best.rest === '') break;
  }
  return best;
}

type Continuation = readonly [step: string | number, child: Value, rest: Rest];

function continuations(value: Value, rest: Rest): readonly Continuation[] {
  if (isMap(value) && rest.startsWith('.')) return named(value, rest);
  if (!isList(value) || !rest.startsWith('[')) return [];
  const end = closingBracket(rest);
  if (end === undefined) return [];
  const index = itemIndex(value, rest.slice(1, end));
  const item = index === undefined ? undefined : value[index];
  return index === undefined || item === undefined ? [] : [[index, item, rest.slice(end + 1)]];
}

function named(map: ValueMap, rest: Rest): readonly Continuation[] {
  const fits: Continuation[] = [];
  for (const [key, child] of map) {
    if (!rest.startsWith(key, 1)) continue;
    const after = rest.slice(1 + key.length);
    if (after === '' || after.startsWith('.') || after.startsWith('[')) fits.push([key, child, after]);
  }
  return fits;
}

function itemIndex(list: readonly Value[], inside: string): number | undefined {
  if (/^\d+$/.test(inside)) return Number(inside);
  if (inside.startsWith('=')) {
    const wanted = literal(inside.slice(1));
    return wanted === undefined ? undefined : nonNegative(list.findIndex((item) => equals(item, wanted)));
  }
  const keys = keyFields(inside);
  if (keys === undefined) return undefined;
  // An item as written does not have a key that was defaulted.
  const exact = list.findIndex((item) => isMap(item) && fits(item, keys, false));
  return nonNegative(exact >= 0 ? exact : list.findIndex((item) => isMap(item) && fits(item, keys, true)));
}

function fits(item: ValueMap, keys: readonly KeyField[], absentFits: boolean): boolean {
  return keys.every(({ name, value: wanted }) => {
    const value = item.get(name);
    return value === undefined ? absentFits : equals(value, wanted);
  });
}

function nonNegative(index: number): number | undefined {
  return index < 0 ? undefined : index;
}
