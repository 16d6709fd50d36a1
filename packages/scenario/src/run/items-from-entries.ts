import { formatJson, isMap, type PathElement, type Value, type ValueMap } from '@managed-fields/merge-engine';

type Key = Extract<PathElement, { kind: 'key' }>['key'];

/** By what the items of a map list are told apart, as schemas; and which of the keys every item has to have. */
export interface KeyedItems {
  readonly keys: ReadonlyMap<string, ValueMap>;
  readonly required: readonly string[];
  /** Some items are owned that stand in the list, and none stands twice. */
  readonly unique: boolean;
}

/**
 * The keys by which entries tell the items of a list apart. Where entries name different keys, those count that every
 * item can be told apart by, then those that find the most of what is owned in the list. A key that items lack gets a
 * default where all entries have one value for it. Undefined where the items contradict all entries.
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

/** Nobody has as many keys for one list. */
const mostNames = 16;

interface Candidate extends KeyedItems {
  /** How many of the owned items stand in the list. */
  readonly found: number;
  readonly count: number;
}

function candidateOf(items: readonly ValueMap[], owned: readonly Key[]): Candidate | undefined {
  const keys = new Map<string, ValueMap>();
  const required: string[] = [];
  for (const { name } of owned[0] ?? []) {
    const told = owned.flatMap((key) => key.flatMap((each) => (each.name === name ? [each.value] : [])));
    const standing = items.flatMap((item) => item.get(name) ?? []);
    const schema = scalarSchema([...told, ...standing]);
    if (schema === undefined) return undefined;
    if (items.every((item) => item.has(name))) {
      keys.set(name, schema);
      required.push(name);
      continue;
    }
    const [only, ...more] = new Set(told.map(idOf));
    const [value] = told;
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

/** The schema of the items of a set; undefined where some of them cannot be told apart. */
export function setItems(values: readonly Value[]): ValueMap | undefined {
  if (values.some((value) => value === null || typeof value === 'object')) return undefined;
  return scalarSchema(values) ?? new Map([['x-kubernetes-preserve-unknown-fields', true]]);
}

/** What all of some scalars are; undefined where they differ. */
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

/** fieldsV1 knows no integers. */
function exact(value: Value): Value {
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
}

function idOf(value: Value): string {
  return typeof value === 'bigint' ? formatJson(Number(value)) : formatJson(value);
}

function idsOf(values: readonly Value[]): string {
  return values.map(idOf).join();
}
