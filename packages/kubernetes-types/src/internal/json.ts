import { isList, isMap, sortedKeys, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { fieldsOf, type InternalType, type InternalTypes } from './types.ts';

/**
 * The JSON of a served value in the type that the server works on, fields in their order.
 * Upstream: encoding/json, over what k8s.io/kubernetes pkg/apis/…/v1/conversion.go makes.
 */
export function internalJson(types: InternalTypes, type: string, value: Value | undefined, around?: ValueMap): Value {
  if (type.startsWith('*')) {
    return value === undefined || value === null ? null : internalJson(types, type.slice(1), value, around);
  }
  if (type.startsWith('[]')) {
    return isList(value) ? value.map((item) => internalJson(types, type.slice(2), item)) : null;
  }
  if (type.startsWith('map[')) {
    const element = type.slice(type.indexOf(']') + 1);
    if (!isMap(value)) return null;
    return new Map(sortedKeys(value).map((key) => [key, internalJson(types, element, value.get(key))]));
  }
  const named = types[type] ?? 'basic';
  if (typeof named === 'object') return structJson(types, named, isMap(value) ? value : new Map(), around ?? new Map());
  if (named === 'basic' || named === 'custom') return value ?? zeros[type] ?? null;
  return internalJson(types, named, value);
}

const zeros: Readonly<Record<string, Value>> = {
  bool: false,
  'intstr.IntOrString': 0n,
  int32: 0n,
  int64: 0n,
  'resource.Quantity': '0',
  string: '',
};

function structJson(
  types: InternalTypes,
  struct: Exclude<InternalType, string>,
  value: ValueMap,
  around: ValueMap,
): ValueMap {
  const shown = new Map<string, Value>();
  for (const { type, json, served, above, omitted, inline } of fieldsOf(struct)) {
    const own = served === '' ? value : (above ? around : value).get(served);
    const field = internalJson(types, type, own, value);
    if (inline && isMap(field)) for (const [name, inner] of field) shown.set(name, inner);
    else if (!omitted || !isEmpty(field)) shown.set(json, field);
  }
  return shown;
}

function isEmpty(value: Value): boolean {
  if (isList(value)) return value.length === 0;
  return isMap(value) ? value.size === 0 : value === null || value === false || value === '' || value === 0n;
}
