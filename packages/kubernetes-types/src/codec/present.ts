import { isList, type Value } from '@managed-fields/merge-engine';

/** A value that is not null. */
export type Present = Exclude<Value, null>;

/** What JSON calls a value: `string`, `number`, `bool`, `array`, `object`. */
export function jsonName(value: Present): string {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'bigint':
    case 'number':
      return 'number';
    default:
      return isList(value) ? 'array' : 'object';
  }
}

/** What Go's reflection calls the kind of an unstructured value: `string`, `int64`, `slice`, `map`. */
export function kindName(value: Present): string {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int64';
    case 'number':
      return 'float64';
    default:
      return isList(value) ? 'slice' : 'map';
  }
}

/** A number as JSON text. A float without fraction was most likely written with one. */
export function numberText(value: bigint | number): string {
  if (typeof value === 'bigint' || !Number.isInteger(value)) return String(value);
  return Math.abs(value) < 2 ** 63 ? value.toFixed(1) : BigInt(value).toString();
}

const limits = { 32: 2n ** 31n, 64: 2n ** 63n } as const;

/** Whether an integer fits a signed type of that many bits. */
export function fitsBits(value: bigint, bits: 32 | 64): boolean {
  return value >= -limits[bits] && value < limits[bits];
}
