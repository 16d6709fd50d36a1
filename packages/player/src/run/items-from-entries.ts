import { formatJson, isMap, type PathElement, type Value, type ValueMap } from '@managed-fields/merge-engine';

type Key = Extract<PathElement, { kind: 'key' }>['key'];

/** The keys of a map list with the schema of each, and those of them that every item must have. */
export interface KeyedItems {
  readonly keys: ReadonlyMap<string, ValueMap>;
  readonly required: readonly string[];
  /** Whether at least one owned item is in the list, and no two items have the same key. */
  readonly unique: boolean;
}

/**
 * Finds the keys by which entries identify the items of a list. Where entries use different keys, the keys that find
 * the most owned items in the list win. A key that some items lack gets a default, provided that all entries have one
 * and the same value for it; otherwise these keys do not fit. Undefined where no keys fit.
 */
export function keyedItems(items: readonly Value[], owned: readonly Key[]): KeyedItems | undefined {
  if (!items.every(isMap)) return undefined;
  const byNames = new Map<string, Key[]>();
  for (const key of owned) {
    const names = formatJson(key.map(({ name }) => name));
    const known = byNames.get(names);
    if (known !== undefined) known.push(key);
    else if (byNames.size < mostNames) byNames.set(names, [key]);
  }
  const candidates = [...byNames.values()].flatMap((keys) => candidateOf(items, keys) ?? []);
  const [best] = candidates.sort((a, b) => b.found - a.found || b.count - a.count || b.keys.size - a.keys.size);
  return best && { keys: best.keys, required: best.required, unique: best.unique };
}

/** More sets of keys for one list than this are not tried. */
const mostNames = 16;

interface Candidate extends KeyedItems {
  /** The number of owned items that are in the list. */
  readonly found: number;
  readonly count: number;
}

function candidateOf(items: readonly ValueMap[], owned: readonly Key[]): Candidate | undefined {
  const keys = new Map<string, ValueMap>();
  const required: string[] = [];
  for (const { name } of owned[0] ?? []) {
    const values = owned.flatMap((key) => key.flatMap((each) => (each.name === name ? [each.value] : [])));
    const standing = items.flatMap((item) => item.get(name) ?? []);
    const schema = scalarSchema([...values, ...standing]);
    if (schema === undefined) return undefined;
    if (items.every((item) => item.has(name))) {
      keys.set(name, schema);
      required.push(name);
      continue;
    }
    const [only, ...more] = new Set(values.map(idOf));
    const [value] = values;
    if (only === undefined || more.length > 0 || value === undefined) return undefined;
    keys.set(name, new Map([...schema, ['default', exact(value)]]));
  }
  if (keys.size === 0) return undefined;
  const itemIds = new Set(
    items.map((item) => idsOf([...keys].map(([n, schema]) => item.get(n) ?? schema.get('default') ?? null))),
  );
  const found = owned.filter((key) => itemIds.has(idsOf(key.map(({ value }) => value)))).length;
  return { keys, required, found, count: owned.length, unique: found > 0 && itemIds.size === items.length };
}

/** The schema of the items of a set. Undefined where an item is null, a list or a map. */
export function setItems(values: readonly Value[]): ValueMap | undefined {
  if (values.some((value) => value === null || typeof value === 'object')) return undefined;
  return scalarSchema(values) ?? new Map([['x-kubernetes-preserve-unknown-fields', true]]);
}

/** The schema of scalars that all have one type; undefined where their types differ. */
function scalarSchema(values: readonly Value[]): ValueMap | undefined {
  const types = new Set(values.map(typeOf));
  if (types.size === 2 && types.has('integer') && types.has('number')) types.delete('integer');
  const [type, ...more] = types;
  return type === undefined || more.length > 0 ? undefined : new Map([['type', type]]);
}

function typeOf(value: Value): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'bigint') return 'integer';
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : undefined;
}

/** Turns whole numbers back into integers: fieldsV1 has only floating-point numbers. */
function exact(value: Value): Value {
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
}

function idOf(value: Value): string {
  return typeof value === 'bigint' ? formatJson(Number(value)) : formatJson(value);
}

function idsOf(values: readonly Value[]): string {
  return values.map(idOf).join();
}
