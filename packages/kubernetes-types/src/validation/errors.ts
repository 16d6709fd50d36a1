import { type FieldError, invalid, type Value } from '@managed-fields/merge-engine';
import type { Field } from './field-path.ts';

/** Complaints in the order in which the server lists them. */
export type Errors = readonly FieldError[];

/** One complaint about a value for each message. */
export function invalidAll(field: Field, value: Value, details: readonly string[]): Errors {
  return details.map((detail) => invalid(field, value, detail));
}

/** A value that names something that is not there. Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go. */
export function notFound(field: Field, value: Value): FieldError {
  return { type: 'NotFound', field, value, detail: '' };
}

export {
  duplicate,
  forbidden,
  internal,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '@managed-fields/merge-engine';

/** A value that breaks a rule and is not shown. */
export function invalidUnshown(field: Field, detail: string): FieldError {
  return { type: 'Invalid', field, detail };
}
