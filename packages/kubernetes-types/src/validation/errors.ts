import { complaintsIn, type FieldError, quote, required, type Value } from '@managed-fields/merge-engine';
import { type Held, type KubernetesVersion, kubernetesVersions, minorOf } from '../versions.ts';
import type { Field } from './field-path.ts';
import type { Shown } from './shown.ts';

/** A complaint, whose value may be shown as the type that the server works on. */
export interface Complaint extends Omit<FieldError, 'value'> {
  readonly value?: BadValue;
}

/** What is complained about; what is shown of a type that the server works on depends on the version. */
type BadValue = Value | { readonly raw: string } | Shown;

/** Complaints in the order in which the server lists them. */
export type Errors = readonly Complaint[];

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

/** The complaints that were made before a version, and those that its declarative validation makes instead. */
export function declaredFrom(version: KubernetesVersion, before: Errors, after: Errors): Errors {
  const until = kubernetesVersions[kubernetesVersions.indexOf(version) - 1];
  return [
    ...(until === undefined ? [] : inVersions({ until }, before)),
    ...declarative(version, inVersions({ from: version }, after)),
  ];
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

/** A value that is missing, of which v1.33 said more. */
export function requiredInWords(field: Field, former: string): Errors {
  return [
    ...inVersions({ until: 'v1.33' }, [required(field, former)]),
    ...inVersions({ from: 'v1.34' }, [required(field)]),
  ];
}

/** A field that never changes: from a version on, declarative validation says so without showing the value. */
export function immutableUnshown(from: KubernetesVersion, field: Field, value: Value): Errors {
  const shown = (value: Value) => [invalid(field, value, 'field is immutable')];
  return declaredFrom(from, shown(value), shown(null));
}

/** A value that names something that is not there. Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go. */
export function notFound(field: Field, value: Value): Complaint {
  return { type: 'NotFound', field, value, detail: '' };
}

export { forbidden, internal, required, tooLong, tooMany } from '@managed-fields/merge-engine';

/** A value that breaks a rule and is not shown. */
export function invalidUnshown(field: Field, detail: string): Complaint {
  return { type: 'Invalid', field, detail };
}
