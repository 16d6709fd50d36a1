import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { GoStruct, GoType } from './go-types.ts';

/**
 * The object without the fields that its struct does not have; the same object where it has no others. For tables of
 * another version that set what a server of this one does not know.
 */
export function withinStruct(object: ValueMap, type: GoStruct): ValueMap {
  const within = new Map<string, Value>();
  let isSame = true;
  for (const [name, value] of object) {
    const field = type.fields.get(name);
    const kept = field && withinType(value, field.type);
    if (kept !== undefined) within.set(name, kept);
    isSame &&= kept === value;
  }
  return isSame ? object : within;
}

function withinType(value: Value, type: GoType): Value {
  if (type.kind === 'struct') return isMap(value) ? withinStruct(value, type) : value;
  if (type.kind !== 'slice' && type.kind !== 'map') return value;
  const { element } = type;
  if (isList(value)) {
    const items = value.map((item) => withinType(item, element));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isMap(value)) return value;
  const entries = [...value].map(([key, each]) => [key, withinType(each, element)] as const);
  return entries.every(([key, each]) => each === value.get(key)) ? value : new Map(entries);
}
