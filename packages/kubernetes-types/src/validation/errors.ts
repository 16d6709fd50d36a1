import { complaintsIn, type FieldError, quote, required, type Value } from '@managed-fields/merge-engine';
import {
  holdsFor,
  type KubernetesVersion,
  kubernetesVersions,
  minorOf,
  type PlayedVersion,
  type ReleasesHeld,
} from '../versions.ts';
import type { Field } from './field-path.ts';
import type { Shown } from './shown.ts';

/** A complaint. Its value may be shown as a type that the server works on. */
export interface Complaint extends Omit<FieldError, 'value'> {
  readonly value?: BadValue;
  /** The releases that make it, where those of a minor version differ. */
  readonly held?: ReleasesHeld;
  /** What its words end with: how a value of one of the server's own types changed. */
  readonly change?: ChangedValue;
}

/** Two served values that complaints show as a type that the server works on. */
export interface ChangedValue {
  /** The Go name of the type, `core.PodSpec`. */
  readonly type: string;
  readonly before: Value;
  readonly after: Value;
}

/**
 * The value that a complaint shows: a value, a text that is printed as it is, or a value of the server's own types, which
 * versions show in their own way.
 */
export type BadValue = Value | { readonly raw: string } | Shown;

/** Complaints in the order in which the server lists them. */
export type Errors = readonly Complaint[];

/** Limits complaints to some minor versions. */
export function inVersions({ from, until }: MinorsHeld, errors: Errors): Errors {
  return errors.map((error) => ({
    ...error,
    minors: {
      from: Math.max(error.minors?.from ?? oldest, from === undefined ? oldest : minorOf(from)),
      until: Math.min(error.minors?.until ?? newest, until === undefined ? newest : minorOf(until)),
    },
  }));
}

/** Limits complaints to some releases of minor versions. */
export function inReleases(held: ReleasesHeld, errors: Errors): Errors {
  return errors.map((error) => ({ ...error, held }));
}

/** The complaints that a version makes, of those that `inReleases` limits. */
export function madeIn(version: PlayedVersion, errors: Errors): Errors {
  return errors.flatMap(({ held, ...error }) => (held === undefined || holdsFor(held, version) ? [error] : []));
}

/** The minor versions that a row of a table holds for, the first and the last among them. */
export interface MinorsHeld {
  readonly from?: KubernetesVersion;
  readonly until?: KubernetesVersion;
}

const minors = kubernetesVersions.map(minorOf);
const [oldest, newest] = [Math.min(...minors), Math.max(...minors)];

/** Marks complaints as made by declarative validation from a version on; they come after all others. */
export function declarative(from: KubernetesVersion, errors: Errors): Errors {
  return errors.map((error) => ({ ...error, declarativeFrom: minorOf(from) }));
}

/** Combines the complaints before a version with those of its declarative validation, which replace them. */
export function declaredFrom(version: KubernetesVersion, before: Errors, after: Errors): Errors {
  return otherFrom(version, before, declarative(version, after));
}

/** Complaints that are others, or in other words, from a version on. */
export function otherFrom(version: KubernetesVersion, before: Errors, after: Errors): Errors {
  const until = kubernetesVersions[kubernetesVersions.indexOf(version) - 1];
  return [...(until === undefined ? [] : inVersions({ until }, before)), ...inVersions({ from: version }, after)];
}

/** Complaints that no longer show the value from a version on. */
export function unshownFrom(version: KubernetesVersion, errors: Errors): Errors {
  return otherFrom(
    version,
    errors,
    errors.map((error) => ({ ...error, value: null })),
  );
}

/** Marks complaints about the format of a text as declared from a version on; it then counts in bytes. */
export function declaredFormat(from: KubernetesVersion, errors: Errors): Errors {
  return declaredFrom(from, errors, inBytes(errors));
}

/** Complaints about a length as a declared format words them. Upstream: k8s.io/apimachinery pkg/api/validate/content/errors.go. */
export function inBytes(errors: Errors): Errors {
  return errors.map(({ detail, ...error }) => ({
    ...error,
    detail: detail.replace(/(must be no more than \d+) characters/, '$1 bytes'),
  }));
}

/** The given complaints and, for versions that make none of them, those of `rest`, which is called only then. */
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

/** The complaint about a missing value; until v1.33 it had a detail. */
export function requiredInWords(field: Field, former: string): Errors {
  return [
    ...inVersions({ until: 'v1.33' }, [required(field, former)]),
    ...inVersions({ from: 'v1.34' }, [required(field)]),
  ];
}

/**
 * The complaint about a changed immutable field. From a version on, declarative validation makes it without showing the
 * value.
 */
export function immutableUnshown(from: KubernetesVersion, field: Field, value: Value): Errors {
  const shown = (value: Value) => [invalid(field, value, 'field is immutable')];
  return declaredFrom(from, shown(value), shown(null));
}

/**
 * A value that names something that is not there.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go.
 */
export function notFound(field: Field, value: Value): Complaint {
  return { type: 'NotFound', field, value, detail: '' };
}

/** A change that is not allowed, whose words end with how the value changed. */
export function forbiddenChange(field: Field, words: string, change: ChangedValue): Complaint {
  return { type: 'Forbidden', field, detail: `${words}\n`, change };
}

/** A text with more than `max` characters. Upstream: apimachinery pkg/util/validation/field/errors.go TooLongCharacters. */
export function tooManyCharacters(field: Field, max: number): Complaint {
  return { type: 'TooLong', field, detail: `may not be more than ${max} characters` };
}

export { forbidden, internal, required, tooLong, tooMany } from '@managed-fields/merge-engine';

/** A value that breaks a rule and is not shown. */
export function invalidUnshown(field: Field, detail: string): Complaint {
  return { type: 'Invalid', field, detail };
}
