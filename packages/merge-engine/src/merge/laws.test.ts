import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, intersection, union } from '../fieldpath/algebra.ts';
import { fieldSetFromV1, fieldSetToV1 } from '../fieldpath/fields-v1.ts';
import { equalManagers, type Managers } from '../fieldpath/managers.ts';
import { equalSets, type FieldSet, isEmptySet } from '../fieldpath/set.ts';
import { schemaFromOpenApi } from '../schema/openapi.ts';
import { compareTyped, isSame } from '../typed/compare.ts';
import { toFieldSet } from '../typed/field-set.ts';
import { mergeTyped } from '../typed/merge.ts';
import { asTyped, type TypedValue } from '../typed/typed.ts';
import { valueFromPlain } from '../value/json.ts';
import { equals } from '../value/order.ts';
import { isMap, type Value } from '../value/value.ts';
import { apply } from './apply.ts';
import type { Converter } from './converter.ts';
import { update } from './update.ts';

const item = {
  type: 'object',
  properties: { name: { type: 'string' }, value: { type: 'integer' }, set: setOfTexts() },
};
const plain = {
  type: 'object',
  properties: {
    num: { type: 'integer' },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    atomic: { type: 'object', additionalProperties: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' },
    set: setOfTexts(),
    list: {
      type: 'array',
      items: item,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    },
  },
};

function setOfTexts() {
  return { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' };
}

const definition = valueFromPlain(plain);
if (!isMap(definition)) throw new Error('a definition is a map');
const type = schemaFromOpenApi(new Map([['T', definition]])).type('T') ?? { name: 'T' };

const letter = fc.constantFrom('x', 'y', 'z');
const whole = fc.constantFrom(0n, 1n, 2n);
const record = (fields: Record<string, fc.Arbitrary<Value>>): fc.Arbitrary<Value> =>
  fc
    .record(fields, { requiredKeys: [] })
    .map(
      (given) => new Map(Object.entries(given).flatMap(([name, each]) => (each === undefined ? [] : [[name, each]]))),
    );
/** Nothing is empty: what is empty is not owned, and comes and goes with what others do. */
const texts = fc.uniqueArray(letter, { minLength: 1 });
const map = fc.dictionary(letter, letter, { minKeys: 1 }).map((given) => new Map(Object.entries(given)));
const items = fc
  .uniqueArray(letter, { minLength: 1 })
  .chain((names) => fc.tuple(...names.map((name) => record({ name: fc.constant(name), value: whole, set: texts }))))
  .map((list) => list.map((each, i) => (isMap(each) ? new Map(each).set('name', each.get('name') ?? `n${i}`) : each)));
const value = record({
  num: whole,
  any: fc.oneof(whole, map, texts, fc.constant(null)),
  map,
  atomic: map,
  set: texts,
  list: items,
});

function typed(given: Value): TypedValue {
  const answer = asTyped(given, type, { allowDuplicates: false });
  if (answer.kind === 'invalid') throw new Error(JSON.stringify(answer.errors));
  return answer.typed;
}

const converter: Converter = { convert: (object) => ({ kind: 'converted', typed: object }) };

interface State {
  readonly live: TypedValue;
  readonly managers: Managers;
}

const nothing: State = { live: typed(new Map()), managers: new Map() };

function applied(state: State, manager: string, config: Value): State & { readonly changed: boolean } {
  const around = { ...state, version: 'v1', manager, converter, ignored: () => undefined };
  const result = apply({ ...around, config: typed(config), force: true });
  if (result.kind !== 'applied') throw new Error('forced');
  const object = result.object.value === null ? typed(new Map()) : result.object;
  return { live: object, managers: result.managers, changed: result.changed };
}

function updated(state: State, manager: string, next: Value): State {
  const around = { ...state, version: 'v1', manager, converter, ignored: () => undefined };
  const result = update({ ...around, next: typed(next) });
  if (result.kind !== 'updated') throw new Error(result.message);
  return { live: result.object, managers: result.managers };
}

const history = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'u'), value), { maxLength: 4 });

function play(steps: readonly (readonly [string, Value])[]): State {
  return steps.reduce<State>(
    (state, [manager, given]) => (manager === 'u' ? updated(state, manager, given) : applied(state, manager, given)),
    nothing,
  );
}

/** Parts of an object that have nothing in common. */
const [left, right] = [record({ num: whole, map, list: items }), record({ atomic: map, set: texts, any: whole })];

/** The fields of random objects, with all that is between them. */
const fieldSet = value.map((given): FieldSet => {
  const fields = toFieldSet(typed(given));
  if (fields.kind !== 'set') throw new Error('valid');
  return fields.set;
});

