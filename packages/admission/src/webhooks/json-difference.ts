import { equals, isList, isMap, type Value, type ValueList, type ValueMap } from '@managed-fields/merge-engine';

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
    if (ofOld < before.length) differ(before[ofOld] ?? null, after[ofNext] ?? null, `${path}/${index}`, to);
    index++;
    old = ofOld + 1;
    next = ofNext + 1;
  }
}

/** The longest sequence of items that both lists have, as pairs of indexes. */
function commonItems(before: ValueList, after: ValueList): readonly (readonly [number, number])[] {
  const lengths = before.map(() => new Array<number>(after.length + 1).fill(0));
  lengths.push(new Array<number>(after.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const isSame = before.map((left) => after.map((right) => isSameItem(left, right)));
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row !== undefined) row[j] = isSame[i]?.[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (isSame[i]?.[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

function isSameItem(left: Value, right: Value): boolean {
  if (equals(left, right)) return true;
  if (!isMap(left) || !isMap(right)) return false;
  const name = left.get('name');
  return typeof name === 'string' && name === right.get('name');
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
