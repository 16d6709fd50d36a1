import { readFileSync } from 'node:fs';
import { complaintsIn, fieldErrorText, formatJson, isMap, listAt, parseJson } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { readJsonSchema } from '../json-schema.ts';
import { toFieldErrors } from './result.ts';
import { validateChanged } from './validate-value.ts';

const file = parseJson(readFileSync(new URL('../cases/changes.json', import.meta.url), 'utf8'));
const groups = file.kind === 'value' && Array.isArray(file.value) ? file.value.filter(isMap) : [];

/**
 * What upstream's ValidateCustomResourceUpdate (apiextensions-apiserver v0.36.3 pkg/apiserver/validation) says of values that
 * take the place of old ones, with ratcheting; sorted, as it leaves the order to chance.
 */
describe('changed values are checked as by the server', () => {
  it.each(groups.map((group, index) => [index, group] as const))('schema %i', (_index, group) => {
    const schema = readJsonSchema(group.get('schema') ?? null);
    for (const row of (listAt(group, 'rows') ?? []).filter(isMap)) {
      const [value = null, old = null] = [row.get('value'), row.get('old')];
      const result = validateChanged(value, schema, { forObjects: true }, { value, old, schema });
      const errors = complaintsIn(36, toFieldErrors(result, undefined)).map(fieldErrorText).sort();
      expect(errors, formatJson(row)).toEqual(listAt(row, 'errors') ?? []);
    }
  });
});
