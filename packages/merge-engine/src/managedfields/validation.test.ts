import { expect, it } from 'vitest';
import { complaintsIn, fieldErrorText } from '../validation/field-error.ts';
import { parseJson } from '../value/json.ts';
import { managedFieldsErrors } from './validation.ts';

const entry = '"manager":"m","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{}';

/** What v1.36.3, v1.37.0 and v1.38.0-beta.0 say of entries below metadata of an embedded resource. */
function complaints(minor: number, ...changes: readonly string[]): string {
  const parsed = parseJson(`[${changes.map((change) => `{${entry},${change}}`).join(',')}]`);
  if (parsed.kind !== 'value' || !Array.isArray(parsed.value)) throw new Error('no entries');
  return complaintsIn(minor, managedFieldsErrors(parsed.value, 'metadata.managedFields'))
    .map(fieldErrorText)
    .join('; ');
}

it.each([
  ['"operation":"Update"', ''],
  ['"operation":""', '.operation: Invalid value: "": must be `Apply` or `Update`'],
  ['"operation":"Nonsense"', '.operation: Invalid value: "Nonsense": must be `Apply` or `Update`'],
  ['"fieldsType":""', ''],
  ['"fieldsType":"FieldsV2"', '.fieldsType: Invalid value: "FieldsV2": must be `FieldsV1`'],
  ['"manager":""', ''],
  ['"manager":"a\\tb"', '.manager: Invalid value: "a\\tb": invalid character U+0009 (at position 1)'],
  [`"manager":"${'x'.repeat(129)}"`, '.manager: Too long: may not be more than 128 bytes'],
  [`"subresource":"${'x'.repeat(256)}"`, ''],
  [`"subresource":"${'ä'.repeat(128)}x"`, '.subresource: Too long: may not be more than 256 bytes'],
])('of %s v1.36 says %j', (change, words) => {
  expect(complaints(36, change)).toBe(words && `metadata.managedFields[0]${words}`);
});

it.each([
  [37, '""', 'Required value: must not be empty'],
  [37, '"x"', 'Unsupported value: "x": supported values: "Apply", "Update"'],
  [38, '""', 'Required value'],
  [38, '"x"', 'Unsupported value: "x": supported values: "Apply", "Update"'],
])('of an operation v1.%i says otherwise: %s', (minor, operation, words) => {
  expect(complaints(minor, '"time":null', `"operation":${operation}`)).toBe(
    `metadata.managedFields[1].operation: ${words}`,
  );
});
