import { formatFloat, quote } from '../value/go-format.ts';
import { formatJson } from '../value/json-write.ts';
import { assertNever, type Value } from '../value/value.ts';
import type { FieldError } from './field-error.ts';

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
  return type !== 'Required' && type !== 'Forbidden' && type !== 'TooLong' && type !== 'Internal';
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
    case 'NotFound':
      return 'Not found';
    case 'Internal':
      return 'Internal error';
    default:
      return assertNever(type);
  }
}
