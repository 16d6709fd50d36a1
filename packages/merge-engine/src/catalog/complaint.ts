import { quote } from '../value/go-format.ts';
import type { Value } from '../value/value.ts';
import { type ErrorPath, pathText } from './error-path.ts';
import type { FieldError } from './field-error.ts';

/** A field that must be there. Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go, as all of this file. */
export function required(path: ErrorPath, detail = ''): FieldError {
  return { type: 'Required', field: pathText(path), detail };
}

/** A value that breaks a rule. */
export function invalid(path: ErrorPath, value: Shown, detail: string): FieldError {
  return { type: 'Invalid', field: pathText(path), value, detail };
}

/** A value of the wrong type. */
export function typeInvalid(path: ErrorPath, value: Shown, detail: string): FieldError {
  return { type: 'TypeInvalid', field: pathText(path), value, detail };
}

/** A value that is none of those allowed; `supported` in the order in which the server lists them. */
export function notSupported(path: ErrorPath, value: Shown, supported: readonly string[]): FieldError {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(quote).join(', ')}`;
  return { type: 'NotSupported', field: pathText(path), value, detail };
}

/** A field that may not be set here. */
export function forbidden(path: ErrorPath, detail: string): FieldError {
  return { type: 'Forbidden', field: pathText(path), detail };
}

/** A value that is there already. */
export function duplicate(path: ErrorPath, value: Shown): FieldError {
  return { type: 'Duplicate', field: pathText(path), value, detail: '' };
}

/** A string with more than `max` bytes; a negative `max` leaves the number out. */
export function tooLong(path: ErrorPath, max: number): FieldError {
  const detail = max < 0 ? 'value is too long' : `may not be more than ${max} ${max === 1 ? 'byte' : 'bytes'}`;
  return { type: 'TooLong', field: pathText(path), detail };
}

/** A list or map with more than `max` items; negative numbers leave themselves out. */
export function tooMany(path: ErrorPath, actual: number, max: number): FieldError {
  const detail = max < 0 ? 'has too many items' : `must have at most ${max} ${max === 1 ? 'item' : 'items'}`;
  return { type: 'TooMany', field: pathText(path), detail, ...(actual < 0 ? {} : { value: BigInt(actual) }) };
}

/** A fault of the server itself. */
export function internal(path: ErrorPath, detail: string): FieldError {
  return { type: 'Internal', field: pathText(path), detail };
}

/** What a complaint shows of a value: the value, or text as it stands. */
type Shown = Value | { readonly raw: string };
