import { isList, isMap, type Value, type ValueList, type ValueMap } from '@managed-fields/merge-engine';
import type { Atom, MapType } from '@managed-fields/merge-engine/typed';
import { type CelList, type CelMap, type CelValue, celError, isError } from '../cel/value/cel-value.ts';
import { celEqual } from '../cel/value/equality.ts';
import { goType } from '../cel/value/go-type.ts';
import { semanticallyEqual } from './semantic-equality.ts';

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
  if (isList(value)) return typedList(value, type);
  return isMap(value) ? typedMap(value, type) : value;
}

const goScalars = { string: 'string', boolean: 'bool', numeric: 'int64', untyped: 'interface {}' } as const;

/** The type of Go behind a type of a built-in kind, where its schema says which: the names that types of texts have, it does not. */
function goName({ name, scalar, list, map }: Atom): string {
  if (scalar !== undefined) return goScalars[scalar];
  if (list !== undefined) return `[]${goName(list.element)}`;
  if (isStructType(map)) return name.split('.').slice(-2).join('.');
  if (map?.element?.name.endsWith('.Quantity')) return 'v1.ResourceList';
  return `map[string]${map?.element === undefined ? goScalars.untyped : goName(map.element)}`;
}

/** What maps of Go are called that are no struct. */
const goMap = 'map(dyn, dyn)';

function isStructName(go: string | undefined): boolean {
  return go !== undefined && go !== goMap;
}

function isStructType(map: MapType | undefined): boolean {
  return (map?.fields.size ?? 0) > 0;
}

function typedList(list: ValueList, type: Atom): CelList {
  let items: readonly CelValue[] | undefined;
  return {
    kind: 'list',
    native: list,
    go: 'list(dyn)',
    get goType() {
      return goName(type);
    },
    get items() {
      items ??= list.map((item) => celOfTyped(item, type.list?.element));
      return items;
    },
    equals({ items: other }) {
      return (
        this.items.length === other.length && this.items.every((item, at) => celEqual(item, other[at] ?? null) === true)
      );
    },
  };
}

function typedMap(map: ValueMap, atom: Atom): CelMap {
  const found = new Map<string, CelValue>();
  const type = atom.map;
  const isStruct = isStructType(type);
  return {
    kind: 'map',
    size: map.size,
    native: map,
    go: isStruct ? goName(atom) : goMap,
    get goType() {
      return goName(atom);
    },
    keys: () => [...map.keys()],
    find(key) {
      if (typeof key !== 'string')
        return isError(key) ? key : celError(`unsupported map key type: ${goType(key, { minor: 37 })}`);
      const entry = map.get(key);
      if (entry === undefined) return undefined;
      const made = found.get(key) ?? celOfTyped(entry, type?.fields.get(key)?.type ?? type?.element);
      found.set(key, made);
      return made;
    },
    equals(other) {
      if (isStruct && isStructName(other.go)) {
        return other.goType === goName(atom) && semanticallyEqual(map, other.native, atom);
      }
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
