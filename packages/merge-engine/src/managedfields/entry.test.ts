import { describe, expect, it } from 'vitest';
import { read } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import { compareEntries, emptyEntry, readEntries, readFieldsOf, writeEntry } from './entry.ts';

const whole =
  '{"manager":"m","operation":"Apply","apiVersion":"v1","time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:data":{}},"subresource":"status"}';

/** The list on the wire, and what is written back; undefined for a list that does not read. */
const cases: readonly (readonly [name: string, list: string, written: string | undefined])[] = [
  ['a whole entry', `[${whole}]`, `[${whole}]`],
  ['an empty list', '[]', '[]'],
  ['an empty entry', '[{}]', '[{}]'],
  ['nulls are absent', '[{"manager":null,"time":null,"fieldsV1":null}]', '[{}]'],
  ['what an entry does not have is dropped', '[{"manager":"m","fields":{"f:a":{}}}]', '[{"manager":"m"}]'],
  ['times are in UTC and whole', '[{"time":"2010-10-10T10:00:00.5+02:00"}]', '[{"time":"2010-10-10T08:00:00Z"}]'],
  ['an odd trie is kept', '[{"fieldsV1":["x",1]}]', '[{"fieldsV1":["x",1]}]'],
  ['null', 'null', undefined],
  ['no list', '{}', undefined],
  ['an item that is no map', '[1]', undefined],
  ['a name that is no text', '[{"manager":1}]', undefined],
  ['an operation that is no text', '[{"operation":1}]', undefined],
  ['a version that is no text', '[{"apiVersion":1}]', undefined],
  ['a type of fields that is no text', '[{"fieldsType":1}]', undefined],
  ['a subresource that is no text', '[{"subresource":1}]', undefined],
  ['a time that is none', '[{"time":"yesterday"}]', undefined],
  ['a time that is no text', '[{"time":5}]', undefined],
];

describe('readEntries', () => {
  it.each(cases)('%s', (_name, list, written) => {
    const entries = readEntries(read(list));
    expect(entries && formatJson(entries.map(writeEntry))).toBe(written);
  });
});

describe('readFieldsOf', () => {
  it('reads the fields of an entry', () => {
    expect(readFieldsOf({ fieldsV1: new Map() })).toMatchObject({ kind: 'set' });
  });

  it('complains where an entry has none, as upstream does of no text', () => {
    expect(readFieldsOf({ fieldsV1: undefined })).toEqual({
      kind: 'error',
      message: 'ReadMapCB: expect { or n, but found \x00, error found in #0 byte of ...||..., bigger context ...||...',
    });
  });
});

describe('compareEntries', () => {
  it('puts Apply first, then goes by time, manager, version, subresource', () => {
    const sorted = [
      ['Apply', '', 'b', 'v1', ''],
      ['Apply', '2026-01-01T00:00:00Z', 'a', 'v1', ''],
      ['Update', '', 'z', 'v1', ''],
      ['Update', '2026-01-01T00:00:00Z', 'a', 'v1', ''],
      ['Update', '2026-01-01T00:00:00Z', 'a', 'v2', ''],
      ['Update', '2026-01-01T00:00:00Z', 'a', 'v2', 'status'],
      ['Update', '2026-01-01T00:00:00Z', 'b', 'v1', ''],
      ['Update', '2026-01-01T00:00:01Z', 'a', 'v1', ''],
    ].map(([operation = '', time = '', manager = '', apiVersion = '', subresource = '']) => ({
      ...emptyEntry,
      operation,
      time: time === '' ? undefined : time,
      manager,
      apiVersion,
      subresource,
    }));
    expect([...sorted].reverse().sort(compareEntries)).toEqual(sorted);
  });
});
