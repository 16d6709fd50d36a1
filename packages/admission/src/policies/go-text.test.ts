import { type CelValue, celOfTyped } from '@managed-fields/api-server/cel';
import { mapFromPlain } from '@managed-fields/merge-engine';
import type { Atom } from '@managed-fields/merge-engine/typed';
import { describe, expect, it } from 'vitest';
import { goText, opaqueTypes } from './go-text.ts';

const hour = 3_600_000_000_000n;
const duration = (nanos: bigint): CelValue => ({ kind: 'duration', nanos });
const list = (...items: readonly CelValue[]): CelValue => ({ kind: 'list', items });
const map = (entries: readonly (readonly [CelValue, CelValue])[]): CelValue => ({
  kind: 'map',
  size: entries.length,
  keys: () => entries.map(([key]) => key),
  find: (key) => entries.find(([each]) => each === key)?.[1],
});
const uint = (value: bigint): CelValue => ({ kind: 'uint', value });
const opaque = (type: string): CelValue => ({ kind: 'opaque', type, content: 0, equals: () => false, text: 'shown' });

/** What Go 1.26 prints of values with %v and %#v, and their types. */
const printed: readonly (readonly [value: CelValue, text: string, code: string, type?: string])[] = [
  [null, 'NULL_VALUE', '0', 'structpb.NullValue'],
  ['a"b', 'a"b', '"a\\"b"', 'string'],
  [true, 'true', 'true'],
  [1_000_000, '1e+06', '1e+06'],
  [{ kind: 'bytes', bytes: Uint8Array.of(255, 0, 97) }, '[255 0 97]', '[]uint8{0xff, 0x0, 0x61}', '[]uint8'],
  [uint(26n), '26', '0x1a', 'uint64'],
  [duration(0n), '0s', '0', 'time.Duration'],
  [duration(15n), '15ns', '15'],
  [duration(1_000n), '1µs', '1000'],
  [duration(-1_500n), '-1.5µs', '-1500'],
  [duration(1_000_000n), '1ms', '1000000'],
  [duration(2_000_000n), '2ms', '2000000'],
  [duration(1_000_000_000n), '1s', '1000000000'],
  [duration(-3_000_000_000n), '-3s', '-3000000000'],
  [duration(90_000_000_000n), '1m30s', '90000000000'],
  [duration(hour), '1h0m0s', '3600000000000'],
  [duration(25n * hour + 1n), '25h0m0.000000001s', '90000000000001'],
  [
    { kind: 'timestamp', nanos: 1_609_459_199_120_000_000n, offset: 0 },
    '2020-12-31 23:59:59.12 +0000 UTC',
    'time.Date(2020, time.December, 31, 23, 59, 59, 120000000, time.UTC)',
    'time.Time',
  ],
  [
    { kind: 'timestamp', nanos: -1n, offset: 0 },
    '1969-12-31 23:59:59.999999999 +0000 UTC',
    'time.Date(1969, time.December, 31, 23, 59, 59, 999999999, time.UTC)',
  ],
  [
    { kind: 'timestamp', nanos: 0n, offset: 330 },
    '1970-01-01 05:30:00 +0530 +0530',
    'time.Date(1970, time.January, 1, 5, 30, 0, 0, time.Location(""))',
  ],
  [
    { kind: 'timestamp', nanos: 0n, offset: -600 },
    '1969-12-31 14:00:00 -1000 -1000',
    'time.Date(1969, time.December, 31, 14, 0, 0, 0, time.Location(""))',
  ],
  [list('x', 1n), '[x 1]', '[]ref.Val{"x", 1}', '[]ref.Val'],
  [list(duration(1n), null), '[1ns 0]', '[]ref.Val{types.Duration{Duration:1}, 0}'],
  [list({ kind: 'bytes', bytes: Uint8Array.of(10) }), '[[10]]', '[]ref.Val{types.Bytes{0xa}}'],
  [list(list('x', 'y'), map([['k', 1n]])), '[[x, y] {k: 1}]', '[]ref.Val{, }'],
  [list(map([['b', 1n], ['a', 2n]])), '[{a: 2, b: 1}]', '[]ref.Val{}'], // biome-ignore format: a line each
  [list({ kind: 'type', name: 'int' }), '[int]', '[]ref.Val{}'],
  [list({ kind: 'optional', value: 1n }), '[optional(1)]', '[]ref.Val{}'],
  [list({ kind: 'optional', value: undefined }), '[optional.none()]', '[]ref.Val{}'],
  [list({ kind: 'made', type: 'Object', fields: new Map() }), '[]', '[]ref.Val{}'],
  [map([['b', 1n], ['a', 'x']]), 'map[a:x b:1]', 'map[ref.Val]ref.Val{"a":"x", "b":1}', 'map[ref.Val]ref.Val'], // biome-ignore format: a line each
  [map([[10n, 'x'], [9n, 'y']]), 'map[9:y 10:x]', 'map[ref.Val]ref.Val{9:"y", 10:"x"}'], // biome-ignore format: a line each
  [map([[true, 'x'], [false, null]]), 'map[false:0 true:x]', 'map[ref.Val]ref.Val{false:0, true:"x"}'], // biome-ignore format: a line each
  [{ kind: 'optional', value: list('x') }, '[x]', '[]ref.Val{"x"}', '[]ref.Val'],
  [{ kind: 'optional', value: undefined }, '<nil>', 'interface {}(nil)', '<nil>'],
  [opaque('kubernetes.Quantity'), 'shown', '', '*resource.Quantity'],
  [opaque('kubernetes.authorization.Decision'), 'shown', '', '*types.Err'],
];

