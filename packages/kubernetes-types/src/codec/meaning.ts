import { isList, isMap, parseQuantity, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { GoStruct, GoType } from './go-types.ts';

/**
 * A decoded object with each amount written in one way only, so that amounts of the same size compare as equal.
 * Upstream: apimachinery pkg/api/equality/semantic.go, which compares amounts by their size.
 */
export function withPlainAmounts(object: ValueMap, type: GoStruct): ValueMap {
  return plainFields(object, type);
}

function plainFields(object: ValueMap, type: GoStruct): ValueMap {
  return new Map(
    [...object].map(([name, value]) => {
      const field = type.fields.get(name);
      return [name, field === undefined ? value : plain(value, field.type)];
    }),
  );
}

function plain(value: Value, type: GoType): Value {
  switch (type.kind) {
    case 'struct':
      return isMap(value) ? plainFields(value, type) : value;
    case 'slice':
      return isList(value) ? value.map((item) => plain(item, type.element)) : value;
    case 'map':
      return isMap(value) ? new Map([...value].map(([key, item]) => [key, plain(item, type.element)])) : value;
    case 'custom':
      return type.encoding.kind === 'quantity' ? plainAmount(value) : value;
    default:
      return value;
  }
}

function plainAmount(value: Value): Value {
  const parsed = typeof value === 'string' ? parseQuantity(value) : undefined;
  if (parsed?.kind !== 'quantity') return value;
  let { unscaled, scale } = parsed.quantity.amount;
  if (unscaled === 0n) return '0';
  for (; unscaled % 10n === 0n; scale--) unscaled /= 10n;
  return `${unscaled}e${-scale}`;
}
