import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { GoField, GoType } from './go-types.ts';

/**
 * What a field holds after each of some values was decoded into it, one after the other: structs keep the fields that the
 * next value does not name, maps their keys, and lists what is inside of their structs.
 * Upstream: Go encoding/json, which sigs.k8s.io/json follows; an item of a list is not cleared before it is read again.
 */
export function decodedInTurn(values: readonly Value[], { type, pointer }: GoField): Value {
  return values.reduce((held, next) => {
    // A null sets pointers, maps and lists to nil, and says nothing to anything else.
    if (next === null) return pointer || type.kind === 'slice' || type.kind === 'map' ? null : held;
    return into(held, next, type);
  }, null);
}

function into(held: Value, next: Value, type: GoType): Value {
  if (type.kind === 'struct' && isMap(held) && isMap(next)) {
    const all: [string, Value][] = [...next].map(([key, value]) => {
      const field = type.fields.get(key);
      const before = held.get(key);
      return [key, field === undefined || before === undefined ? value : decodedInTurn([before, value], field)];
    });
    return new Map([...held, ...all]);
  }
  if (type.kind === 'map' && isMap(held) && isMap(next)) return new Map([...held, ...next]) satisfies ValueMap;
  if (type.kind === 'slice' && isList(held) && isList(next)) {
    return next.map((item, i) => {
      const before = held[i];
      return before === undefined || item === null ? item : into(before, item, type.element);
    });
  }
  return next;
}
