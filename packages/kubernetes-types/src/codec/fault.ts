/**
 * What a decoder complains about. A `type` fault is a value that does not fit; it names the innermost struct and the
 * path to the field as far as they are known.
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

/** A fault from within a field, told from the struct that holds it. Upstream: decode.go addErrorContext. */
export function within(fault: Fault, struct: string, field: string): Fault {
  if (fault.kind === 'text') return fault;
  return { ...fault, struct, field: fault.field === undefined ? field : `${field}.${fault.field}` };
}
