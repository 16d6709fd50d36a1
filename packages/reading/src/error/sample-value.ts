import type { Atom, FieldPath, PathElement, Value, ValueMap } from '@managed-fields/merge-engine';
import { assertNever } from '@managed-fields/merge-engine';

/** The two sides of a conflict, which have different values of the same field. */
export type Side = 'theirs' | 'yours';

/** Paths as a tree. */
interface Branch {
  readonly element: PathElement | undefined;
  readonly children: readonly Branch[];
}

/**
 * Makes an object of a type that has all paths, with different values for the two sides, and nothing else but the keys
 * of list items. The values are placeholders that the user replaces.
 */
export function sampleObject(type: Atom, paths: readonly FieldPath[], side: Side): ValueMap {
  const value = sampleOf(treeOf(undefined, paths), type, side, '');
  return value instanceof Map ? value : new Map();
}

function treeOf(element: PathElement | undefined, paths: readonly FieldPath[]): Branch {
  const groups = new Map<string, { element: PathElement; rest: FieldPath[] }>();
  for (const [first, ...rest] of paths) {
    if (first === undefined) continue;
    const name = JSON.stringify(first, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
    const group = groups.get(name) ?? { element: first, rest: [] };
    group.rest.push(rest);
    groups.set(name, group);
  }
  return { element, children: [...groups.values()].map((group) => treeOf(group.element, group.rest)) };
}

function sampleOf({ element, children }: Branch, type: Atom, side: Side, name: string): Value {
  const [first] = children;
  if (first?.element === undefined) return leafOf(element, type, side, name);
  if (first.element.kind === 'field') {
    const fields = children.flatMap((child): [string, Value][] => {
      if (child.element?.kind !== 'field') return [];
      const below = type.map?.fields.get(child.element.name)?.type ?? type.map?.element;
      return below === undefined ? [] : [[child.element.name, sampleOf(child, below, side, child.element.name)]];
    });
    const keys: [string, Value][] = element?.kind === 'key' ? element.key.map((key) => [key.name, key.value]) : [];
    return new Map([...keys, ...fields]);
  }
  const item = type.list?.element;
  return item === undefined ? [] : children.flatMap((child) => itemsOf(child, item, side, name));
}

/** An item that is owned as a whole although fields in it are owned: the list has it twice. */
function itemsOf(child: Branch, item: Atom, side: Side, name: string): readonly Value[] {
  const { element, children } = child;
  const value = sampleOf(child, item, side, name);
  if (element?.kind !== 'key' || children.length > 0 || item.map?.relationship !== 'separable') return [value];
  const field = fieldBeside(element, item);
  if (field === undefined || !(value instanceof Map)) return [value];
  const withField = (of: Side): Value => new Map([...value, [field.name, sampleValue(field.type, of, field.name)]]);
  return side === 'theirs' ? [withField('theirs'), withField('yours')] : [withField('yours')];
}

/** The first scalar field of an item that is not one of its keys. */
function fieldBeside(element: PathElement & { readonly kind: 'key' }, item: Atom) {
  const keys = element.key.map(({ name }) => name);
  return [...(item.map?.fields.values() ?? [])].find(
    ({ name, type }) => !keys.includes(name) && type.scalar !== undefined,
  );
}

/** The value at the end of a path: an item with its keys, a member of a set, or a whole value. */
function leafOf(element: PathElement | undefined, type: Atom, side: Side, name: string): Value {
  switch (element?.kind) {
    case 'key': {
      const keys: ValueMap = new Map(element.key.map((key) => [key.name, key.value]));
      const field = type.map?.relationship === 'atomic' ? fieldBeside(element, type) : undefined;
      return field === undefined ? keys : new Map([...keys, [field.name, sampleValue(field.type, side, field.name)]]);
    }
    case 'value':
      return element.value;
    case 'field':
    case 'index':
    case undefined:
      // A map that is owned as a field although it has fields was empty when it was written.
      return side === 'theirs' && isGranular(type) ? new Map() : sampleValue(type, side, name);
    default:
      return assertNever(element);
  }
}

function isGranular(type: Atom): boolean {
  return type.scalar === undefined && type.list === undefined && type.map?.relationship === 'separable';
}

const time = /(?:Time|Timestamp)$/;

/** A simple value of a type; the other side's is different. */
export function sampleValue(type: Atom, side: Side, name: string, depth = 0): Value {
  if (type.scalar !== undefined) return sampleScalar(type, side, name);
  if (depth > 6) return new Map();
  if (type.list !== undefined) {
    const { element, keys } = type.list;
    const item = sampleValue(element, side, name, depth + 1);
    if (!(item instanceof Map) || keys.length === 0) return [item];
    const keyed = keys.map((key): [string, Value] => {
      const below = element.map?.fields.get(key);
      return [key, below?.default ?? sampleValue(below?.type ?? { name: '', scalar: 'string' }, 'theirs', key)];
    });
    return [new Map([...item, ...keyed])];
  }
  const { map } = type;
  if (map === undefined) return side;
  const fields = [...map.fields].map(([field, { type: below }]) => ({ field, below }));
  const simple =
    fields.find(({ below, field }) => below.scalar === 'string' && !time.test(field)) ??
    fields.find(({ below }) => below.scalar !== undefined) ??
    fields.find(({ below }) => below.map !== undefined) ??
    fields[0];
  if (simple !== undefined) {
    return new Map([[simple.field, sampleValue(simple.below, side, simple.field, depth + 1)]]);
  }
  return map.element === undefined ? new Map() : new Map([['key', sampleValue(map.element, side, '', depth + 1)]]);
}

function sampleScalar({ scalar }: Atom, side: Side, name: string): Value {
  const mine = side === 'yours';
  switch (scalar) {
    case 'numeric':
      return mine ? 2n : 1n;
    case 'boolean':
      return !mine;
    case 'untyped':
      return mine ? '2' : '1';
    case 'string':
    case undefined:
      if (time.test(name)) return mine ? '2026-01-02T00:00:00Z' : '2026-01-01T00:00:00Z';
      return side;
    default:
      return assertNever(scalar);
  }
}
