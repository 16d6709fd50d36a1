import { type FieldError, invalid, type Value } from '@managed-fields/merge-engine';
import { type Held, holdsFor, type KubernetesVersion, kubernetesVersions } from '../versions.ts';
import type { Field } from './field-path.ts';

/** A complaint, and the versions of Kubernetes that make it; all do where none are listed. */
export interface Complaint extends FieldError {
  readonly versions?: readonly KubernetesVersion[];
}

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
export function errorsAt(version: KubernetesVersion, errors: Errors): Errors {
  if (errors.every(({ versions }) => versions === undefined)) return errors;
  return errors.filter(({ versions }) => versions?.includes(version) !== false);
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
