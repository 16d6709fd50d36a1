import { isScalar, type ScalarValue, type Value, type ValuePath, valueAt } from '@managed-fields/merge-engine';
import { fieldTypeOf, valuesOf } from './field-type.ts';
import type { AssistContext } from './place.ts';
import type { SchemaNode } from './schema-node.ts';

/** The values of a field that the schema allows or suggests, the default first. */
export function scalarValues(node: SchemaNode, byDefault: Value | undefined): readonly ScalarValue[] {
  const known = isScalar(byDefault) && byDefault !== null ? [byDefault] : [];
  const type = fieldTypeOf(node);
  const all = type === 'boolean' ? [true, false] : valuesOf(node);
  return [...known, ...all.filter((value) => !known.some((one) => one === value))];
}

/** The scalar that the object has at a place. Undefined inside lists, whose items may stand elsewhere in the object. */
export function liveValue(path: ValuePath, { object }: AssistContext): ScalarValue | undefined {
  if (object === undefined || path.length < 2 || path[0] === 'metadata') return undefined;
  if (path.some((step) => typeof step === 'number')) return undefined;
  const value = valueAt(object, path);
  return isScalar(value) && value !== '' ? value : undefined;
}
