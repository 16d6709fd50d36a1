import type { FieldError, Value } from '@managed-fields/merge-engine';
import type { Field } from './field-path.ts';

/*
 * Makers of complaints, worded as the server words them.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go.
 */

/** Complaints in the order in which the server lists them. */
export type Errors = readonly FieldError[];

/** No complaints. */
export const fine: Errors = [];

/** The field has to be given. */
export function required(field: Field, detail = ''): FieldError {
  return { type: 'Required', field, detail };
}

/** The value breaks a rule. Absent values print as null. */
export function invalid(field: Field, value: Value | undefined, detail: string): FieldError {
  return { type: 'Invalid', field, value: value ?? null, detail };
}

/** One complaint about a value for each message. */
export function invalidAll(field: Field, value: Value | undefined, details: readonly string[]): Errors {
  return details.map((detail) => invalid(field, value, detail));
}

/** The field must not be given or changed here. */
export function forbidden(field: Field, detail: string): FieldError {
  return { type: 'Forbidden', field, detail };
}

/** The value is none of a known set. */
export function notSupported(field: Field, value: Value | undefined, supported: readonly string[]): FieldError {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map((name) => `"${name}"`).join(', ')}`;
  return { type: 'NotSupported', field, value: value ?? '', detail };
}

/** The value was there before. */
export function duplicate(field: Field, value: Value): FieldError {
  return { type: 'Duplicate', field, value, detail: '' };
}

/** The value names something that is not there. */
export function notFound(field: Field, value: Value): FieldError {
  return { type: 'NotFound', field, value, detail: '' };
}

/** More bytes than allowed. */
export function tooLong(field: Field, most: number): FieldError {
  return { type: 'TooLong', field, detail: `may not be more than ${most} byte${most === 1 ? '' : 's'}` };
}

/** More items than allowed. */
export function tooMany(field: Field, count: number, most: number): FieldError {
  const detail = `must have at most ${most} item${most === 1 ? '' : 's'}`;
  return { type: 'TooMany', field, value: BigInt(count), detail };
}
