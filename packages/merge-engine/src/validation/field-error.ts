import { formatFloat, quote } from '../value/go-text.ts';
import { formatJson } from '../value/json-write.ts';
import { assertNever, type Value } from '../value/value.ts';

/**
 * One complaint of validation about one field. The module `server` of `api-server` writes it as the server words it.
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
    | 'TooFew'
    | 'TooShort'
    | 'NotFound'
    | 'TypeInvalid'
    | 'Internal';
  /** As the server prints it: `spec.containers[0].name`; `<nil>` for the whole object. */
  readonly field: string;
  /**
   * The value complained about, where the message shows one; a string that is shown without quotes is wrapped as
   * `{raw}`.
   */
  readonly value?: Value | { readonly raw: string };
  readonly detail: string;
  /** The minor versions of Kubernetes that make this complaint, first and last included: 37 for v1.37. Absent: all. */
  readonly minors?: { readonly from?: number; readonly until?: number };
  /**
   * The minor version from which on declarative validation makes this complaint, so that it comes after those of
   * handwritten validation. Absent: none.
   */
  readonly declarativeFrom?: number;
  /** What handwritten validation says of it, where declarative validation says it otherwise. */
  readonly handwritten?: Pick<FieldError, 'value' | 'detail'>;
}

/** Limits complaints to some minor versions. */
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
 * The place that validation complains about, as text: `spec.containers[0].name`. Undefined is the object as a whole,
 * which the server prints as `<nil>`.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/path.go Path.
 */
export type ErrorPath = string | undefined;

/** The path of a field below another. */
export function childPath(path: ErrorPath, name: string): string {
  // A part without a name is a subscript to upstream, so an empty name prints as an empty subscript.
  if (name === '') return keyPath(path, '');
  return path === undefined ? name : `${path}.${name}`;
}

/** The path of a list item. */
export function indexPath(path: ErrorPath, index: number): string {
  return `${path ?? ''}[${index}]`;
}

/** The path of a map entry. */
export function keyPath(path: ErrorPath, key: string): string {
  return `${path ?? ''}[${key}]`;
}

/** A path as complaints show it. */
export function pathText(path: ErrorPath): string {
  return path ?? '<nil>';
}

/**
 * A field that must be there.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go, as all of this file.
 */
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

/** A list or map with more than `max` items; a negative number is left out of the message. */
export function tooMany(path: ErrorPath, actual: number, max: number): FieldError {
  const detail = max < 0 ? 'has too many items' : `must have at most ${max} ${max === 1 ? 'item' : 'items'}`;
  return { type: 'TooMany', field: pathText(path), detail, ...(actual < 0 ? {} : { value: BigInt(actual) }) };
}

/** A string with less than `min` characters. */
export function tooShort(path: ErrorPath, min: number): FieldError {
  const detail = `must be at least ${min} ${min === 1 ? 'character' : 'characters'}`;
  return { type: 'TooShort', field: pathText(path), detail };
}

/** A list or map with less than `min` items. */
export function tooFew(path: ErrorPath, actual: number, min: number): FieldError {
  const detail = `must have at least ${min} ${min === 1 ? 'item' : 'items'}`;
  return { type: 'TooFew', field: pathText(path), detail, value: BigInt(actual) };
}

/** A fault of the server itself. */
export function internal(path: ErrorPath, detail: string): FieldError {
  return { type: 'Internal', field: pathText(path), detail };
}

/** What a complaint shows of a value: the value, or text as it stands. */
export type Shown = Value | { readonly raw: string };

/**
 * A complaint in one line, `spec.n: Invalid value: 9: spec.n in body should be less than or equal to 5`.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go Error.
 */
export function fieldErrorText(error: FieldError): string {
  return `${error.field}: ${fieldErrorBody(error)}`;
}

/**
 * A complaint without its field, as the causes of a Status show it.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go ErrorBody.
 */
export function fieldErrorBody(error: FieldError): string {
  const parts = [titleOf(error.type)];
  if (error.value !== undefined && showsValue(error.type)) parts.push(valueText(error.value));
  if (error.detail !== '') parts.push(error.detail);
  return parts.join(': ');
}

/**
 * Several complaints as one message: alone as it is, several in brackets, equal ones once; empty for none.
 * Upstream: k8s.io/apimachinery pkg/util/errors/errors.go aggregate.Error, over ErrorList.ToAggregate.
 */
export function fieldErrorsText(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(fieldErrorText))];
  return texts.length === 1 ? (texts[0] ?? '') : texts.length === 0 ? '' : `[${texts.join(', ')}]`;
}

function showsValue(type: FieldError['type']): boolean {
  return !['Required', 'Forbidden', 'TooLong', 'TooShort', 'Internal'].includes(type);
}

function valueText(value: Value | { readonly raw: string }): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return formatFloat(value);
  if (value !== null && typeof value === 'object' && 'raw' in value) return value.raw;
  return formatJson(value, { sortKeys: true });
}

function titleOf(type: FieldError['type']): string {
  switch (type) {
    case 'Required':
      return 'Required value';
    case 'Invalid':
    case 'TypeInvalid':
      return 'Invalid value';
    case 'NotSupported':
      return 'Unsupported value';
    case 'Forbidden':
      return 'Forbidden';
    case 'Duplicate':
      return 'Duplicate value';
    case 'TooLong':
      return 'Too long';
    case 'TooMany':
      return 'Too many';
    case 'TooFew':
      return 'Too few';
    case 'TooShort':
      return 'Too short';
    case 'NotFound':
      return 'Not found';
    case 'Internal':
      return 'Internal error';
    default:
      return assertNever(type);
  }
}
