import { expect, test } from 'vitest';
import { fakeIo } from '../fake-io.ts';
import { run } from '../run.ts';
import { outputProblem } from './check-output.ts';
import { jsonSchema, schemaNames } from './schemas.ts';

// `fakeIo` holds everything that a test lets a command print against the exact form of its schema. Here: that it does so, and
// that the published files are these forms.

test.each(schemaNames)('schemas/%s.json is the form that is tested; vitest -u writes it', async (name) => {
  const text = `${JSON.stringify(jsonSchema(name), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(`../../schemas/${name}.json`);
});

test.each(schemaNames)('managed-fields schema %s prints it', async (name) => {
  const io = fakeIo();
  expect(await run(['schema', name], io)).toBe(0);
  expect(JSON.parse(io.out.join(''))).toEqual(JSON.parse(JSON.stringify(jsonSchema(name))));
});

test('managed-fields schema lists them, and finds one by the kind of a document', async () => {
  const io = fakeIo();
  expect(await run(['schema'], io)).toBe(0);
  expect(io.out.join('').trim().split('\n')).toEqual(schemaNames);
  expect(await run(['schema', 'AuditLog'], fakeIo())).toBe(0);
  const wrong = fakeIo();
  expect(await run(['schema', 'forcast'], wrong)).toBe(2);
  expect(wrong.err.join('')).toContain('did you mean "forecast"?\n');
});

const difference = { apiVersion: 'managed-fields/v1', kind: 'Difference', from: 'a', to: 'b', fields: [] };
const field = { path: '.a', ownersBefore: [], ownersAfter: [] };

test.each<readonly [string, object, string | undefined]>([
  ['as it should be', difference, undefined],
  [
    'a form of somebody else, which says its own',
    { $schema: 'https://json.schemastore.org/sarif-2.1.0.json' },
    undefined,
  ],
  ['without apiVersion', { ...difference, apiVersion: undefined }, 'without apiVersion and kind'],
  ['of another version', { ...difference, apiVersion: 'managed-fields/v2' }, 'without apiVersion and kind'],
  ['of no kind that is known', { ...difference, kind: 'Other' }, 'without apiVersion and kind'],
  ['with a member that the schema does not name', { ...difference, more: 1 }, 'must NOT have additional properties'],
  ['with one further in', { ...difference, fields: [{ ...field, more: 1 }] }, 'must NOT have additional properties'],
  ['without one that it needs', { ...difference, fields: [{ path: '.a', ownersAfter: [] }] }, "'ownersBefore'"],
  ['with one of another type', { ...difference, from: 1 }, 'must be string'],
])('a document %s', (_, value, problem) => {
  const found = outputProblem(`${JSON.stringify(value)}\n`);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});

test('what is published lets later members pass, but for the configuration', () => {
  expect(JSON.stringify(jsonSchema('forecast'))).not.toContain('"additionalProperties":false');
  expect(jsonSchema('config')).toMatchObject({ additionalProperties: false });
});
