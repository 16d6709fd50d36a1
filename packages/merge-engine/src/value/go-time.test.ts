import { describe, expect, it } from 'vitest';
import { isWrittenTime, microLayout, parseGoTime, secondsLayout, type TimeLayout } from './go-time.ts';

const seconds = secondsLayout;
const micro = microLayout;

/** What Go 1.26 answers to `time.Parse(time.RFC3339, text)`: seconds since 1970, nanoseconds and minutes of the zone, or an error. */
const answers: readonly (readonly [text: string, answer: readonly [number, number, number] | string])[] = [
  ['2026-01-01T00:00:00Z', [1767225600, 0, 0]],
  ['2026-01-01T0:00:00Z', [1767225600, 0, 0]],
  [
    '2026-01-01T000:00:00Z',
    'parsing time "2026-01-01T000:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "0:00:00Z" as ":"',
  ],
  ['2026-01-01T24:00:00Z', 'parsing time "2026-01-01T24:00:00Z": hour out of range'],
  ['2026-01-01T23:60:00Z', 'parsing time "2026-01-01T23:60:00Z": minute out of range'],
  ['2026-01-01T23:59:60Z', 'parsing time "2026-01-01T23:59:60Z": second out of range'],
  [
    '2026-01-01T00:00:00.Z',
    'parsing time "2026-01-01T00:00:00.Z" as "2006-01-02T15:04:05Z07:00": cannot parse ".Z" as "Z07:00"',
  ],
  ['2026-01-01T00:00:00.5Z', [1767225600, 500000000, 0]],
  ['2026-01-01T00:00:00,5Z', [1767225600, 500000000, 0]],
  ['2026-01-01T00:00:00.123456789Z', [1767225600, 123456789, 0]],
  ['2026-01-01T00:00:00.1234567899Z', [1767225600, 123456789, 0]],
  ['2026-01-01T00:00:00.12345678991234Z', [1767225600, 123456789, 0]],
  ['2026-01-01T00:00:00.000000000000000000001+01:00', [1767222000, 0, 60]],
  ['2026-01-01T00:00:00+01:00', [1767222000, 0, 60]],
  ['2026-01-01T00:00:00-01:30', [1767231000, 0, -90]],
  ['2026-01-01T00:00:00+24:00', [1767139200, 0, 1440]],
  ['2026-01-01T00:00:00+24:60', [1767135600, 0, 1500]],
  ['2026-01-01T00:00:00+24:61', 'parsing time "2026-01-01T00:00:00+24:61": time zone offset minute out of range'],
  ['2026-01-01T00:00:00+25:00', 'parsing time "2026-01-01T00:00:00+25:00": time zone offset hour out of range'],
  ['2026-01-01T00:00:00-00:60', [1767229200, 0, -60]],
  ['2026-01-01T00:00:00+00:00', [1767225600, 0, 0]],
  ['2026-01-01T00:00:00-00:00', [1767225600, 0, 0]],
  [
    '2026-01-01T00:00:00+1:00',
    'parsing time "2026-01-01T00:00:00+1:00" as "2006-01-02T15:04:05Z07:00": cannot parse "+1:00" as "Z07:00"',
  ],
  [
    '2026-01-01T00:00:00+0100',
    'parsing time "2026-01-01T00:00:00+0100" as "2006-01-02T15:04:05Z07:00": cannot parse "+0100" as "Z07:00"',
  ],
  [
    '2026-01-01T00:00:00',
    'parsing time "2026-01-01T00:00:00" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"',
  ],
  [
    '2026-01-01T00:00:00z',
    'parsing time "2026-01-01T00:00:00z" as "2006-01-02T15:04:05Z07:00": cannot parse "z" as "Z07:00"',
  ],
  [
    '2026-01-01t00:00:00Z',
    'parsing time "2026-01-01t00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "t00:00:00Z" as "T"',
  ],
  [
    '2026-01-01 00:00:00Z',
    'parsing time "2026-01-01 00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00:00Z" as "T"',
  ],
  [
    '2026-1-01T00:00:00Z',
    'parsing time "2026-1-01T00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "1-01T00:00:00Z" as "01"',
  ],
  [
    '2026-01-1T00:00:00Z',
    'parsing time "2026-01-1T00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "1T00:00:00Z" as "02"',
  ],
  [
    '2026-01-01T00:0:00Z',
    'parsing time "2026-01-01T00:0:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "0:00Z" as "04"',
  ],
  [
    '2026-01-01T00:00:0Z',
    'parsing time "2026-01-01T00:00:0Z" as "2006-01-02T15:04:05Z07:00": cannot parse "0Z" as "05"',
  ],
  ['2026-00-01T00:00:00Z', 'parsing time "2026-00-01T00:00:00Z": month out of range'],
  ['2026-13-01T00:00:00Z', 'parsing time "2026-13-01T00:00:00Z": month out of range'],
  ['2026-01-00T00:00:00Z', 'parsing time "2026-01-00T00:00:00Z": day out of range'],
  ['2026-01-32T00:00:00Z', 'parsing time "2026-01-32T00:00:00Z": day out of range'],
  ['2026-02-29T00:00:00Z', 'parsing time "2026-02-29T00:00:00Z": day out of range'],
  ['2024-02-29T00:00:00Z', [1709164800, 0, 0]],
  ['1900-02-29T00:00:00Z', 'parsing time "1900-02-29T00:00:00Z": day out of range'],
  ['2000-02-29T00:00:00Z', [951782400, 0, 0]],
  ['2026-04-31T00:00:00Z', 'parsing time "2026-04-31T00:00:00Z": day out of range'],
  ['0000-01-01T00:00:00Z', [-62167219200, 0, 0]],
  ['0000-02-29T00:00:00Z', [-62162121600, 0, 0]],
  ['0001-01-01T00:00:00+24:00', [-62135683200, 0, 1440]],
  ['9999-12-31T23:59:59-24:60', [253402390799, 0, -1500]],
  [
    '10000-01-01T00:00:00Z',
    'parsing time "10000-01-01T00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "0-01-01T00:00:00Z" as "-"',
  ],
  [
    '026-01-01T00:00:00Z',
    'parsing time "026-01-01T00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "026-01-01T00:00:00Z" as "2006"',
  ],
  [
    '+026-01-01T00:00:00Z',
    'parsing time "+026-01-01T00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "+026-01-01T00:00:00Z" as "2006"',
  ],
  ['2026-01-01T00:00:00Zx', 'parsing time "2026-01-01T00:00:00Zx": extra text: "x"'],
  [
    ' 2026-01-01T00:00:00Z',
    'parsing time " 2026-01-01T00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse " 2026-01-01T00:00:00Z" as "2006"',
  ],
  ['2026-01-01T9:08:07.5-01:00', [1767262087, 500000000, -60]],
  [
    '2026-01-01T00:00:00.5.5Z',
    'parsing time "2026-01-01T00:00:00.5.5Z" as "2006-01-02T15:04:05Z07:00": cannot parse ".5Z" as "Z07:00"',
  ],
  [
    '2026-01-01T00:00:00+01:0',
    'parsing time "2026-01-01T00:00:00+01:0" as "2006-01-02T15:04:05Z07:00": cannot parse "+01:0" as "Z07:00"',
  ],
  [
    '2026-01-01T00:00:00+aa:00',
    'parsing time "2026-01-01T00:00:00+aa:00" as "2006-01-02T15:04:05Z07:00": cannot parse "+aa:00" as "Z07:00"',
  ],
  [
    '２026-01-01T00:00:00Z',
    'parsing time "\\xef\\xbc\\x92026-01-01T00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "\\xef\\xbc\\x92026-01-01T00:00:00Z" as "2006"',
  ],
  ['', 'parsing time "" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"'],
  [
    '2026-\t"\\-01é😀',
    'parsing time "2026-\\x09\\"\\\\-01\\xc3\\xa9\\xf0\\x9f\\x98\\x80" as "2006-01-02T15:04:05Z07:00": cannot parse "\\x09\\"\\\\-01\\xc3\\xa9\\xf0\\x9f\\x98\\x80" as "01"',
  ],
];

