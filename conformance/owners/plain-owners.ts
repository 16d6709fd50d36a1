import {
  equals,
  isList,
  isMap,
  parseJson,
  type Value,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';

/**
 * Who owns what of an object by the form of fieldsV1 alone, without any schema: `f:` is a field, `k:` the items with
 * these keys, `v:` the items of this value, `i:` the item at this place, `.` the place itself; `{}` is the place and
 * all that is in it, unless somebody has something below it.
 */
export interface PlainOwners {
  /** The entries that own a place, by the place as JSON. */
  readonly owners: ReadonlyMap<string, ReadonlySet<number>>;
  /** The same by an owned whole that the place is in. */
  readonly inherited: ReadonlyMap<string, ReadonlySet<number>>;
  /** The fields that entries own and that are not in the object: their keys, joined. */
  readonly absent: ReadonlySet<string>;
}

/** Reads them; `entries` are the items of managedFields. */
export function plainOwners(object: ValueMap, entries: readonly Value[]): PlainOwners {
  const owners = new Map<string, Set<number>>();
  const leaves = new Map<string, Set<number>>();
  const entered = new Set<string>();
  const absent = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const fields = isMap(entry) ? entry.get('fieldsV1') : undefined;
    const walk = (value: Value | undefined, level: ValueMap, place: ValuePath, keys: string): void => {
      for (const [key, inside] of level) {
        if (key === '.' || !isMap(inside)) continue;
        const steps = value === undefined ? [] : selected(value, key);
        const below = [...inside.keys()].some((each) => each !== '.');
        const isMember = inside.size === 0 || inside.has('.');
        if (steps.length === 0) {
          if (isMember) absent.add(`${keys} ${key}`);
          walk(undefined, inside, place, `${keys} ${key}`);
        }
        for (const step of steps) {
          const here = [...place, step];
          const name = JSON.stringify(here);
          if (isMember) put(owners, name, index);
          if (below) entered.add(name);
          else put(leaves, name, index);
          walk(at(value, step), inside, here, `${keys} ${key}`);
        }
      }
    };
    if (isMap(fields)) walk(object, fields, [], '');
  }
  const inherited = new Map<string, Set<number>>();
  inherit(object, [], new Set(), (place, from) => {
    const name = JSON.stringify(place);
    if (from.size > 0) inherited.set(name, from);
    const own = entered.has(name) ? undefined : leaves.get(name);
    return own === undefined ? from : new Set([...from, ...own]);
  });
  return { owners, inherited, absent };
}

function inherit(
  value: Value,
  place: ValuePath,
  from: Set<number>,
  visit: (place: ValuePath, from: Set<number>) => Set<number>,
): void {
  const inside = place.length === 0 ? from : visit(place, from);
  if (isMap(value)) for (const [name, child] of value) inherit(child, [...place, name], inside, visit);
  if (isList(value)) for (const [index, child] of value.entries()) inherit(child, [...place, index], inside, visit);
}

function put(map: Map<string, Set<number>>, name: string, index: number): void {
  map.set(name, (map.get(name) ?? new Set()).add(index));
}

function at(value: Value | undefined, step: string | number): Value | undefined {
  if (isMap(value ?? null)) return (value as ValueMap).get(String(step));
  return Array.isArray(value) ? value[Number(step)] : undefined;
}

/** The children of a value that one key of fieldsV1 selects. */
function selected(value: Value, key: string): readonly (string | number)[] {
  const [kind, content] = [key.slice(0, 2), key.slice(2)];
  if (kind === 'f:') return isMap(value) && value.has(content) ? [content] : [];
  if (!isList(value)) return [];
  if (kind === 'i:') return value.length > Number(content) ? [Number(content)] : [];
  const parsed = parseJson(content);
  if (parsed.kind === 'error') return [];
  const wanted = parsed.value;
  const fits = (item: Value): boolean => {
    if (kind === 'v:') return same(item, wanted);
    if (kind !== 'k:' || !isMap(wanted) || !isMap(item)) return false;
    return [...wanted].every(([name, each]) => item.has(name) && same(item.get(name) ?? null, each));
  };
  return value.flatMap((item, index) => (fits(item) ? [index] : []));
}

function same(a: Value, b: Value): boolean {
  return (
    equals(a, b) || (typeof a !== 'object' && typeof b !== 'object' && Number(a) === Number(b) && typeof a !== 'string')
  );
}
