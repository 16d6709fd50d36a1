import { isList, type Value } from '@managed-fields/merge-engine';

/**
 * A fault that a decoder finds. A `type` fault is a value that does not fit; it names the innermost struct and the path
 * to the field as far as they are known.
 * Upstream: encoding/json decode.go UnmarshalTypeError.
 */
export type Fault =
  | {
      readonly kind: 'type';
      /** `string`, `array`, `number 1.5` */
      readonly value: string;
      /** Go's name of the type. */
      readonly type: string;
      readonly struct?: string;
      readonly field?: string;
    }
  | { readonly kind: 'text'; readonly message: string };

/** A fault in the server's words. */
export function faultMessage(fault: Fault): string {
  if (fault.kind === 'text') return fault.message;
  const place = fault.struct === undefined ? 'value' : `struct field ${fault.struct}.${fault.field ?? ''}`;
  return `json: cannot unmarshal ${fault.value} into Go ${place} of type ${fault.type}`;
}

/** A fault inside a field, with the struct that holds the field. Upstream: decode.go addErrorContext. */
export function within(fault: Fault, struct: string, field: string): Fault {
  if (fault.kind === 'text') return fault;
  return { ...fault, struct, field: fault.field === undefined ? field : `${field}.${fault.field}` };
}

/** A value that is not null. */
export type Present = Exclude<Value, null>;

/** The name of a value's JSON type: `string`, `number`, `bool`, `array`, `object`. */
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

/** The name that Go's reflection gives to the kind of an unstructured value: `string`, `int64`, `slice`, `map`. */
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
  if (Math.abs(value) < 2 ** 63) return value.toFixed(1);
  // A reader of YAML has unsigned integers, too.
  return value > 0 && value < 2 ** 64 ? BigInt(value).toString() : String(value);
}

const limits = { 32: 2n ** 31n, 64: 2n ** 63n } as const;

/** Whether an integer fits a signed type of that many bits. */
export function fitsBits(value: bigint, bits: 32 | 64): boolean {
  return value >= -limits[bits] && value < limits[bits];
}
