import { childPath, type ErrorPath, type FieldError, indexPath, invalid, tooLong } from '../validation/field-error.ts';
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

/** `U+0009`, and the character itself where it is printable, as Go's %#U. */
function codePointText(char: string): string {
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return printable.test(char) ? `U+${hex} '${char}'` : `U+${hex}`;
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
    if (operation !== 'Apply' && operation !== 'Update') {
      errors.push(invalid(childPath(at, 'operation'), operation, 'must be `Apply` or `Update`'));
    }
    const fieldsType = stringAt(entry, 'fieldsType') ?? '';
    if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
      errors.push(invalid(childPath(at, 'fieldsType'), fieldsType, 'must be `FieldsV1`'));
    }
    errors.push(...fieldManagerErrors(stringAt(entry, 'manager') ?? '', childPath(at, 'manager')));
    if (byteLength(stringAt(entry, 'subresource') ?? '') > 256) errors.push(tooLong(childPath(at, 'subresource'), 256));
  });
  return errors;
}
