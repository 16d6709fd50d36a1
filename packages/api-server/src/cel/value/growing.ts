import { type CelList, type CelMap, type CelValue, isCelList, isCelMap, listValue } from './cel-value.ts';
import { insertEntry, mapKey, mapValue } from './map-value.ts';

/** A list or map that a loop makes, to which it adds without copying what is there. */
interface Growing {
  settle(): CelValue;
}

/**
 * Makes an empty list or map one that grows in place; other values stay as they are.
 * Upstream: github.com/google/cel-go common/types/list.go NewMutableList, map.go NewMutableMap.
 */
export function growing(value: CelValue): CelValue {
  if (isCelList(value) && value.items.length === 0) return growingList();
  return isCelMap(value) && value.size === 0 ? growingMap() : value;
}

/** Ends the growth of a value, where it is one that grows. */
export function settled(value: CelValue): CelValue {
  const grows = (isCelList(value) || isCelMap(value)) && 'settle' in value;
  return grows ? (value as CelValue & Growing).settle() : value;
}

function growingList(): CelList & Growing {
  const items: CelValue[] = [];
  const list: CelList & Growing = {
    kind: 'list',
    items,
    plus(other) {
      for (const item of other.items) items.push(item);
      return list;
    },
    settle: () => listValue(items),
  };
  return list;
}

function growingMap(): CelMap & Growing {
  const entries = new Map<string, readonly [CelValue, CelValue]>();
  const now = mapValue(entries);
  const map: CelMap & Growing = {
    kind: 'map',
    get size() {
      return entries.size;
    },
    keys: now.keys,
    find: now.find,
    insert(key, value) {
      if (now.find(key) !== undefined) return insertEntry(now, key, value);
      entries.set(mapKey(key) ?? '', [key, value]);
      return map;
    },
    settle: () => mapValue(entries),
  };
  return map;
}
