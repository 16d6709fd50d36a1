import { describe, expect, it } from 'vitest';
import { readObject } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import { modernizeEntries } from './entry.ts';

/** The list of entries, the list after, and which were older. */
const cases: readonly (readonly [name: string, list: string, after: string, older: readonly number[]])[] = [
  [
    'fields alone',
    '[{"manager":"m","fields":{"f:a":{}}}]',
    '[{"manager":"m","fieldsType":"FieldsV1","fieldsV1":{"f:a":{}}}]',
    [0],
  ],
  [
    'fields beside fieldsV1',
    '[{"fields":{"f:a":{}},"fieldsType":"FieldsV1","fieldsV1":{"f:b":{}}}]',
    '[{"fieldsType":"FieldsV1","fieldsV1":{"f:b":{}}}]',
    [0],
  ],
  ['no fieldsType', '[{"fieldsV1":{"f:b":{}}}]', '[{"fieldsV1":{"f:b":{}},"fieldsType":"FieldsV1"}]', [0]],
  ["today's", '[{"fieldsType":"FieldsV1","fieldsV1":{}}]', '[{"fieldsType":"FieldsV1","fieldsV1":{}}]', []],
  ['an empty entry', '[{}]', '[{}]', []],
  ['both kinds', '[{},{"fields":{}}]', '[{},{"fieldsType":"FieldsV1","fieldsV1":{}}]', [1]],
  ['garbage', '[1,null]', '[1,null]', []],
];

describe('modernizeEntries', () => {
  it.each(cases)('%s', (_name, list, after, older) => {
    const modern = modernizeEntries(readObject(`{"metadata":{"name":"x","managedFields":${list}}}`));
    expect(formatJson(modern.object)).toBe(`{"metadata":{"name":"x","managedFields":${after}}}`);
    expect(modern.older).toEqual(older);
  });

  it.each(['{}', '{"metadata":null}', '{"metadata":{"managedFields":null}}'])('leaves %s alone', (text) => {
    const object = readObject(text);
    expect(modernizeEntries(object)).toEqual({ object, older: [] });
    expect(formatJson(object)).toBe(text);
  });

  it('gives the very object where no entry is older', () => {
    const object = readObject('{"metadata":{"managedFields":[{"fieldsType":"FieldsV1","fieldsV1":{}}]}}');
    expect(modernizeEntries(object).object).toBe(object);
  });
});
