import { formatJson } from '../value/json-write.ts';
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
  /** The minor versions of Kubernetes that complain so, the first and the last among them: 37 for v1.37. Absent: all. */
  readonly minors?: { readonly from?: number; readonly until?: number };
  /** The minor version from which on it is told after what validation written by hand finds. Absent: none. */
  readonly declarativeFrom?: number;
}

/** Complaints that only some minor versions make. */
export function inMinors(minors: NonNullable<FieldError['minors']>, errors: readonly FieldError[]): FieldError[] {
  return errors.map((error) => ({ ...error, minors }));
}

/** The complaints that a minor version makes. */
export function complaintsIn<Error extends Pick<FieldError, 'minors'>>(
  minor: number,
  errors: readonly Error[],
): readonly Error[] {
  return errors.filter(({ minors: { from = minor, until = minor } = {} }) => minor >= from && minor <= until);
}

/**
 * Complaints about a kind that is validated declaratively as well: those that declarative validation finds come last,
 * and from v1.37 on each is told once.
 * Upstream: apiserver pkg/registry/rest/validate.go ValidateDeclarativelyWithMigrationChecks, whose filter goes by way
 * of an aggregate.
 */
export function inDeclarativeOrder(minor: number, own: readonly FieldError[]): readonly FieldError[] {
  const late = ({ declarativeFrom }: FieldError) => declarativeFrom !== undefined && minor >= declarativeFrom;
  const ordered = own.some(late) ? [...own.filter((error) => !late(error)), ...own.filter(late)] : own;
  return minor >= toldOnceFrom ? [...new Map(ordered.map((error) => [keyOf(error), error])).values()] : ordered;
}

const toldOnceFrom = 37;

function keyOf({ type, field, value, detail }: FieldError): string {
  const isRaw = typeof value === 'object' && value !== null && 'raw' in value;
  const shown = isRaw || value === undefined ? value : formatJson(value);
  return JSON.stringify([type, field, shown, detail]);
}
