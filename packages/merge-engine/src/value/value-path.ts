import { isList, isMap, type Value, type ValueMap, withEntry } from './value.ts';

/** The place of something inside one given value: keys of maps and indexes of lists, from the root. */
export type ValuePath = readonly (string | number)[];

/** A place as the server's decoders print it: `spec.containers[0].image`. */
export function placeText(place: ValuePath): string {
  return place
    .map((step, depth) => (typeof step === 'number' ? `[${step}]` : depth === 0 ? step : `.${step}`))
    .join('');
}

/** The value at a place; undefined where there is none. */
export function valueAt(value: Value, place: ValuePath): Value | undefined {
  let node: Value | undefined = value;
  for (const step of place) {
    if (typeof step === 'number') node = isList(node) ? node[step] : undefined;
    else node = isMap(node) ? node.get(step) : undefined;
  }
  return node;
}

/** A copy of a map with the value at a path of keys; maps that are not there are made. */
export function withValueAt(map: ValueMap, path: readonly string[], value: Value): ValueMap {
  const [key, ...rest] = path;
  if (key === undefined) return map;
  const inner = map.get(key);
  return withEntry(map, key, rest.length === 0 ? value : withValueAt(isMap(inner) ? inner : new Map(), rest, value));
}
