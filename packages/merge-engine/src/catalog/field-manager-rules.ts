import { byteLength } from './byte-length.ts';
import { invalid, tooLong } from './complaint.ts';
import type { ErrorPath } from './error-path.ts';
import type { FieldError } from './field-error.ts';

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
