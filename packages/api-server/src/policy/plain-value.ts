import { isList, isMap, type Value, type ValueList, type ValueMap } from '@managed-fields/merge-engine';
import type { Atom } from '@managed-fields/merge-engine/typed';
import { type CelList, type CelMap, type CelValue, celError, isError } from '../cel/value/cel-value.ts';
import { celEqual } from '../cel/value/equality.ts';
import { goType } from '../cel/value/go-type.ts';

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

/** Structures of Go that are seen as the JSON that they hold. */
const asJson = /\.(?:RawExtension|FieldsV1|JSON)$/;

/**
 * The same of a value that the server keeps in structures of Go, of a type that says which of its maps are structs.
 * Upstream: apiserver v0.37 pkg/cel/common/valuesschemalesstyped.go SchemalessTypedToVal.
 */
export function celOfTyped(value: Value, type: Atom | undefined): CelValue {
  if (type === undefined || asJson.test(type.name)) return celOfPlain(value);
  if (isList(value)) return typedList(value, type.list?.element);
  return isMap(value) ? typedMap(value, type) : value;
}

function typedList(list: ValueList, type: Atom | undefined): CelList {
  let items: readonly CelValue[] | undefined;
  return {
    kind: 'list',
    native: list,
    go: 'list(dyn)',
    get items() {
      items ??= list.map((item) => celOfTyped(item, type));
      return items;
    },
    equals({ items: other }) {
      return (
        this.items.length === other.length && this.items.every((item, at) => celEqual(item, other[at] ?? null) === true)
      );
    },
  };
}

function typedMap(map: ValueMap, { name, map: type }: Atom): CelMap {
  const found = new Map<string, CelValue>();
  const isStruct = (type?.fields.size ?? 0) > 0;
  return {
    kind: 'map',
    size: map.size,
    native: map,
    go: isStruct ? name.split('.').slice(-2).join('.') : 'map(dyn, dyn)',
    keys: () => [...map.keys()],
    find(key) {
      if (typeof key !== 'string') return isError(key) ? key : celError(`unsupported map key type: ${goType(key)}`);
      const entry = map.get(key);
      if (entry === undefined) return undefined;
      const made = found.get(key) ?? celOfTyped(entry, type?.fields.get(key)?.type ?? type?.element);
      found.set(key, made);
      return made;
    },
    equals(other) {
      if (map.size !== other.size) return false;
      for (const key of map.keys()) {
        const there = other.find(key);
        const same = there !== undefined && celEqual(this.find(key) ?? null, there);
        if (same !== true) return isStruct ? same : false;
      }
      return true;
    },
  };
}
