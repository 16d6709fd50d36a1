import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { isMap, listAt, stringAt, type Value, type ValueMap } from '../value/value.ts';
import { runCase } from './cases/run.ts';

const folder = new URL('./cases/', import.meta.url);

function read(name: string): ValueMap {
  const parsed = parseJson(readFileSync(new URL(name, folder), 'utf8'));
  if (parsed.kind === 'error' || !isMap(parsed.value)) throw new Error(`${name} is no case file`);
  return parsed.value;
}

const text = (value: Value | undefined) => formatJson(value ?? null, { indent: 1 });

for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const file = read(name);
  describe(`${name}: ${stringAt(file, 'about')}`, () => {
    for (const given of (listAt(file, 'cases') ?? []).filter(isMap)) {
      it(stringAt(given, 'name') ?? '', () => {
        const before = text(given);
        expect(text(runCase(file, given))).toBe(text(given.get('gives')));
        expect(text(given)).toBe(before);
      });
    }
  });
}
