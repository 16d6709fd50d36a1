import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueFromPlain } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { equals } from '../value/order.ts';
import { isList, isMap, type Value, type ValueMap } from '../value/value.ts';
import { applyMergePatch, threeWayMergePatch } from './merge-patch.ts';
import { type PatchSchema, patchError } from './patch-schema.ts';
import { applyStrategicPatch } from './strategic-merge.ts';
import { threeWayStrategicPatch } from './three-way-strategic.ts';

const keys = fc.constantFrom('a', 'b', 'c');
const scalar = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y'), fc.boolean());

/** A map of scalars, a merged list of maps, a merged list of scalars, an atomic list. */
const configuration = fc
  .record(
    {
      text: fc.constantFrom('1', '2', '3'),
      map: fc.dictionary(keys, fc.constantFrom('x', 'y', 'z'), { maxKeys: 3 }),
      items: fc.uniqueArray(
        fc.record({ name: keys, value: fc.integer({ min: 0, max: 2 }) }, { requiredKeys: ['name'] }),
        { selector: ({ name }) => name, maxLength: 3 },
      ),
      words: fc.uniqueArray(fc.constantFrom('p', 'q', 'r'), { maxLength: 3 }),
      atoms: fc.array(scalar, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  )
  .map((plain) => asMap(valueFromPlain(plain)));

function asMap(value: Value): ValueMap {
  return isMap(value) ? value : new Map();
}

const leaf: PatchSchema = {
  name: 'map',
  struct: () => patchError('no struct'),
  slice: () => patchError('no struct'),
};
const item: PatchSchema = { ...leaf, name: 'item' };
const schema: PatchSchema = {
  name: 'test',
  struct: () => ({ kind: 'field', field: { schema: leaf, strategies: [], mergeKey: '' } }),
  slice: (field) => {
    const merged = field === 'items' || field === 'words';
    const mergeKey = field === 'items' ? 'name' : '';
    return { kind: 'field', field: { schema: item, strategies: merged ? ['merge'] : [], mergeKey } };
  },
};

/** Whether an object has every field that a configuration names, as it names it; items of merged lists by name. */
function holds(object: Value | undefined, named: Value, merged: boolean): boolean {
  if (isMap(named)) {
    if (!isMap(object)) return false;
    return [...named].every(([key, value]) => holds(object.get(key), value, key === 'items' || key === 'words'));
  }
  if (!isList(named) || !merged) return object !== undefined && equals(object, named);
  const list = isList(object) ? object : [];
  return named.every((each) =>
    list.some((other) =>
      isMap(each) && isMap(other)
        ? other.get('name') === each.get('name') && holds(other, each, false)
        : equals(other, each),
    ),
  );
}

/** Whether what was applied before and is no longer is gone. */
function forgets(object: ValueMap, original: ValueMap, modified: ValueMap): boolean {
  return [...original.keys()].every((key) => modified.has(key) || !object.has(key));
}

const shown = (map: ValueMap) => formatJson(map);

describe('a three-way patch gives what the configuration names, and takes away what it named', () => {
  it('as a strategic merge patch', () => {
    fc.assert(
      fc.property(configuration, configuration, configuration, (original, modified, current) => {
        const made = threeWayStrategicPatch({ original, modified, current }, schema, true);
        if (made.kind !== 'patch') throw new Error(made.kind);
        const patched = applyStrategicPatch(current, made.patch, schema);
        if (patched.kind === 'error') throw new Error(patched.message);
        expect(holds(patched.object, modified, false), `${shown(made.patch)} makes ${shown(patched.object)}`).toBe(
          true,
        );
        expect(forgets(patched.object, original, modified)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('as a JSON merge patch', () => {
    fc.assert(
      fc.property(configuration, configuration, configuration, (original, modified, current) => {
        const made = threeWayMergePatch({ original, modified, current });
        if (made.kind !== 'patch') throw new Error(made.kind);
        const patched = applyMergePatch(current, made.patch);
        if (patched.kind === 'bad-patch') throw new Error(patched.message);
        const object = asMap(patched.value);
        // Lists are values here, so that each is as the configuration has it.
        expect([...modified].every(([key, value]) => isMap(value) || equals(object.get(key) ?? null, value))).toBe(
          true,
        );
        expect(holds(object, modified, false)).toBe(true);
        expect(forgets(object, original, modified)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('and applied to its own result makes no change', () => {
    fc.assert(
      fc.property(configuration, configuration, (modified, current) => {
        const first = threeWayStrategicPatch({ original: new Map(), modified, current }, schema, true);
        if (first.kind !== 'patch') throw new Error(first.kind);
        const patched = applyStrategicPatch(current, first.patch, schema);
        if (patched.kind === 'error') throw new Error(patched.message);
        const second = threeWayStrategicPatch({ original: modified, modified, current: patched.object }, schema, true);
        if (second.kind !== 'patch') throw new Error(second.kind);
        const again = applyStrategicPatch(patched.object, second.patch, schema);
        if (again.kind === 'error') throw new Error(again.message);
        expect(holds(again.object, modified, false)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
