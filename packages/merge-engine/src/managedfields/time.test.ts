import { describe, expect, it } from 'vitest';
import { formatTime, parseTime } from './time.ts';

/** A text, and the time as the server writes it; undefined where it is none. */
const cases: readonly (readonly [text: string, written: string | undefined])[] = [
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['2010-10-10T0:00:00Z', '2010-10-10T00:00:00Z'],
  ['2010-10-10T10:00:00+02:00', '2010-10-10T08:00:00Z'],
  ['2010-10-10T22:30:00-02:30', '2010-10-11T01:00:00Z'],
  ['2026-01-01T00:00:00.999Z', '2026-01-01T00:00:00Z'],
  ['2026-01-01T00:00:00,5Z', '2026-01-01T00:00:00Z'],
  ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59Z'],
  ['0044-03-15T12:00:00Z', '0044-03-15T12:00:00Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
  ['2023-02-29T00:00:00Z', undefined],
  ['2026-13-01T00:00:00Z', undefined],
  ['2026-01-01T24:00:00Z', undefined],
  ['2026-01-01T00:60:00Z', undefined],
  ['2026-01-01T00:00:60Z', undefined],
  ['2026-01-01T00:00:00', undefined],
  ['2026-01-01 00:00:00Z', undefined],
  ['2026-01-01', undefined],
  ['', undefined],
];

describe('parseTime', () => {
  it.each(cases)('%s', (text, written) => {
    const seconds = parseTime(text);
    expect(seconds === undefined ? undefined : formatTime(seconds)).toBe(written);
  });
});
