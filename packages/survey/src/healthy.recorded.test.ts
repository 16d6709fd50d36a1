import { readdirSync, readFileSync } from 'node:fs';
import { valueFromPlain } from '@managed-fields/merge-engine';
import { fieldsToSet, size } from '@managed-fields/merge-engine/fieldpath';
import { expect, test } from 'vitest';
import { arrayAt, valueAt } from './json.ts';
import { sourceReader } from './read/reader.ts';
import { countObject } from './row.ts';

const folder = new URL('../../../conformance/survey/recorded/healthy/', import.meta.url);
const dumps = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

test('there are recorded dumps', () => expect(dumps.length).toBeGreaterThan(8));

test.each(dumps)('%s: the fields and the bytes of every entry are those of the engine', (name) => {
  const reader = sourceReader(name);
  const parts = [...reader.push(readFileSync(new URL(name, folder))), ...reader.end()];
  expect(parts.filter(({ kind }) => kind !== 'object')).toEqual([]);
  let entries = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'object') continue;
    const { row } = countObject(part, index);
    for (const [at, entry] of arrayAt(part.value, 'metadata', 'managedFields').entries()) {
      const counted = row.entries[at];
      const read = fieldsToSet(valueFromPlain(valueAt(entry, 'fieldsV1')));
      expect(counted?.bytes).toBe(Buffer.byteLength(JSON.stringify(entry)));
      expect(read.kind === 'set' && counted?.fields).toBe(read.kind === 'set' && size(read.set));
      entries++;
    }
    const written = valueAt(part.value, 'metadata', 'managedFields');
    expect(row.managedFieldsBytes).toBe(written === undefined ? 0 : Buffer.byteLength(JSON.stringify(written)));
    expect(row.bytes).toBe(Buffer.byteLength(JSON.stringify(part.value)));
  }
  expect(entries).toBeGreaterThan(20);
});
