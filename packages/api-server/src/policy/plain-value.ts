import { isList, isMap, type Value, type ValueList, type ValueMap } from '@managed-fields/merge-engine';
import { type CelList, type CelMap, type CelValue, isError } from '../cel/value/cel-value.ts';

/**
 * Makes a value of expressions of a JSON value, whose type nobody declared: maps and lists are converted as they are
 * looked into.
 * Upstream: github.com/google/cel-go common/types/provider.go NativeToValue, on what
 * k8s.io/apiserver pkg/admission/plugin/cel/condition.go objectToResolveVal returns.
 */
export function celOfPlain(value: Value): CelValue {
  if (isList(value)) return plainList(value);
  return isMap(value) ? plainMap(value) : value;
}

function plainList(list: ValueList): CelList {
  let items: readonly CelValue[] | undefined;
  return {
    kind: 'list',
    native: list,
    get items() {
      items ??= list.map(celOfPlain);
      return items;
    },
  };
}

function plainMap(map: ValueMap): CelMap {
  const found = new Map<string, CelValue>();
  return {
    kind: 'map',
    size: map.size,
    native: map,
    keys: () => [...map.keys()],
    find(key) {
      if (typeof key !== 'string') return isError(key) ? key : undefined;
      const before = found.get(key);
      if (before !== undefined) return before;
      const entry = map.get(key);
      if (entry === undefined) return undefined;
      const made = celOfPlain(entry);
      found.set(key, made);
      return made;
    },
  };
}
