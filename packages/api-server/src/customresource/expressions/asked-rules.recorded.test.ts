import { readFileSync } from 'node:fs';
import { fieldErrorText, formatJson, isMap, listAt, parseJson } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { readJsonSchema } from '../json-schema.ts';
import { validateRules } from './validate-rules.ts';

const file = parseJson(readFileSync(new URL('./cases/asked-rules.json', import.meta.url), 'utf8'));
const groups = file.kind === 'value' && Array.isArray(file.value) ? file.value.filter(isMap) : [];

/**
 * What upstream's Validator.Validate (apiextensions-apiserver v0.36.3 pkg/apiserver/schema/cel) says of values by the rules of a
 * schema: `errors` and `warnings`, with ratcheting where there is an `old` value; v0.37.2 says what is `later` where there is
 * such a thing, otherwise the same; `former` is what v0.34.4 says, which is not always asked. Other checks, which come before, are left out.
 */
describe('rules are asked as by the server', () => {
  it.each(groups.map((group, index) => [index, group] as const))('schema %i', (_index, group) => {
    const schema = readJsonSchema(group.get('schema') ?? null);
    for (const row of (listAt(group, 'rows') ?? []).filter(isMap)) {
      const answer = (minor: number) => validateRules(row.get('value') ?? null, schema, row.get('old'), minor);
      const errorsOf = (minor: number) => answer(minor).errors.map(complaint);
      const usual = listAt(row, 'errors') ?? [];
      const asked = formatJson(row);
      expect([errorsOf(36), errorsOf(37)], asked).toEqual([usual, listAt(row, 'later') ?? usual]);
      expect(answer(36).warnings, asked).toEqual(listAt(row, 'warnings') ?? []);
      if (row.has('former')) expect(errorsOf(34), asked).toEqual(listAt(row, 'former'));
    }
  });
});

function complaint(error: Parameters<typeof fieldErrorText>[0]): string {
  return fieldErrorText(error).replace(/selfType\d+/g, 'selfType');
}
