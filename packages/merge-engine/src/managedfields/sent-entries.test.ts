import { describe, expect, it } from 'vitest';
import { emptyEntry, type ManagedFieldsEntry } from './entry.ts';
import { isReset, startOfUpdate } from './managed.ts';

const entry = (manager: string, changes: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry => ({
  ...emptyEntry,
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1: new Map([['f:a', new Map()]]),
  ...changes,
});
const live = [entry('live')];
const bad = entry('bad', { operation: 'Nonsense' });

type Entries = readonly ManagedFieldsEntry[] | undefined;

/** The entries of the live object and those sent, and the managers from which the update starts. */
const cases: readonly (readonly [name: string, live: Entries, sent: Entries, subresource: string, managers: string])[] =
  [
    ['nothing sent', live, undefined, '', 'live'],
    ['others sent', live, [entry('sent')], '', 'sent'],
    ['an empty list empties', live, [], '', ''],
    ['a list of one empty entry empties', live, [emptyEntry], '', ''],
    ['two empty entries do not decode', live, [emptyEntry, emptyEntry], '', 'live'],
    ['what does not decode is not taken', live, [bad], '', 'live'],
    ['one that does not decode spoils the others', live, [entry('sent'), bad], '', 'live'],
    ['a subresource cannot send entries', live, [entry('sent')], 'status', 'live'],
    ['nor empty them', live, [], 'status', 'live'],
    ['a live object without entries', undefined, undefined, '', ''],
    ['a live object with entries that do not decode', [bad], undefined, '', ''],
  ];

describe('startOfUpdate', () => {
  it.each(cases)('%s', (_name, before, sent, subresource, managers) => {
    const managed = startOfUpdate(before, sent, subresource);
    const names = [...managed.fields.keys()].map((identifier) => /"manager":"(\w+)"/.exec(identifier)?.[1]);
    expect(names.join(' ')).toBe(managers);
  });
});

describe('isReset', () => {
  it.each([
    [undefined, false],
    [[], true],
    [[emptyEntry], true],
    [[{ ...emptyEntry, manager: 'm' }], false],
    [[{ ...emptyEntry, operation: 'Update' }], false],
    [[{ ...emptyEntry, apiVersion: 'v1' }], false],
    [[{ ...emptyEntry, time: '2026-01-01T00:00:00Z' }], false],
    [[{ ...emptyEntry, fieldsType: 'FieldsV1' }], false],
    [[{ ...emptyEntry, subresource: 'status' }], false],
    [[{ ...emptyEntry, fieldsV1: new Map() }], false],
    [[emptyEntry, emptyEntry], false],
  ])('%#', (entries, reset) => expect(isReset(entries)).toBe(reset));
});