describe('a time of RFC 3339', () => {
  it.each(answers)('%j', (text, answer) => {
    const parsed = parseGoTime(text, secondsLayout);
    expect(parsed.kind === 'time' ? [parsed.seconds, parsed.nanos, parsed.offset] : parsed.message).toEqual(answer);
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
      seconds,
      '2026-01-01T00:00:00+02.30',
      `parsing time "2026-01-01T00:00:00+02.30" as "${seconds}": cannot parse "+02.30" as "Z07:00"`,
    ],
    [
      seconds,
      '2026-01-01T00:00:00+02:x0',
      `parsing time "2026-01-01T00:00:00+02:x0" as "${seconds}": cannot parse "+02:x0" as "Z07:00"`,
    ],
    [
      seconds,
      '2026-01-01T00:00:00+99:1',
      `parsing time "2026-01-01T00:00:00+99:1" as "${seconds}": cannot parse "+99:1" as "Z07:00"`,
    ],
    [
      micro,
      '2026-01-01T00:00:00.1234567Z',
      `parsing time "2026-01-01T00:00:00.1234567Z" as "${micro}": cannot parse "7Z" as "Z07:00"`,
    ],
  ];
  it.each(cases)('%s %j', (layout, text, message) => {
    expect(parseGoTime(text, layout)).toEqual({ kind: 'error', message });
  });
});

describe('a time as the server writes it', () => {
  it.each(['2026-01-28T23:59:59Z', '1999-12-01T00:00:00Z'])('%s', (text) => expect(isWrittenTime(text)).toBe(true));
  it.each([
    ...['x2026-01-28T23:59:59Z', '2026-01-28T23:59:59Zx', '2026-01-28T23:59:59', '2026-1-28T23:59:59Z'],
    ...['2026-00-28T23:59:59Z', '2026-13-28T23:59:59Z', '2026-01-00T23:59:59Z', '2026-01-31T23:59:59Z'],
    ...['2026-01-28T24:59:59Z', '2026-01-28T23:60:59Z', '2026-01-28T23:59:60Z', '3026-01-28T23:59:59Z'],
  ])('%s is none, or left to the parser', (text) => expect(isWrittenTime(text)).toBe(false));
});
