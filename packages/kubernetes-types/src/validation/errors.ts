import { complaintsIn, type FieldError, invalid, type Value } from '@managed-fields/merge-engine';
import { type Held, type KubernetesVersion, kubernetesVersions, minorOf } from '../versions.ts';
import type { Field } from './field-path.ts';

/** Complaints in the order in which the server lists them. */
export type Errors = readonly FieldError[];

/** Complaints that only some versions make. */
export function inVersions({ from, until }: Held, errors: Errors): Errors {
  return errors.map((error) => ({
    ...error,
    minors: {
      from: Math.max(error.minors?.from ?? oldest, from === undefined ? oldest : minorOf(from)),
      until: Math.min(error.minors?.until ?? newest, until === undefined ? newest : minorOf(until)),
    },
  }));
}

const minors = kubernetesVersions.map(minorOf);
const [oldest, newest] = [Math.min(...minors), Math.max(...minors)];

/** Complaints that a version tells after all others, as those of declarative validation. */
export function declarative(from: KubernetesVersion, errors: Errors): Errors {
  return errors.map((error) => ({ ...error, declarativeFrom: minorOf(from) }));
}

/** Complaints, and where a version makes none of them, the `rest`, which is found only then. */
export function firstOf(errors: Errors, ...rest: readonly (() => Errors)[]): Errors {
  const [next, ...others] = rest;
  const silent = kubernetesVersions.filter((version) => complaintsIn(minorOf(version), errors).length === 0);
  const [from, until] = [silent[0], silent.at(-1)];
  if (next === undefined || from === undefined || until === undefined) return errors;
  const found = firstOf(next(), ...others);
  return errors.length === 0 ? found : [...errors, ...inVersions({ from, until }, found)];
}

/** One complaint about a value for each message. */
export function invalidAll(field: Field, value: Value, details: readonly string[]): Errors {
  return details.map((detail) => invalid(field, value, detail));
}

/** A field that never changes: from a version on, declarative validation says so without showing the value. */
export function immutableUnshown(from: KubernetesVersion, field: Field, value: Value): Errors {
  const words = 'field is immutable';
  const before = kubernetesVersions[kubernetesVersions.indexOf(from) - 1];
  return [
    ...(before === undefined ? [] : inVersions({ until: before }, [invalid(field, value, words)])),
    ...declarative(from, inVersions({ from }, [invalid(field, null, words)])),
  ];
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
