import { microLayout, parseGoTime, secondsLayout, type TimeLayout } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { formatTime, isZeroTime } from './custom.ts';

const seconds = secondsLayout;
const micro = microLayout;

describe('a time as it is printed again', () => {
  const cases: readonly (readonly [TimeLayout, string, string])[] = [
    [seconds, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    [seconds, '2026-01-01T00:00:00.999Z', '2026-01-01T00:00:00Z'],
    [seconds, '2026-01-01T00:00:00,5Z', '2026-01-01T00:00:00Z'],
    [seconds, '2026-01-01T5:00:00Z', '2026-01-01T05:00:00Z'],
    [seconds, '2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00Z'],
    [seconds, '2024-02-29T23:59:59-00:01', '2024-03-01T00:00:59Z'],
    [seconds, '2026-01-01T00:00:00+24:60', '2025-12-30T23:00:00Z'],
    [seconds, '1969-12-31T23:59:59Z', '1969-12-31T23:59:59Z'],
    [seconds, '0000-02-29T00:00:00Z', '0000-02-29T00:00:00Z'],
    [seconds, '9999-12-31T23:59:59-01:00', '10000-01-01T00:59:59Z'],
    [micro, '2026-01-01T00:00:00.123456Z', '2026-01-01T00:00:00.123456Z'],
    [micro, '2026-01-01T00:00:00.000000+02:00', '2025-12-31T22:00:00.000000Z'],
  ];
  it.each(cases)('%s %s', (layout, text, printed) => {
    const parsed = parseGoTime(text, layout);
    expect(parsed.kind === 'time' && formatTime(parsed.seconds, parsed.nanos, layout)).toBe(printed);
  });

  it('is zero in the year one', () => {
    const parsed = parseGoTime('0001-01-01T00:00:00Z', seconds);
    expect(parsed.kind === 'time' && isZeroTime(parsed.seconds, parsed.nanos)).toBe(true);
  });
});
