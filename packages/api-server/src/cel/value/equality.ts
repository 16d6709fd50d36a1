import {
  type CelMap,
  type CelObject,
  type CelValue,
  isCelList,
  isCelMap,
  isError,
  kindOf,
  type MadeObject,
  noSuchOverload,
} from './cel-value.ts';

/** Compares two values: true, false or an error. Upstream: github.com/google/cel-go common/types/util.go Equal. */
export function celEqual(left: CelValue, right: CelValue): CelValue {
  if (left === null || right === null) return left === right;
  return equalTo(left, right);
}

/** Compares two values by the type of the left one. Upstream: the methods Equal of common/types. */
export function equalTo(left: CelValue, right: CelValue): CelValue {
  if (isError(left)) return left;
  const leftNumber = numberOf(left);
  if (leftNumber !== undefined) {
    const rightNumber = numberOf(right);
    // JavaScript compares bigint and number exactly.
    // biome-ignore lint/suspicious/noDoubleEquals: numbers of both kinds are compared by value
    return rightNumber !== undefined && leftNumber == rightNumber;
  }
  if (left === null || typeof left !== 'object') return left === right;
  return objectEqual(left, right);
}

/** Returns the number of an int, uint or double; undefined for other values. */
export function numberOf(value: CelValue): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  return value !== null && typeof value === 'object' && value.kind === 'uint' ? value.value : undefined;
}

function objectEqual(left: CelObject, right: CelValue): CelValue {
  switch (left.kind) {
    case 'list':
      if (!isCelList(right)) return left.equals === undefined ? false : mismatch(right);
      return left.equals?.(right) ?? itemsEqual(left.items, right.items);
    case 'map':
      if (!isCelMap(right)) return left.equals === undefined ? false : mismatch(right);
      return left.equals?.(right) ?? entriesEqual(left, right);
    case 'bytes':
      return kindOf(right) === 'bytes' && bytesEqual(left.bytes, (right as typeof left).bytes);
    case 'timestamp':
    case 'duration':
      return kindOf(right) === left.kind && left.nanos === (right as typeof left).nanos;
    case 'type':
      return kindOf(right) === 'type' && left.name === (right as typeof left).name;
    case 'optional': {
      if (kindOf(right) !== 'optional') return false;
      const other = (right as typeof left).value;
      if (left.value === undefined || other === undefined) return left.value === other;
      return equalTo(left.value, other);
    }
    case 'made':
      return kindOf(right) === 'made' && sameMade(left, right as typeof left);
    case 'opaque':
      if (kindOf(right) !== 'opaque' || (right as typeof left).type !== left.type) return mismatch(right);
      return left.equals(right as typeof left);
    default:
      return left;
  }
}

function sameMade(left: MadeObject, right: MadeObject): boolean {
  if (left.type !== right.type || left.fields.size !== right.fields.size) return false;
  return [...left.fields].every(([name, value]) => {
    const other = right.fields.get(name);
    return other !== undefined && celEqual(value, other) === true;
  });
}

/** Returns the result of comparing a value with one of another type. */
export function mismatch(other: CelValue): CelValue {
  return isError(other) ? other : noSuchOverload;
}

function itemsEqual(left: readonly CelValue[], right: readonly CelValue[]): boolean {
  return (
    left.length === right.length && left.every((item, index) => celEqual(item, right[index] as CelValue) !== false)
  );
}

function entriesEqual(left: CelMap, right: CelMap): boolean {
  return (
    left.size === right.size &&
    left.keys().every((key) => {
      const other = right.find(key);
      return other !== undefined && celEqual(left.find(key) ?? null, other) !== false;
    })
  );
}

function bytesEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/**
 * Whether a list contains a value; an error where no item is equal and one cannot be compared, but for those that are
 * structures of Go.
 */
export function listHas(items: readonly CelValue[], value: CelValue): CelValue {
  let problem: CelValue | undefined;
  for (const item of items) {
    const equal = celEqual(item, value);
    if (equal === true) return true;
    if (isError(equal) && !((isCelList(item) || isCelMap(item)) && item.go !== undefined)) problem ??= equal;
  }
  return problem ?? false;
}
