import type { CelValue } from '@managed-fields/api-server/cel';
import { expect, it } from 'vitest';
import { goText } from './go-text.ts';

const hour = 3_600_000_000_000n;

/** What Go 1.26 prints of values with %v and %#v. */
const printed: readonly (readonly [value: CelValue, text: string, code: string])[] = [
  [null, 'NULL_VALUE', '0'],
  ['a"b', 'a"b', '"a\\"b"'],
  [true, 'true', 'true'],
  [{ kind: 'bytes', bytes: Uint8Array.of(255, 0, 97) }, '[255 0 97]', '[]uint8{0xff, 0x0, 0x61}'],
  [{ kind: 'duration', nanos: 0n }, '0s', '0'],
  [{ kind: 'duration', nanos: 15n }, '15ns', '15'],
  [{ kind: 'duration', nanos: -1_500n }, '-1.5µs', '-1500'],
  [{ kind: 'duration', nanos: 2_000_000n }, '2ms', '2000000'],
  [{ kind: 'duration', nanos: 90_000_000_000n }, '1m30s', '90000000000'],
  [{ kind: 'duration', nanos: 25n * hour + 1n }, '25h0m0.000000001s', '90000000000001'],
  [
    { kind: 'timestamp', nanos: 1_609_459_199_120_000_000n, offset: 0 },
    '2020-12-31 23:59:59.12 +0000 UTC',
    'time.Date(2020, time.December, 31, 23, 59, 59, 120000000, time.UTC)',
  ],
  [
    { kind: 'timestamp', nanos: -1n, offset: 0 },
    '1969-12-31 23:59:59.999999999 +0000 UTC',
    'time.Date(1969, time.December, 31, 23, 59, 59, 999999999, time.UTC)',
  ],
  [{ kind: 'list', items: ['x', 1n] }, '[x 1]', '[]ref.Val{"x", 1}'],
];

it.each(printed)('%s', (value, text, code) => {
  expect(goText(value)).toMatchObject({ text, code });
});
