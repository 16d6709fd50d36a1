import { readFileSync } from 'node:fs';
import { valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { sprintf } from './format.ts';
import { type GoAny, GoInt } from './go-value.ts';

const plain = ['hi', '', 'é中 \t"q"', 'a`b', true, false, null, ['a', 'b'], { k: 'v', a: null }];
const nested = [[1.5, true, null, ['x']], {}, []];
const wholes = [0, 1, -1, 7, -7, 42, 255, 65, 233, 0x4e2d, 0x1f600, 0x110000, 0xd800].map(BigInt);
const floats = [
  ...[0, 1, -1, 1.5, -2.5, 3.25, 0.1, 0.125, 0.375, 2.675, 123456789, 1e6, 1e20, 1e21, 1e22, 1e30, 1.5e-10, 0.000001],
  ...[0.0001, 0.00012345, 5e-324, Number.MAX_VALUE, 99.95, 0.5, 9.5, 999999.5, 1e-7, 12345.678, 100, 1048576.25],
];

/** What the cases name by its place: `string`, `bool`, `nil`, `[]interface {}`, `map`, `int64`, `float64`, `int`, `uint8`. */
const values: readonly GoAny[] = [
  ...[...plain, ...nested].map((each) => valueFromPlain(each)),
  ...[...wholes, 2n ** 63n - 1n, -(2n ** 63n), 1_000_000n],
  ...floats,
  ...[new GoInt(5n), new GoInt(200n, 'uint8')],
];

/** Formats made by chance, the places of their values, and what Go's fmt.Sprintf makes of them. */
const cases: readonly (readonly [format: string, places: readonly number[], text: string])[] = JSON.parse(
  readFileSync(new URL('./formats.cases.json', import.meta.url), 'utf8'),
);

// The place itself is made up; kubectl v1.36.3 prints one of this form.
it('writes a place in memory for a map and a list', () => {
  const places = [[], {}].map((each) => sprintf('%p %#p', [valueFromPlain(each), valueFromPlain(each)]));
  for (const place of places) expect(place).toMatch(/^0x[0-9a-f]{12} [0-9a-f]{12}$/);
});

it('writes values by a format as Go does', () => {
  const written = cases.map(([format, places]) => [
    format,
    places,
    sprintf(
      format,
      places.map((at) => values[at] ?? null),
    ),
  ]);
  expect(written).toEqual(cases);
});
