import { isList, isMap, remembered, type Value } from '@managed-fields/merge-engine';
import type { CelList, CelMap, CelValue } from '../value/cel-value.ts';

/**
 * Returns the number of values inside a value, which is the cost of visiting all of it. A value that occurs several
 * times counts each time, and a long text counts as several.
 */
export function weightOf(value: CelValue): number {
  if (typeof value === 'string') return weightOfText(value);
  if (value === null || typeof value !== 'object') return 1;
  switch (value.kind) {
    case 'list':
      return weightOfList(value);
    case 'map':
      return weightOfMap(value);
    case 'optional':
      return value.value === undefined ? 1 : 1 + weightOf(value.value);
    case 'made':
      return [...value.fields.values()].reduce<number>((sum, each) => sum + weightOf(each), 1);
    default:
      return 1;
  }
}

function weightOfText(text: string): number {
  return 1 + text.length / 100;
}

const weightOfList = remembered((list: CelList): number =>
  list.native === undefined ? list.items.reduce<number>((sum, item) => sum + weightOf(item), 1) : native(list.native),
);

const weightOfMap = remembered((map: CelMap): number =>
  map.native === undefined
    ? map.keys().reduce<number>((sum, key) => sum + weightOf(key) + weightOf(map.find(key) ?? null), 1)
    : native(map.native),
);

function native(value: Value): number {
  if (typeof value === 'string') return weightOfText(value);
  return isList(value) || isMap(value) ? weightOfNative(value) : 1;
}

const weightOfNative = remembered((value: Extract<Value, object>): number => {
  const inside: Iterable<Value> = isList(value) ? value : (value as ReadonlyMap<string, Value>).values();
  let sum = 1;
  for (const each of inside) sum += native(each);
  return sum;
});
