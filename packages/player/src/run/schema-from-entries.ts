import {
  type FieldSet,
  fieldSetFromV1,
  isList,
  isMap,
  listAt,
  mapAt,
  type PathElement,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { deducedMark } from '../deduced-kind.ts';
import { type KeyedItems, keyedItems, setItems } from './items-from-entries.ts';

/**
 * The schema of a kind without a definition at one of its versions, as far as the managedFields of its objects prove
 * it: `k:` below a list proves a map list and its keys, `v:` proves a set, a leaf over a list or map with content
 * proves that it is atomic. Entries at the version itself count before others. Where nothing is proved, or where the
 * objects contradict the entries, every value is allowed, maps are granular and lists atomic.
 */
export function schemaFromEntries(objects: readonly ValueMap[], apiVersion: string): ValueMap {
  const owned = objects.flatMap((object) => ownedIn(object, apiVersion));
  const properties = new Map(propertiesOf({ values: objects, owned }, 0, { left: mostNodes }));
  for (const name of ['apiVersion', 'kind', 'metadata']) properties.delete(name);
  return valueMap({
    ...open,
    type: 'object',
    [deducedMark]: true,
    ...(properties.size === 0 ? {} : { properties }),
  });
}

/** The size limits of a deduced schema: nodes and levels. */
const mostNodes = 2_000;
const mostLevels = 60;

const open = { 'x-kubernetes-preserve-unknown-fields': true } as const;

/** What one entry owns at a place. */
interface Owned {
  /** Whether the entry owns the place itself. */
  readonly member: boolean;
  /** What the entry owns below the place. */
  readonly below: FieldSet | undefined;
  readonly applied: boolean;
  /** Whether the entry is at the version that the schema is for. */
  readonly own: boolean;
}

/** All that is known of a place: its values in the objects, and what the entries own there. */
interface Evidence {
  readonly values: readonly Value[];
  readonly owned: readonly Owned[];
}

/** The number of nodes that may still be added to the schema. */
interface Budget {
  left: number;
}

function ownedIn(object: ValueMap, apiVersion: string): readonly Owned[] {
  return (listAt(mapAt(object, 'metadata'), 'managedFields') ?? []).flatMap((entry): readonly Owned[] => {
    const fields = isMap(entry) ? (mapAt(entry, 'fieldsV1') ?? mapAt(entry, 'fields')) : undefined;
    const read = fields === undefined ? undefined : fieldSetFromV1(fields);
    if (!isMap(entry) || read?.kind !== 'set') return [];
    const own = stringAt(entry, 'apiVersion') === apiVersion;
    return [{ member: false, below: read.set, applied: entry.get('operation') === 'Apply', own }];
  });
}

/** What the owners take a list or a map for. */
type Shape =
  | { readonly kind: 'fields' | 'whole-map' | 'whole-list' }
  | { readonly kind: 'set'; readonly items: ValueMap }
  | ({ readonly kind: 'items' } & KeyedItems);

function shapeOf(values: readonly Value[], owned: readonly Owned[]): Shape | undefined {
  const lists = values.filter(isList);
  const maps = values.filter(isMap);
  const elements = owned.flatMap(({ below }) =>
    below === undefined ? [] : [...below.members, ...below.children.map(({ element }) => element)],
  );
  const keys = elements.flatMap((element) => (element.kind === 'key' ? [element.key] : []));
  const ofSet = elements.flatMap((element) => (element.kind === 'value' ? [element.value] : []));
  if (maps.length === 0 && keys.length > 0) {
    const items = keyedItems(lists.flat(), keys);
    return items && { kind: 'items', ...items };
  }
  if (maps.length === 0 && ofSet.length > 0) {
    const items = setItems([...lists.flat(), ...ofSet]);
    return items && { kind: 'set', items };
  }
  if (lists.length === 0 && elements.some(({ kind }) => kind === 'field')) return { kind: 'fields' };
  if (elements.length > 0 || !owned.some(({ member }) => member)) return undefined;
  if (lists.some((list) => list.length > 0)) return { kind: 'whole-list' };
  return maps.some((map) => map.size > 0) ? { kind: 'whole-map' } : undefined;
}

function schemaOf({ values, owned }: Evidence, depth: number, budget: Budget): ValueMap | undefined {
  const there = values.filter((value) => value !== null);
  const fits = there.every(isList) || there.every(isMap);
  if (!fits || budget.left <= 0 || depth > mostLevels) return undefined;
  const own = owned.filter((each) => each.own);
  const shape = shapeOf(there, own) ?? shapeOf(there, owned);
  if (shape === undefined) return undefined;
  budget.left--;
  switch (shape.kind) {
    case 'fields': {
      const properties = propertiesOf({ values: there, owned }, depth, budget);
      // An apply owns a field together with fields inside it only where no schema declares the field.
      const undeclared = owned.some(({ applied, member, below }) => applied && member && below !== undefined);
      return properties.size === 0 && undeclared ? undefined : part({ type: 'object', ...open, properties });
    }
    case 'whole-map':
      return fromEntries({ type: 'object', ...open, 'x-kubernetes-map-type': 'atomic' });
    case 'whole-list':
      return fromEntries({ type: 'array', 'x-kubernetes-list-type': 'atomic', items: valueMap(open) });
    case 'set':
      return fromEntries({ type: 'array', 'x-kubernetes-list-type': 'set', items: shape.items });
    case 'items': {
      const evidence = itemsOf(there, owned);
      const properties = propertiesOf(evidence, depth, budget);
      for (const [name, schema] of shape.keys) properties.set(name, schema);
      // The keys of a granular item are owned below it; so are those of an item that is in the list twice.
      const isWhole = shape.unique && evidence.owned.length === 0;
      const whole = isWhole ? { 'x-kubernetes-map-type': 'atomic' } : {};
      const items = valueMap({ type: 'object', ...open, ...whole, properties, required: shape.required });
      const keys = [...shape.keys.keys()];
      return fromEntries({ type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys, items });
    }
  }
}

/** Joins all items of a map list into one place. */
function itemsOf(values: readonly Value[], owned: readonly Owned[]): Evidence {
  return {
    values: values.filter(isList).flat(),
    owned: owned.flatMap(({ below, ...entry }) =>
      (below?.children ?? []).flatMap(({ element, set }) =>
        element.kind === 'key' ? [{ ...entry, member: true, below: set }] : [],
      ),
    ),
  };
}

/** The schemas of the fields below a place that the entries own. */
function propertiesOf({ values, owned }: Evidence, depth: number, budget: Budget): Map<string, Value> {
  const properties = new Map<string, Value>();
  for (const [name, ofField] of fieldsOf(owned)) {
    const there = values.flatMap((value) => (isMap(value) ? [value.get(name) ?? null] : []));
    const schema = schemaOf({ values: there, owned: ofField }, depth + 1, budget);
    if (schema !== undefined) properties.set(name, schema);
  }
  return properties;
}

/** What the entries own of each field below a place. */
function fieldsOf(owned: readonly Owned[]): ReadonlyMap<string, readonly Owned[]> {
  const fields = new Map<string, Owned[]>();
  for (const { below, ...entry } of owned) {
    const inside = new Map((below?.children ?? []).map(({ element, set }) => [fieldName(element), set]));
    const members = new Set((below?.members ?? []).map(fieldName));
    for (const name of new Set([...inside.keys(), ...members])) {
      if (name === undefined) continue;
      const known = fields.get(name) ?? [];
      known.push({ ...entry, member: members.has(name), below: inside.get(name) });
      fields.set(name, known);
    }
  }
  return fields;
}

function fieldName(element: PathElement): string | undefined {
  return element.kind === 'field' ? element.name : undefined;
}

/** A part of the schema. Null is allowed and stays null, as without a schema. */
function part(keywords: Readonly<Record<string, Value>>): ValueMap {
  return valueMap({ ...keywords, nullable: true });
}

/** A part of the schema whose list or map type the entries prove. */
function fromEntries(keywords: Readonly<Record<string, Value>>): ValueMap {
  return part({ ...keywords, [deducedMark]: true });
}

function valueMap(entries: Readonly<Record<string, Value>>): ValueMap {
  return new Map(Object.entries(entries));
}
