import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Feature, isOn } from '../features.ts';
import type { PlayedVersion } from '../versions.ts';

/**
 * The defaults of one struct, as data. They apply in this order: rules, values, then the tables of what it holds.
 *
 * A path names fields: `spec.strategy.type`. A struct on the way that is absent counts as one without fields and is
 * made where a default falls into it; `resources?` is a pointer and only entered where it is set; `ports[]` enters
 * each item of a list and `mappings{}` each value of a map.
 */
export interface Table {
  /** Defaults that need more than one field. */
  readonly rules?: readonly Rule[];
  /** Set where Go holds nil: the field is absent or null. */
  readonly absent?: Readonly<Record<string, Value>>;
  /** Set where Go holds the zero value of a string or a number: absent, null, `''` or `0`. */
  readonly zero?: Readonly<Record<string, Value>>;
  /** Tables for features that are on; they apply last. */
  readonly features?: Partial<Readonly<Record<Feature, Table>>>;
  /** Tables by path; several apply in their order. */
  readonly at?: Readonly<Record<string, AnyTable | readonly AnyTable[]>>;
}

type AnyTable = Table | CompiledTable;

/** A default that reads more than one field. Returns the object, changed or not. */
export type Rule = (object: ValueMap, version: PlayedVersion) => ValueMap;

/** A table with its paths parsed; made once, when a group is loaded. */
export interface CompiledTable {
  readonly rules: readonly Rule[];
  readonly values: readonly DefaultValue[];
  readonly nested: readonly { readonly steps: readonly Step[]; readonly table: CompiledTable }[];
  readonly features: readonly { readonly feature: Feature; readonly table: CompiledTable }[];
}

/** The value of a field of the structs that some steps lead to. */
interface DefaultValue {
  readonly steps: readonly Step[];
  readonly field: string;
  readonly value: Value;
  /** Whether it is also set where Go holds zero. */
  readonly zero: boolean;
}

interface Step {
  readonly field: string;
  readonly into: 'struct' | 'pointer' | 'items' | 'values';
}

/** Reads the paths of a table. */
export function table(source: Table): CompiledTable {
  const values = [
    ...Object.entries(source.absent ?? {}).map(([path, value]) => defaultValue(path, value, false)),
    ...Object.entries(source.zero ?? {}).map(([path, value]) => defaultValue(path, value, true)),
  ];
  const nested = Object.entries(source.at ?? {}).flatMap(([path, inner]) =>
    [inner].flat().map((one) => ({ steps: readPath(path), table: 'nested' in one ? one : table(one) })),
  );
  const features = (Object.entries(source.features ?? {}) as [Feature, Table][]).map(([feature, inner]) => ({
    feature,
    table: table(inner),
  }));
  return { rules: source.rules ?? [], values, nested, features };
}

function defaultValue(path: string, value: Value, zero: boolean): DefaultValue {
  const steps = readPath(path);
  return { steps: steps.slice(0, -1), field: steps.at(-1)?.field ?? '', value, zero };
}

function readPath(path: string): readonly Step[] {
  return path.split('.').map((part) => {
    if (part.endsWith('[]')) return { field: part.slice(0, -2), into: 'items' };
    if (part.endsWith('{}')) return { field: part.slice(0, -2), into: 'values' };
    if (part.endsWith('?')) return { field: part.slice(0, -1), into: 'pointer' };
    return { field: part, into: 'struct' };
  });
}

/** Sets the defaults that a table has in a version; returns the object itself where there is nothing to set. */
export function applyDefaults(defaults: CompiledTable, object: ValueMap, version: PlayedVersion): ValueMap {
  let result = object;
  for (const rule of defaults.rules) result = unlessSame(result, rule(result, version));
  for (const { steps, field, value, zero } of defaults.values) {
    result = changeAt(result, steps, 0, (struct) => {
      const found = struct.get(field);
      const unset = found === undefined || found === null || (zero && (found === '' || found === 0n || found === 0));
      return unset ? new Map(struct).set(field, value) : struct;
    });
  }
  for (const { steps, table: inner } of defaults.nested) {
    result = changeAt(result, steps, 0, (struct) => applyDefaults(inner, struct, version));
  }
  for (const { feature, table: inner } of defaults.features) {
    if (isOn(feature, version)) result = applyDefaults(inner, result, version);
  }
  return result;
}

/** The object before, where the one after has the very same entries, so that unchanged objects stay shared. */
function unlessSame(before: ValueMap, after: ValueMap): ValueMap {
  if (before === after || before.size !== after.size) return after;
  for (const [field, value] of after) if (before.get(field) !== value) return after;
  return before;
}

/** A change of a struct. */
type Change = (struct: ValueMap) => ValueMap;

/** Changes the structs that the steps lead to, from one of them on. */
function changeAt(object: ValueMap, steps: readonly Step[], from: number, change: Change): ValueMap {
  const step = steps[from];
  if (step === undefined) return change(object);
  const found = object.get(step.field);
  const changed = changeInto(step.into, found, (struct) => changeAt(struct, steps, from + 1, change));
  return changed === found || changed === undefined ? object : new Map(object).set(step.field, changed);
}

function changeInto(into: Step['into'], found: Value | undefined, change: Change): Value | undefined {
  switch (into) {
    case 'struct': {
      if (isMap(found)) return change(found);
      const made = change(new Map());
      return made.size === 0 ? found : made;
    }
    case 'pointer':
      return isMap(found) ? change(found) : found;
    case 'items': {
      if (!isList(found)) return found;
      const items = found.map((item) => (isMap(item) ? change(item) : item));
      return items.every((item, i) => item === found[i]) ? found : items;
    }
    case 'values': {
      if (!isMap(found)) return found;
      const entries = [...found].map(([key, value]) => [key, isMap(value) ? change(value) : value] as const);
      return entries.every(([key, value]) => value === found.get(key)) ? found : new Map(entries);
    }
  }
}
