import { describe, expect, it } from 'vitest';
import { read } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import type { Value } from '../value/value.ts';
import { emptyEntry, readEntries } from './entry.ts';
import { identifierOf, readIdentifier } from './identifier.ts';
import { decodeManaged, encodeManaged } from './managed.ts';

const entry = (changes: string) =>
  formatJson(
    new Map([
      ...(read(
        '{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:a":{}}}',
      ) as Map<string, Value>),
      ...(read(changes) as Map<string, Value>),
    ]),
  );

/** Entries, and the entries as the server writes them back, or (after `!`) why they are refused. */
const cases: readonly (readonly [name: string, entries: readonly string[], expected: string])[] = [
  ['one', [entry('{}')], `[${entry('{}')}]`],
  ['none', [], 'nothing'],
  [
    'the order of keys in fields is put right',
    [entry('{"fieldsV1":{"f:b":{},"f:a":{"f:y":{},".":{},"f:x":{}}}}')],
    `[${entry('{"fieldsV1":{"f:a":{".":{},"f:x":{},"f:y":{}},"f:b":{}}}')}]`,
  ],
  ['fields that are null are none', [entry('{"fieldsV1":null}')], `[${entry('{"fieldsV1":{}}')}]`],
  [
    'the last of two entries of one manager stays',
    [entry('{}'), entry('{"fieldsV1":{"f:b":{}}}')],
    `[${entry('{"fieldsV1":{"f:b":{}}}')}]`,
  ],
  [
    'an applier is known without its version',
    [entry('{"operation":"Apply"}'), entry('{"operation":"Apply","apiVersion":"v2"}')],
    `[${entry('{"operation":"Apply","apiVersion":"v2"}')}]`,
  ],
  [
    'an updater is known by its version',
    [entry('{"apiVersion":"v2"}'), entry('{}')],
    `[${entry('{}')},${entry('{"apiVersion":"v2"}')}]`,
  ],
  ['a name that JSON escapes', [entry('{"manager":"a<b>&\\"c\\""}')], `[${entry('{"manager":"a<b>&\\"c\\""}')}]`],
  ['another operation', [entry('{"operation":"Nonsense"}')], '!operation must be `Apply` or `Update`'],
  ['no operation', [entry('{"operation":""}')], '!operation must be `Apply` or `Update`'],
  ['no version', [entry('{"apiVersion":""}')], '!apiVersion must not be empty'],
  ['no type of fields', [entry('{}'), entry('{"fieldsType":""}')], '!missing fieldsType in managed fields entry 1'],
  ['another type of fields', [entry('{"fieldsType":"V2"}')], '!invalid fieldsType "V2" in managed fields entry 0'],
];

describe('decodeManaged, encodeManaged', () => {
  it.each(cases)('%s', (_name, entries, expected) => {
    const decoded = decodeManaged(readEntries(read(`[${entries.join(',')}]`)) ?? []);
    if (decoded.kind === 'error') return expect(`!${decoded.message}`).toBe(expected);
    const encoded = encodeManaged(decoded.managed);
    return expect(encoded === undefined ? 'nothing' : formatJson(encoded)).toBe(expected);
  });

  it('gives back the very maps of managers whose fields stay', () => {
    const list = [entry('{"manager":"a","fieldsV1":{"f:a":{}}}'), entry('{"manager":"b","fieldsV1":{"f:b":{}}}')];
    const [given, again] = [0, 1].map(() => readEntries(read(`[${list.join(',')}]`)) ?? []);
    const decoded = decodeManaged(again ?? []);
    if (decoded.kind === 'error') throw new Error(decoded.message);
    const encoded = encodeManaged(decoded.managed, given);
    expect(encoded?.map((each) => given?.some(({ fieldsV1 }) => fieldsV1 === each.get('fieldsV1')))).toEqual([
      true,
      true,
    ]);
  });

  it.each([
    ['', '<nil>'],
    ['"time":"2026-01-01T00:00:00Z",', '2026-01-01 00:00:00 +0000 UTC'],
  ])('refuses fields that are no trie, of an entry with the time %j', (more, time) => {
    const bad = entry(`{${more}"fieldsV1":{"k:bad":{}}}`);
    const decoded = decodeManaged(readEntries(read(`[${bad}]`)) ?? []);
    const why =
      'parsing key as path element: ReadObjectCB: expect { or n, but found b, error found in #1 byte of ...|bad|..., bigger context ...|bad|..., error found in #9 byte of ...|{"k:bad":{}}|..., bigger context ...|{"k:bad":{}}|...';
    expect(decoded).toEqual({
      kind: 'error',
      message: `error decoding versioned set from {m Update v1 ${time} FieldsV1 {"k:bad":{}} }: error decoding set: ${why}`,
    });
  });
});

describe('an identifier', () => {
  it.each([
    [{ ...emptyEntry, manager: 'm', operation: 'Update', apiVersion: 'v1', subresource: 'status' }, {}],
    [{ ...emptyEntry, manager: 'm', operation: 'Apply', apiVersion: 'v1' }, { apiVersion: '' }],
    [emptyEntry, {}],
  ])('of %j reads back, an applier without its version', (given, changed) => {
    const { manager, operation, apiVersion, subresource } = given;
    expect(readIdentifier(identifierOf(given))).toEqual({ manager, operation, apiVersion, subresource, ...changed });
  });

  it.each(['kubectl', '[]', '1', '{'])('is not %s', (text) => expect(readIdentifier(text)).toBeUndefined());
});
