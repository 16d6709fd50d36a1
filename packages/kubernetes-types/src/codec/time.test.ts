import { describe, expect, it } from 'vitest';
import { formatTime, isZeroTime, microLayout, parseTime, secondsLayout, type TimeLayout } from './time.ts';

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
    const parsed = parseTime(text, layout);
    expect(parsed.kind === 'time' && formatTime(parsed.seconds, parsed.nanos, layout)).toBe(printed);
  });

  it('is zero in the year one', () => {
    const parsed = parseTime('0001-01-01T00:00:00Z', seconds);
    expect(parsed.kind === 'time' && isZeroTime(parsed.seconds, parsed.nanos)).toBe(true);
  });
});

describe('what is no time', () => {
  const cases: readonly (readonly [TimeLayout, string, string])[] = [
    [seconds, '', `parsing time "" as "${seconds}": cannot parse "" as "2006"`],
    [seconds, 'yesterday', `parsing time "yesterday" as "${seconds}": cannot parse "yesterday" as "2006"`],
    [
      seconds,
      '2026-1-01T00:00:00Z',
      `parsing time "2026-1-01T00:00:00Z" as "${seconds}": cannot parse "1-01T00:00:00Z" as "01"`,
    ],
    [
      seconds,
      '2026-01-01 00:00:00Z',
      `parsing time "2026-01-01 00:00:00Z" as "${seconds}": cannot parse " 00:00:00Z" as "T"`,
    ],
    [seconds, '2026-01-01', `parsing time "2026-01-01" as "${seconds}": cannot parse "" as "T"`],
    [seconds, '2026-01-01T00:00:00', `parsing time "2026-01-01T00:00:00" as "${seconds}": cannot parse "" as "Z07:00"`],
    [
      seconds,
      '2026-01-01T00:00:00z',
      `parsing time "2026-01-01T00:00:00z" as "${seconds}": cannot parse "z" as "Z07:00"`,
    ],
    [
      seconds,
      '2026-01-01T00:00:00*01:00',
      `parsing time "2026-01-01T00:00:00*01:00" as "${seconds}": cannot parse "*01:00" as "Z07:00"`,
    ],
    [seconds, '2026-13-01T00:00:00Z', 'parsing time "2026-13-01T00:00:00Z": month out of range'],
    [seconds, '2026-02-29T00:00:00Z', 'parsing time "2026-02-29T00:00:00Z": day out of range'],
    [seconds, '2026-02-00T00:00:00Z', 'parsing time "2026-02-00T00:00:00Z": day out of range'],
    [seconds, '2026-02-01T24:00:00Z', 'parsing time "2026-02-01T24:00:00Z": hour out of range'],
    [seconds, '2026-02-01T00:00:60Z', 'parsing time "2026-02-01T00:00:60Z": second out of range'],
    [
      seconds,
      '2026-02-01T00:00:00+25:00',
      'parsing time "2026-02-01T00:00:00+25:00": time zone offset hour out of range',
    ],
    [seconds, '2026-02-01T00:00:00Zx', 'parsing time "2026-02-01T00:00:00Zx": extra text: "x"'],
    [micro, '2026-01-01T00:00:00Z', `parsing time "2026-01-01T00:00:00Z" as "${micro}": cannot parse "Z" as ".000000"`],
    [
      micro,
      '2026-01-01T00:00:00.5Z',
      `parsing time "2026-01-01T00:00:00.5Z" as "${micro}": cannot parse ".5Z" as ".000000"`,
    ],
    [
      micro,
      '2026-01-01T00:00:00.1234567Z',
      `parsing time "2026-01-01T00:00:00.1234567Z" as "${micro}": cannot parse "7Z" as "Z07:00"`,
    ],
  ];
  it.each(cases)('%s %j', (layout, text, message) => {
    expect(parseTime(text, layout)).toEqual({ kind: 'error', message });
  });
});
