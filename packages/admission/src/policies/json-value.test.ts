import { type CelValue, celOfPlain } from '@managed-fields/api-server/cel';
import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { jsonValue } from './json-value.ts';

const made = (fields: Readonly<Record<string, CelValue>>): CelValue => ({
  kind: 'made',
  type: 'Object.a',
  fields: new Map(Object.entries(fields)),
});
const list = (...items: readonly CelValue[]): CelValue => ({ kind: 'list', items });
const native = celOfPlain(mapFromPlain({ a: { b: ['c'] } }));

it.each<[CelValue, unknown]>([
  [3n, 3n],
  [3, 3n],
  [1.5, 1.5],
  [1e20, 100_000_000_000_000_000_000n],
  [1e21, 1e21],
  [9007199254740991n, 9007199254740991n],
  [-9007199254740991n, -9007199254740991n],
  [9007199254740992n, '9007199254740992'],
  [-9007199254740992n, '-9007199254740992'],
  [true, true],
  [null, null],
  [{ kind: 'uint', value: 9007199254740993n }, '9007199254740993'],
  [{ kind: 'bytes', bytes: Uint8Array.of(97) }, 'YQ=='],
  [{ kind: 'duration', nanos: 90_000_000_000n }, '90s'],
  [{ kind: 'optional', value: 'a' }, 'a'],
  [list('a', null, { kind: 'optional', value: [].length }), ['a', null, 0n]],
  [native, new Map([['a', new Map([['b', ['c']]])]])],
  [made({ b: 1n }), new Map([['b', 1n]])],
  [made({ b: 1e21, c: 9007199254740993n }), new Map<string, unknown>([['b', 1e21], ['c', 9007199254740992n]])], // biome-ignore format: a line
  [made({ b: list(native) }), new Map([['b', [new Map([['a', new Map([['b', ['c']]])]])]]])],
  [made({ b: { kind: 'optional', value: list('x') } }), new Map([['b', ['x']]])],
  [made({ b: { kind: 'optional', value: undefined } }), new Map([['b', null]])],
])('%o becomes JSON', (value, json) => {
  expect(jsonValue(value, false)).toEqual({ kind: 'json', value: json });
});

it.each<[CelValue, string]>([
  [{ kind: 'optional', value: undefined }, 'optional.none() dereference'],
  [{ kind: 'type', name: 'int' }, "type conversion not supported for 'type'"],
  [{ kind: 'error', message: 'no such key: a' }, 'no such key: a'],
  [
    { kind: 'list', items: [], native: [], go: 'list(dyn)' },
    "type conversion error from 'list(dyn)' to '*structpb.Value'",
  ],
  [made({ b: null }), 'proto: invalid type: structpb.NullValue'],
  [made({ b: list(list()) }), 'proto: invalid type: []ref.Val'],
  [made({ b: made({ c: { kind: 'duration', nanos: 1n } }) }), 'proto: invalid type: time.Duration'],
])('%o has no JSON', (value, message) => {
  expect(jsonValue(value, true)).toEqual({ kind: 'error', message });
});

it('takes an object inside of a list from v1.37 on', () => {
  const inside = list(made({ b: 1n }));
  expect(jsonValue(inside, false)).toEqual({
    kind: 'panic',
    message: 'interface conversion: interface {} is *structpb.Struct, not *structpb.Value',
  });
  expect(jsonValue(inside, true)).toEqual({ kind: 'json', value: [new Map([['b', 1n]])] });
});

it('says what is wrong with an object inside of a list before it is that', () => {
  expect(jsonValue(list(made({ b: null })), false).kind).toBe('error');
});

it('passes a fault of its own on', () => {
  const broken: CelValue = {
    kind: 'map',
    size: 1,
    keys: () => {
      throw new Error('a fault');
    },
    find: () => undefined,
  };
  expect(() => jsonValue(broken, true)).toThrow('a fault');
});
