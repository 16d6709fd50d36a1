import {
  equals,
  isList,
  isMap,
  stringAt,
  type Value,
  type ValueList,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** An operation of a JSON patch. */
type Operation = ValueMap;

/**
 * The JSON patch that makes a value of another one: no operation for what is equal, and items of lists that stand in the
 * same order are kept. Items with a `name` are the same item where the names are equal.
 */
export function jsonDifference(before: Value, after: Value): readonly Operation[] {
  const operations: Operation[] = [];
  differ(before, after, '', operations);
  return operations;
}

function differ(before: Value, after: Value, path: string, to: Operation[]): void {
  if (equals(before, after)) return;
  if (isMap(before) && isMap(after)) differMaps(before, after, path, to);
  else if (isList(before) && isList(after)) differLists(before, after, path, to);
  else to.push(operation('replace', path, after));
}

function differMaps(before: ValueMap, after: ValueMap, path: string, to: Operation[]): void {
  for (const key of before.keys()) if (!after.has(key)) to.push(operation('remove', `${path}/${escaped(key)}`));
  for (const [key, value] of after) {
    const old = before.get(key);
    const place = `${path}/${escaped(key)}`;
    if (old === undefined) to.push(operation('add', place, value));
    else differ(old, value, place, to);
  }
}

/** More pairs of items than these are not looked through: the list is replaced. */
const mostPairs = 250_000;

/** Items that are in both lists stay; what is between them is removed, then added. */
function differLists(before: ValueList, after: ValueList, path: string, to: Operation[]): void {
  if (before.length * after.length > mostPairs) {
    to.push(operation('replace', path, after));
    return;
  }
  const kept = commonItems(before, after);
  let index = 0;
  let [old, next] = [0, 0];
  for (const [ofOld, ofNext] of [...kept, [before.length, after.length] as const]) {
    for (; old < ofOld; old++) to.push(operation('remove', `${path}/${index}`));
    for (; next < ofNext; next++) {
      const isEnd = ofOld === before.length;
      to.push(operation('add', `${path}/${isEnd ? '-' : index}`, after[next] ?? null));
      index++;
    }
    differ(before[ofOld] ?? null, after[ofNext] ?? null, `${path}/${index}`, to);
    index++;
    old = ofOld + 1;
    next = ofNext + 1;
  }
}

/** The longest sequence of items that both lists have, as pairs of indexes. */
function commonItems(before: ValueList, after: ValueList): readonly (readonly [number, number])[] {
  /** How long it is for what follows in both lists, by both indexes. */
  const lengths: number[][] = [];
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (const [i, left] of [...before.entries()].reverse()) {
    const row: number[] = [];
    lengths[i] = row;
    for (const [j, right] of [...after.entries()].reverse()) {
      row[j] = isSameItem(left, right) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; at(i, j) > 0; ) {
    if (isSameItem(before[i] ?? null, after[j] ?? null)) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

function isSameItem(left: Value, right: Value): boolean {
  const name = nameOf(left);
  return name === undefined ? equals(left, right) : name === nameOf(right);
}

function nameOf(item: Value): string | undefined {
  return isMap(item) ? stringAt(item, 'name') : undefined;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function operation(op: string, path: string, value?: Value): Operation {
  const made = new Map<string, Value>([
    ['op', op],
    ['path', path],
  ]);
  return value === undefined ? made : made.set('value', value);
}
