import {
  equals,
  type FieldSet,
  fieldSetFromV1,
  isList,
  isMap,
  mapAt,
  type PathElement,
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
  const entries = mapAt(object, 'metadata')?.get('managedFields');
  const entry = isList(entries) ? entries[place] : undefined;
  const read = isMap(entry) ? fieldSetFromV1(entry.get('fieldsV1') ?? null) : undefined;
  if (read?.kind !== 'set') return undefined;
  const taken = takeMap(object, read.set, [], isLeftOut);
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
type LeftOut = (path: Path) => boolean;

/** The part of a value that a set has; the value itself where the set has nothing inside of it. */
function take(value: Value, set: FieldSet | undefined, path: Path, isLeftOut: LeftOut): Value {
  if (set === undefined) return value;
  if (isMap(value)) return takeMap(value, set, path, isLeftOut);
  return isList(value) ? takeList(value, set, path, isLeftOut) : value;
}

/** The children of a level, each with what is inside of it; members alone have nothing inside. */
function childrenOf(
  set: FieldSet,
): readonly { readonly element: PathElement; readonly inside: FieldSet | undefined }[] {
  const below = set.children.map(({ element, set: inside }) => ({ element, inside }));
  const alone = set.members.filter((member) => !below.some(({ element }) => same(element, member)));
  return [...below, ...alone.map((element) => ({ element, inside: undefined }))];
}

function same(a: PathElement, b: PathElement): boolean {
  return a === b || JSON.stringify(a, plain) === JSON.stringify(b, plain);
}

function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value instanceof Map ? [...value] : value;
}

function takeMap(value: ValueMap, set: FieldSet, path: Path, isLeftOut: LeftOut): ValueMap {
  const taken = new Map<string, Value>();
  for (const { element, inside } of childrenOf(set)) {
    const at = [...path, element];
    const member = element.kind === 'field' ? value.get(element.name) : undefined;
    if (element.kind !== 'field' || member === undefined || isLeftOut(at)) continue;
    const part = take(member, inside, at, isLeftOut);
    // What only held what is left out is left out with it.
    if (inside !== undefined && isEmpty(part) && !isEmpty(member)) continue;
    taken.set(element.name, part);
  }
  return taken;
}

function takeList(list: readonly Value[], set: FieldSet, path: Path, isLeftOut: LeftOut): Value {
  const children = childrenOf(set).filter(({ element }) => !isLeftOut([...path, element]));
  // In the order of the object, which is the order that an apply would keep.
  return list.flatMap((item) => {
    const child = children.find(({ element }) => names(element, item));
    if (child === undefined) return [];
    const { element, inside } = child;
    const part = take(item, inside, [...path, element], isLeftOut);
    if (element.kind !== 'key' || !isMap(part)) return [part];
    const keys = element.key.map(({ name, value }) => [name, value] as const);
    return [new Map<string, Value>([...keys, ...part])];
  });
}

/** Whether an element names an item of a list. */
function names(element: PathElement, item: Value): boolean {
  if (element.kind === 'value') return equals(element.value, item);
  if (element.kind !== 'key' || !isMap(item)) return false;
  return element.key.every(({ name, value }) => {
    const own = item.get(name);
    return own !== undefined && equals(own, value);
  });
}

function isEmpty(value: Value): boolean {
  return isMap(value) ? value.size === 0 : isList(value) && value.length === 0;
}
