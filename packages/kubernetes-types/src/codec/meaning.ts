import { isList, isMap, parseQuantity, type Value, type ValueList, type ValueMap } from '@managed-fields/merge-engine';
import type { GoStruct, GoType } from './go-types.ts';

/**
 * A decoded object with each amount written in one way only, so that amounts of the same size compare as equal. Parts that
 * are in that form already stay the same objects.
 * Upstream: apimachinery pkg/api/equality/semantic.go, which compares amounts by their size.
 */
export function withPlainAmounts(object: ValueMap, type: GoStruct): ValueMap {
  return plainEntries(object, (name) => type.fields.get(name)?.type);
}

function plainEntries(map: ValueMap, typeOf: (key: string) => GoType | undefined): ValueMap {
  let changed: Map<string, Value> | undefined;
  for (const [key, value] of map) {
    // Nothing but a text is an amount, and most values are none.
    if (value === null || (typeof value !== 'object' && typeof value !== 'string')) continue;
    const type = typeOf(key);
    const now = type === undefined ? value : plain(value, type);
    if (now !== value) changed = (changed ?? new Map(map)).set(key, now);
  }
  return changed ?? map;
}

function plain(value: Value, type: GoType): Value {
  switch (type.kind) {
    case 'struct':
      return isMap(value) ? withPlainAmounts(value, type) : value;
    case 'slice':
      return isList(value) ? plainItems(value, type.element) : value;
    case 'map':
      return isMap(value) ? plainEntries(value, () => type.element) : value;
    case 'custom':
      return type.encoding.kind === 'quantity' ? plainAmount(value) : value;
    default:
      return value;
  }
}

function plainItems(list: ValueList, type: GoType): ValueList {
  const items = list.map((item) => plain(item, type));
  return items.every((item, index) => item === list[index]) ? list : items;
}

function plainAmount(value: Value): Value {
  const parsed = typeof value === 'string' ? parseQuantity(value) : undefined;
  if (parsed?.kind !== 'quantity') return value;
  let { unscaled, scale } = parsed.quantity.amount;
  if (unscaled === 0n) return '0';
  for (; unscaled % 10n === 0n; scale--) unscaled /= 10n;
  return `${unscaled}e${-scale}`;
}
