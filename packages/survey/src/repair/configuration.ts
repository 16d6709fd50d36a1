import {
  emptySet,
  type FieldSet,
  fieldSetFromV1,
  isList,
  isMap,
  mapAt,
  type PathElement,
  pathToString,
  union,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';

/**
 * Makes the configuration of an applier: the fields that its entry has, with their present values, but for some. Fields
 * that the object does not have are left out. Undefined where the entry cannot be read.
 */
export function configurationWithout(
  object: ValueMap,
  place: number,
  isLeftOut: (path: readonly PathElement[]) => boolean,
): ValueMap | undefined {
  return configurationWith(object, place, (path, value) => (isLeftOut(path) ? undefined : value));
}

/** The same with all that the entry has, and more fields of the object. */
export function configurationAnd(object: ValueMap, place: number, more: FieldSet): ValueMap | undefined {
  return configurationWith(object, place, (_, value) => value, more);
}

/** The same with other values of some fields, as `pick` gives them by their paths; undefined leaves a field out. */
export function configurationWith(
  object: ValueMap,
  place: number,
  pick: (path: readonly PathElement[], value: Value) => Value | undefined,
  more: FieldSet = emptySet,
): ValueMap | undefined {
  const entries = mapAt(object, 'metadata')?.get('managedFields');
  const entry = isList(entries) ? entries[place] : undefined;
  const read = isMap(entry) ? fieldSetFromV1(entry.get('fieldsV1') ?? null) : undefined;
  if (read?.kind !== 'set') return undefined;
  const taken = takeMap(object, union(read.set, more), [], pick);
  const metadata = mapAt(object, 'metadata');
  const named = ['name', 'namespace'].flatMap((name) => {
    const value = metadata?.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const head = ['apiVersion', 'kind'].flatMap((name) => {
    const value = object.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const own = mapAt(taken, 'metadata');
  const rest = [...taken].filter(([name]) => name !== 'metadata');
  return new Map<string, Value>([...head, ['metadata', new Map([...named, ...(own ?? [])])], ...rest]);
}

type Path = readonly PathElement[];
type Picked = (path: Path, value: Value) => Value | undefined;

/** The part of a value that a set has; the value itself where the set has nothing inside of it. */
function take(value: Value, set: FieldSet | undefined, path: Path, pick: Picked): Value {
  if (set === undefined) return value;
  if (isMap(value)) return takeMap(value, set, path, pick);
  return isList(value) ? takeList(value, set, path, pick) : value;
}

/** What is inside of each element of a level, by the text of the element; undefined for members alone. */
function childrenOf(set: FieldSet): ReadonlyMap<string, Child> {
  const children = new Map<string, Child>();
  for (const element of set.members) children.set(pathToString([element]), { element, inside: undefined });
  for (const { element, set: inside } of set.children) children.set(pathToString([element]), { element, inside });
  return children;
}

interface Child {
  readonly element: PathElement;
  readonly inside: FieldSet | undefined;
}

/** Takes members of a map in its own order. */
function takeMap(value: ValueMap, set: FieldSet, path: Path, pick: Picked): ValueMap {
  const children = childrenOf(set);
  const taken = new Map<string, Value>();
  for (const [name, present] of value) {
    const child = children.get(`.${name}`);
    if (child === undefined) continue;
    const { element, inside } = child;
    const at = [...path, element];
    const member = pick(at, present);
    if (member === undefined) continue;
    const part = take(member, inside, at, pick);
    // What only held what is left out is left out with it.
    if (inside !== undefined && isEmpty(part) && !isEmpty(member)) continue;
    taken.set(name, part);
  }
  return taken;
}

/** Takes items of a list in its own order, which an apply would keep. */
function takeList(list: readonly Value[], set: FieldSet, path: Path, pick: Picked): Value {
  const children = childrenOf(set);
  const keys = keyNamesIn(children);
  return list.flatMap((item) => {
    const child = elementsOf(item, keys)
      .map((element) => children.get(pathToString([element])))
      .find((found) => found !== undefined);
    const kept = child === undefined ? undefined : pick([...path, child.element], item);
    if (child === undefined || kept === undefined) return [];
    const { element, inside } = child;
    const part = take(kept, inside, [...path, element], pick);
    if (element.kind !== 'key' || !isMap(part)) return [part];
    // Keys may be left out as defaults, and an item is named by all of them.
    return [new Map<string, Value>([...element.key.map(({ name, value }) => [name, value] as const), ...part])];
  });
}

/** The names of the keys by which items are told apart; several sets of them after a change of the kind. */
function keyNamesIn(children: ReadonlyMap<string, Child>): readonly (readonly string[])[] {
  const all = new Map<string, readonly string[]>();
  for (const { element } of children.values()) {
    if (element.kind !== 'key') continue;
    const names = element.key.map(({ name }) => name);
    all.set(JSON.stringify(names), names);
  }
  return [...all.values()];
}

/** The elements that may name an item. */
function elementsOf(item: Value, keys: readonly (readonly string[])[]): readonly PathElement[] {
  if (!isMap(item)) return [{ kind: 'value', value: item }];
  return keys.map((names): PathElement => {
    const key = names.flatMap((name) => (item.has(name) ? [{ name, value: item.get(name) ?? null }] : []));
    return { kind: 'key', key };
  });
}

function isEmpty(value: Value): boolean {
  return isMap(value) ? value.size === 0 : isList(value) && value.length === 0;
}
