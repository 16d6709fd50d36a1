import type { Scalar } from '../schema/atom.ts';
import { formatGoSyntax, formatValue, goTypeName } from '../value/go-text.ts';
import type { Value } from '../value/value.ts';

/**
 * A complaint about one field, in upstream's words.
 * Upstream: structured-merge-diff typed/helpers.go ValidationError.
 */
export interface ValidationError {
  /** As messages print it, `.spec.containers[name="a"]`; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

/** Complaints as upstream prints them: one on its line, several as an indented list below `errors:`. */
export function validationErrorsToString(errors: readonly ValidationError[]): string {
  const lines = errors.map((error) => (error.path === '' ? error.message : `${error.path}: ${error.message}`));
  return lines.length === 1 ? (lines[0] as string) : ['errors:', ...lines.map((line) => `  ${line}`)].join('\n');
}

/** What is wrong with a value as a scalar; undefined where nothing is. Upstream: typed/validate.go validateScalar. */
export function scalarProblem(type: Scalar, value: Value | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  switch (type) {
    case 'numeric':
      if (typeof value === 'bigint' || typeof value === 'number') return undefined;
      return `expected numeric (int or float), got ${goTypeName(value)}`;
    case 'string':
      if (typeof value === 'string') return undefined;
      return `expected string, got &value.valueUnstructured{Value:${formatGoSyntax(value)}}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected boolean, got ${printed(value)}`;
    case 'untyped':
      return typeof value === 'object' ? `expected any scalar, got ${printed(value)}` : undefined;
  }
}

/** A value as Go's `%v` prints the struct that upstream wraps it in. */
export function printed(value: Value): string {
  return `&{${formatValue(value)}}`;
}
