import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { sortedKeys } from '../value/order.ts';
import { isMap, listAt, stringAt, type Value, type ValueMap } from '../value/value.ts';
import { type CaseOutcome, pathTexts, playCase, type StepOutcome } from './cases/play.ts';

const folder = new URL('./cases/', import.meta.url);

function read(name: string): ValueMap {
  const parsed = parseJson(readFileSync(new URL(name, folder), 'utf8'));
  if (parsed.kind === 'error' || !isMap(parsed.value)) throw new Error(`${name} is no case file`);
  return parsed.value;
}

function maps(list: readonly Value[] | undefined): ValueMap[] {
  return (list ?? []).filter(isMap);
}

function managersOf({ managers }: CaseOutcome): ValueMap {
  return new Map(
    sortedKeys(managers).map((name): [string, Value] => {
      const owned = managers.get(name);
      if (owned === undefined) throw new Error('a key has a value');
      return [name, [`${owned.apiVersion} ${owned.applied ? 'Apply' : 'Update'}`, ...pathTexts(owned.set)]];
    }),
  );
}

function saidBy(outcome: StepOutcome): ValueMap {
  if (outcome.kind === 'conflicts') return new Map([['conflicts', outcome.conflicts]]);
  return new Map(outcome.kind === 'error' ? [['error', outcome.message]] : []);
}

function saidIn(step: ValueMap): ValueMap {
  return new Map([...step].filter(([key]) => key === 'conflicts' || key === 'error'));
}

const text = (value: Value | undefined) => formatJson(value ?? null, { indent: 1, sortKeys: true });

for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const file = read(name);
  describe(`${name}: ${stringAt(file, 'about')}`, () => {
    for (const given of maps(listAt(file, 'cases'))) {
      it(stringAt(given, 'name') ?? '', () => {
        const outcome = playCase(file, given);
        expect(text(outcome.steps.map(saidBy))).toBe(text(maps(listAt(given, 'steps')).map(saidIn)));
        expect(text(managersOf(outcome))).toBe(text(given.get('managers')));
        expect(text(outcome.object)).toBe(text(given.get('object')));
      });
    }
  });
}
