import {
  childPath,
  type ErrorPath,
  type FieldError,
  formatJson,
  inMinors,
  invalid,
  notSupported,
  required,
  tooFew,
  tooLong,
  tooMany,
  tooShort,
  typeInvalid,
  type Value,
} from '@managed-fields/merge-engine';

/**
 * An error of schema validation. `name` is the place as dotted names; of errors with the same `message` only the first
 * counts. `plain` is an error that names no place.
 * Upstream: k8s.io/kube-openapi pkg/validation/errors/schema.go.
 */
export type SchemaError = { readonly name: string; readonly message: string } & (
  | { readonly kind: 'required' | 'plain' }
  | { readonly kind: 'type' | 'other'; readonly value: Value }
  | { readonly kind: 'enum'; readonly value: Value; readonly allowed: readonly Value[] }
  /** A text, and the limit that its length exceeds or does not reach. */
  | { readonly kind: 'too-long' | 'too-short'; readonly value: Value; readonly limit: number }
  /** A count, and the limit that it exceeds or does not reach. */
  | { readonly kind: 'too-many' | 'too-few'; readonly value: bigint; readonly limit: number }
);

/**
 * The result of validating a value. `matches` counts successful checks, by which the best of several schemas is chosen.
 */
export interface SchemaResult {
  readonly errors: SchemaError[];
  matches: number;
}

/** A result without errors. */
export function emptyResult(matches = 0): SchemaResult {
  return { errors: [], matches };
}

/** A result of one error. */
export function failure(error: SchemaError): SchemaResult {
  return { errors: [error], matches: 0 };
}

/** Adds errors with new messages. Upstream: kube-openapi pkg/validation/validate/result.go AddErrors. */
export function addErrors(result: SchemaResult, ...errors: readonly SchemaError[]): void {
  for (const error of errors) {
    if (!result.errors.some((known) => known.message === error.message)) result.errors.push(error);
  }
}

/** Adds the errors and matches of other results. */
export function mergeResults(result: SchemaResult, ...others: readonly SchemaResult[]): SchemaResult {
  for (const other of others) {
    addErrors(result, ...other.errors);
    result.matches += other.matches;
  }
  return result;
}

/**
 * Converts the errors to those of the API, below a path.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/validation/validation.go kubeOpenAPIResultToFieldErrors.
 */
export function toFieldErrors(result: SchemaResult, path: ErrorPath): FieldError[] {
  return result.errors.flatMap((error) => toFieldError(error, path));
}

function toFieldError(error: SchemaError, path: ErrorPath): FieldError | readonly FieldError[] {
  const { kind, name, message } = error;
  if (kind === 'plain') return invalid(path, '', message);
  const at = name === '' || name === '.' ? path : childPath(path, name.startsWith('.') ? name.slice(1) : name);
  switch (kind) {
    case 'required':
      return required(at);
    case 'enum':
      return notSupported(at, error.value, error.allowed.map(enumText));
    case 'too-long':
      return tooLong(at, error.limit);
    case 'too-many':
      return tooMany(at, Number(error.value), error.limit);
    case 'too-short':
      return sinceTooFew(invalid(at, error.value, message), tooShort(at, error.limit));
    case 'too-few':
      return sinceTooFew(invalid(at, error.value, message), tooFew(at, Number(error.value), error.limit));
    case 'type':
      return typeInvalid(at, error.value, message);
    case 'other':
      return invalid(at, error.value, message);
  }
}

/** Servers before v1.38 have no type of their own for values that are too short or too few. */
function sinceTooFew(before: FieldError, after: FieldError): readonly FieldError[] {
  return [...inMinors({ until: 37 }, [before]), ...inMinors({ from: 38 }, [after])];
}

function enumText(value: Value): string {
  return typeof value === 'string' ? value : formatJson(value, { sortKeys: true });
}