describe('sets of fields', () => {
  it('are the union of what they share and what they do not', () => {
    fc.assert(
      fc.property(fieldSet, fieldSet, (a, b) => {
        expect(equalSets(union(difference(a, b), intersection(a, b)), a)).toBe(true);
        expect(isEmptySet(intersection(difference(a, b), b))).toBe(true);
      }),
    );
  });

  it('unite and intersect in any order and grouping', () => {
    fc.assert(
      fc.property(fieldSet, fieldSet, fieldSet, (a, b, c) => {
        for (const join of [union, intersection]) {
          expect(equalSets(join(a, b), join(b, a))).toBe(true);
          expect(equalSets(join(join(a, b), c), join(a, join(b, c)))).toBe(true);
          expect(equalSets(join(a, a), a)).toBe(true);
        }
        expect(equalSets(intersection(a, union(b, c)), union(intersection(a, b), intersection(a, c)))).toBe(true);
      }),
    );
  });

  it('come back from fieldsV1 as they were', () => {
    fc.assert(
      fc.property(fieldSet, (set) => {
        const read = fieldSetFromV1(fieldSetToV1(set));
        expect(read.kind === 'set' && equalSets(read.set, set)).toBe(true);
      }),
    );
  });
});

describe('applying', () => {
  it('by two who share nothing comes to the same in either order', () => {
    fc.assert(
      fc.property(left, right, (one, other) => {
        const forth = applied(applied(nothing, 'a', one), 'b', other);
        const back = applied(applied(nothing, 'b', other), 'a', one);
        expect(equals(forth.live.value, back.live.value)).toBe(true);
        expect(equalManagers(forth.managers, back.managers)).toBe(true);
      }),
    );
  });

  it('by force and giving up leaves nothing behind once the first applies again', () => {
    fc.assert(
      fc.property(value, value, (own, forced) => {
        const first = applied(nothing, 'a', own);
        const taken = applied(first, 'b', forced);
        const given = applied(taken, 'b', new Map());
        expect(given.managers.has('b')).toBe(false);
        const again = applied(given, 'a', own);
        expect(equals(again.live.value, first.live.value)).toBe(true);
        expect(equalManagers(again.managers, first.managers)).toBe(true);
      }),
    );
  });

  it('twice is applying once', () => {
    fc.assert(
      fc.property(history, value, (steps, config) => {
        const once = applied(play(steps), 'a', config);
        const twice = applied(once, 'a', config);
        expect(twice.changed).toBe(false);
        expect(equalManagers(twice.managers, once.managers)).toBe(true);
      }),
    );
  });

  it('gives the manager what its configuration says, and the object has it', () => {
    fc.assert(
      fc.property(history, value, (steps, config) => {
        const { live, managers } = applied(play(steps), 'a', config);
        const fields = toFieldSet(typed(config));
        const there = toFieldSet(live);
        if (fields.kind !== 'set' || there.kind !== 'set') throw new Error('valid');
        expect(isEmptySet(difference(fields.set, managers.get('a')?.set ?? fields.set))).toBe(true);
        const merged = mergeTyped(live, typed(config));
        expect(merged.kind === 'merged' && equals(merged.typed.value, live.value)).toBe(true);
      }),
    );
  });

  it('without force changes nothing that others own', () => {
    fc.assert(
      fc.property(history, value, (steps, config) => {
        const state = play(steps);
        const around = { ...state, version: 'v1', manager: 'a', converter, ignored: () => undefined };
        const result = apply({ ...around, config: typed(config), force: false });
        if (result.kind !== 'applied') return;
        const compared = compareTyped(state.live, result.object);
        if (compared.kind !== 'compared') throw new Error('valid');
        const { modified, added } = compared.comparison;
        for (const [manager, owned] of state.managers) {
          if (manager !== 'a') expect(isEmptySet(intersection(owned.set, union(modified, added)))).toBe(true);
        }
      }),
    );
  });
});

describe('updating', () => {
  it('with the same object changes no owner', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const state = play(steps);
        expect(equalManagers(updated(state, 'u', state.live.value).managers, state.managers)).toBe(true);
      }),
    );
  });
});

describe('comparing', () => {
  it('is the same forth and back', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const forth = compareTyped(typed(a), typed(b));
        const back = compareTyped(typed(b), typed(a));
        if (forth.kind !== 'compared' || back.kind !== 'compared') throw new Error('valid');
        expect(forth.comparison.removed).toEqual(back.comparison.added);
        expect(forth.comparison.modified).toEqual(back.comparison.modified);
        expect(isSame(forth.comparison) || !equals(a, b)).toBe(true);
      }),
    );
  });
});
