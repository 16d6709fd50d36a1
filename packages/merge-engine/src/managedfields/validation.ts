import {
  childPath,
  type ErrorPath,
  type FieldError,
  indexPath,
  inMinors,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../validation/field-error.ts';
import { byteLength } from '../value/bytes.ts';
import { isMap, stringAt, type Value } from '../value/value.ts';

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/**
 * Complaints about the name of a field manager: at most 128 bytes, all printable. Positions count bytes.
 * Upstream: k8s.io/apimachinery pkg/apis/meta/v1/validation/validation.go ValidateFieldManager.
 */
export function fieldManagerErrors(manager: string, path: ErrorPath): FieldError[] {
  const errors: FieldError[] = [];
  if (byteLength(manager) > 128) errors.push(tooLong(path, 128));
  let position = 0;
  for (const char of manager) {
    if (!printable.test(char)) {
      errors.push(invalid(path, manager, `invalid character ${codePointText(char)} (at position ${position})`));
    }
    position += byteLength(char);
  }
  return errors;
}

/** `U+0009`, as Go's %#U writes a character that is not printable. */
function codePointText(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const operations: readonly string[] = ['Apply', 'Update'];

/** Complaints about an operation that is none. From v1.38 on declarative validation makes them. */
function operationErrors(operation: string, path: ErrorPath): FieldError[] {
  const missing = (detail?: string) => required(path, detail);
  const unknown = notSupported(path, operation, operations);
  return [
    ...inMinors({ until: 36 }, [invalid(path, operation, 'must be `Apply` or `Update`')]),
    ...inMinors({ from: 37, until: 37 }, [operation === '' ? missing('must not be empty') : unknown]),
    ...inMinors({ from: 38 }, [{ ...(operation === '' ? missing() : unknown), declarativeFrom: 38 }]),
  ];
}

/**
 * Complaints about entries of managedFields.
 * Upstream: pkg/apis/meta/v1/validation/validation.go ValidateManagedFields.
 */
export function managedFieldsErrors(entries: readonly Value[], path: ErrorPath): FieldError[] {
  const errors: FieldError[] = [];
  entries.forEach((entry, index) => {
    if (!isMap(entry)) return;
    const at = indexPath(path, index);
    const operation = stringAt(entry, 'operation') ?? '';
    if (!operations.includes(operation)) errors.push(...operationErrors(operation, childPath(at, 'operation')));
    const fieldsType = stringAt(entry, 'fieldsType') ?? '';
    if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
      errors.push(invalid(childPath(at, 'fieldsType'), fieldsType, 'must be `FieldsV1`'));
    }
    errors.push(...fieldManagerErrors(stringAt(entry, 'manager') ?? '', childPath(at, 'manager')));
    if (byteLength(stringAt(entry, 'subresource') ?? '') > 256) errors.push(tooLong(childPath(at, 'subresource'), 256));
  });
  return errors;
}
