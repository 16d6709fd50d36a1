import { expect, it } from 'vitest';
import { decimalText, durationText, readDuration } from './duration.ts';

/** Texts, and the nanoseconds that Go's time.ParseDuration reads, or what it says. */
it.each<[text: string, read: number | string]>([
  ['', 'time: invalid duration ""'],
  ['1h-2m', 'time: unknown unit "h-" in duration "1h-2m"'],
  ['-0', 0],
  ['1s', 1000000000],
  ['.5h', 1800000000000],
  ['1.h', 3600000000000],
  ['s', 'time: invalid duration "s"'],
  ['1', 'time: missing unit in duration "1"'],
  ['-1m', -60000000000],
  ['3000000h', 'time: invalid duration "3000000h"'],
  ['1h', 3600000000000],
  ['1m', 60000000000],
  ['1ms', 1000000],
  ['1us', 1000],
  ['1µs', 1000],
  ['1μs', 1000],
  ['1ns', 1],
  ['1h2m3s4ms5us6ns', 3723004005006],
  ['-1.5h', -5400000000000],
  ['+2.25m', 135000000000],
  ['.5s', 500000000],
  ['1.', 'time: missing unit in duration "1."'],
  ['5', 'time: missing unit in duration "5"'],
  ['x1s', 'time: invalid duration "x1s"'],
  ['1x', 'time: unknown unit "x" in duration "1x"'],
  ['0', 0],
  ['2562047h47m16.854775807s', Number(9223372036854775807n)],
  ['2562047h47m16.854775808s', 'time: invalid duration "2562047h47m16.854775808s"'],
  ['-2562047h47m16.854775808s', Number(-9223372036854775808n)],
])('reads %j', (text, read) => {
  // A minus before nothing is of no interest.
  expect(readDuration(text)).toEqual(read);
});

/** Nanoseconds as Go's time.Duration prints them. */
it.each<[nanos: bigint, text: string]>([
  [1n, '1ns'],
  [-1n, '-1ns'],
  [0n, '0s'],
  [1000n, '1µs'],
  [1000000n, '1ms'],
  [1000000000n, '1s'],
  [60000000000n, '1m0s'],
  [3661500000000n, '1h1m1.5s'],
  [3600000000000n, '1h0m0s'],
  [1001n, '1.001µs'],
  [999n, '999ns'],
  [999999n, '999.999µs'],
  [999999999n, '999.999999ms'],
  [59999999999n, '59.999999999s'],
  [3599999999999n, '59m59.999999999s'],
  [-1500n, '-1.5µs'],
  [-9223372036854775808n, '-2562047h47m16.854775808s'],
])('prints %i', (nanos, text) => {
  expect(durationText(nanos)).toBe(text);
});

it.each([
  [0n, 3, '0'],
  [1n, 3, '0.001'],
  [1000n, 3, '1'],
  [1010n, 3, '1.01'],
  [12345n, 2, '123.45'],
] as const)('%i parts with %i digits', (parts, digits, text) => {
  expect(decimalText(parts, digits)).toBe(text);
});
