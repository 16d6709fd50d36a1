import { type FieldError, need, quote, type Value } from '@managed-fields/merge-engine';
import { internalValues } from '../parts.ts';
import { type Held, holdsFor, type KubernetesVersion, kubernetesVersions } from '../versions.ts';
import type { Field } from './field-path.ts';
import type { Shown } from './shown.ts';

/** A complaint, and the versions of Kubernetes that make it; all do where none are listed. */
export interface Complaint extends Omit<FieldError, 'value'> {
  readonly value?: BadValue;
  readonly versions?: readonly KubernetesVersion[];
}

/** What is complained about; what is shown of a type that the server works on depends on the version. */
type BadValue = Value | { readonly raw: string } | Shown;

/** Complaints in the order in which the server lists them. */
export type Errors = readonly Complaint[];

/** Complaints that only some versions make. */
export function inVersions(held: Held, errors: Errors): Errors {
  return errors.map((error) => ({
    ...error,
    versions: (error.versions ?? kubernetesVersions).filter((version) => holdsFor(held, version)),
  }));
}

/** The complaints that a version makes. */
export function errorsAt<Error extends Pick<Complaint, 'field' | 'versions'>>(
  version: KubernetesVersion,
  errors: readonly Error[],
): readonly Error[] {
  if (errors.every(({ versions }) => versions === undefined)) return errors;
  return errors.filter(({ versions }) => versions?.includes(version) !== false);
}

/** Complaints with what a version shows of values of the types that the server works on. */
export function shownErrors(version: KubernetesVersion, errors: Errors): readonly FieldError[] {
  return errors.map(({ value, ...error }) => {
    if (value === undefined) return error;
    return { ...error, value: isShown(value) ? need(internalValues).shownValue(value, version) : value };
  });
}

function isShown(value: BadValue): value is Shown {
  return typeof value === 'object' && value !== null && 'of' in value;
}

/** Complaints, and where a version makes none of them, the `rest`, which is found only then. */
export function firstOf(errors: Errors, ...rest: readonly (() => Errors)[]): Errors {
  const [next, ...others] = rest;
  if (next === undefined || errors.some(({ versions }) => versions === undefined)) return errors;
  const found = firstOf(next(), ...others);
  if (errors.length === 0) return found;
  const silent = kubernetesVersions.filter((version) => errorsAt(version, errors).length === 0);
  return [
    ...errors,
    ...found.map((error) => ({
      ...error,
      versions: (error.versions ?? kubernetesVersions).filter((version) => silent.includes(version)),
    })),
  ];
}

/** A value that breaks a rule. */
export function invalid(field: Field, value: BadValue, detail: string): Complaint {
  return { type: 'Invalid', field, value, detail };
}

/** A value that is there already. */
export function duplicate(field: Field, value: BadValue): Complaint {
  return { type: 'Duplicate', field, value, detail: '' };
}

/** A value that is none of those that are allowed. */
export function notSupported(field: Field, value: BadValue, supported: readonly string[]): Complaint {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(quote).join(', ')}`;
  return { type: 'NotSupported', field, value, detail };
}

/** One complaint about a value for each message. */
export function invalidAll(field: Field, value: Value, details: readonly string[]): Errors {
  return details.map((detail) => invalid(field, value, detail));
}

/** A value that names something that is not there. Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go. */
export function notFound(field: Field, value: Value): Complaint {
  return { type: 'NotFound', field, value, detail: '' };
}

export {
  forbidden,
  internal,
  required,
  tooLong,
  tooMany,
} from '@managed-fields/merge-engine';

/** A value that breaks a rule and is not shown. */
export function invalidUnshown(field: Field, detail: string): Complaint {
  return { type: 'Invalid', field, detail };
}
