import type { Value } from '../value/value.ts';

/**
 * One complaint of validation about one field. The server room writes it as the server words it.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go.
 */
export interface FieldError {
  readonly type:
    | 'Required'
    | 'Invalid'
    | 'NotSupported'
    | 'Forbidden'
    | 'Duplicate'
    | 'TooLong'
    | 'TooMany'
    | 'NotFound'
    | 'TypeInvalid'
    | 'Internal';
  /** As the server prints it: `spec.containers[0].name`; `<nil>` for the whole object. */
  readonly field: string;
  /** The value complained about, where the message shows one; a string that is shown without quotes is wrapped as `{raw}`. */
  readonly value?: Value | { readonly raw: string };
  readonly detail: string;
}