it.each(printed.map(([value, ...texts]) => [goText(value), ...texts] as const))('%s', (shown, text, code, type) => {
  expect(shown).toEqual({ text, code, type: type ?? shown.type });
});

it('orders unsigned keys of a map by their numbers', () => {
  const keys = [uint(10n), uint(9n)];
  expect(goText(map(keys.map((key) => [key, 'x']))).text).toBe('map[9:x 10:x]');
});

it('knows the types of Go behind values of libraries, and what errors call them', () => {
  expect([...opaqueTypes].map(([type, { go, name }]) => [type, go, name])).toEqual([
    ['kubernetes.Quantity', '*resource.Quantity', 'Quantity'],
    ['kubernetes.URL', '*url.URL', 'URL'],
    ['net.IP', 'netip.Addr', 'IP'],
    ['net.CIDR', 'netip.Prefix', 'CIDR'],
    ['kubernetes.NamedFormat', 'cel.Format', 'Format'],
    ['kubernetes.Semver', 'semver.Version', 'Semver'],
  ]);
});

describe('the types of what a server v1.37 keeps in structures of Go', () => {
  const text: Atom = { name: '', scalar: 'string' };
  const listOf = (element: Atom): Atom => ({ name: '', list: { element, relationship: 'atomic', keys: [] } });
  const mapOf = (element: Atom | undefined): Atom => ({
    name: '',
    map: { fields: new Map(), element, relationship: 'separable' },
  });
  const struct: Atom = {
    name: 'io.k8s.api.core.v1.Container',
    map: { fields: new Map([['name', { name: 'name', type: text }]]), element: undefined, relationship: 'separable' },
  };
  const quantity: Atom = { name: 'io.k8s.apimachinery.pkg.api.resource.Quantity', scalar: 'untyped' };
  it.each<[string, Atom, object]>([
    ['v1.Container', struct, {}],
    ['[]v1.Container', listOf(struct), []],
    ['[]string', listOf(text), []],
    ['[]int64', listOf({ name: '', scalar: 'numeric' }), []],
    ['[]bool', listOf({ name: '', scalar: 'boolean' }), []],
    ['map[string]string', mapOf(text), {}],
    ['map[string][]string', mapOf(listOf(text)), {}],
    ['map[string]interface {}', mapOf(undefined), {}],
    ['v1.ResourceList', mapOf(quantity), {}],
  ])('%s', (name, type, value) => {
    const seen = celOfTyped(mapFromPlain({ value }).get('value') ?? null, type);
    expect(goText(seen).type).toBe(name);
  });
});
