import { expect, it } from 'vitest';
import { parseLongDuration } from '../../formats/formats.ts';

const second = 1_000_000_000n;

it.each([
  ['1 ns', 1n],
  ['2 nanos', 2n],
  ['3 us', 3000n],
  ['3 µs', 3000n],
  ['4 ms', 4_000_000n],
  ['4 milliseconds', 4_000_000n],
  ['5 s', 5n * second],
  ['5 seconds', 5n * second],
  ['6 m', 360n * second],
  ['6 minutes', 360n * second],
  ['7 h', 25_200n * second],
  ['7 hours', 25_200n * second],
  ['8 days', 691_200n * second],
  ['2 weeks', 1_209_600n * second],
  ['1 week 2 days', 777_600n * second],
  ['nothing', undefined],
])('%s', (text, nanoseconds) => {
  expect(parseLongDuration(text)).toBe(nanoseconds);
});
