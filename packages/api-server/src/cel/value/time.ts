import { parseGoTime, secondsLayout } from '@managed-fields/merge-engine';
import { checkedTimestamp } from './arithmetic.ts';
import { type CelValue, celError, type Timestamp } from './cel-value.ts';

const second = 1_000_000_000n;

const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['µs', 1000n],
  ['μs', 1000n],
  ['ms', 1_000_000n],
  ['s', second],
  ['m', 60n * second],
  ['h', 3600n * second],
]);

/** Parses a duration such as `1h30m` as nanoseconds; undefined where it is none. Upstream: Go time.ParseDuration. */
export function parseDuration(text: string): bigint | undefined {
  const negative = text.startsWith('-');
  let rest = /^[+-]/.test(text) ? text.slice(1) : text;
  if (rest === '0') return 0n;
  if (rest === '') return undefined;
  let sum = 0n;
  while (rest !== '') {
    const match = /^(\d*)(?:\.(\d*))?([^\d.]+)/u.exec(rest);
    const unit = units.get(match?.[3] ?? '');
    if (match === null || unit === undefined || (match[1] === '' && (match[2] ?? '') === '')) return undefined;
    const [whole, digits = '', fraction = ''] = match;
    sum += BigInt(digits === '' ? 0 : digits) * unit;
    const tail = fraction.slice(0, 18);
    if (tail !== '') sum += (BigInt(tail) * unit) / 10n ** BigInt(tail.length);
    if (sum > 2n ** 63n) return undefined;
    rest = rest.slice(whole.length);
  }
  if (negative) return -sum;
  return sum === 2n ** 63n ? undefined : sum;
}

/** Prints a duration in seconds as Go does, with all its decimals. */
export function durationText(nanos: bigint): string {
  const whole = nanos / second;
  const rest = nanos % second;
  // Go converts to a float64, so digits beyond its precision are lost.
  return `${plainFloat(Number(whole) + Number(rest) / 1e9)}s`;
}

/** Prints a number with all its digits and without an exponent. */
export function plainFloat(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return Object.is(value, -0) ? '-0' : text;
  const [, minus = '', first = '', tail = '', power = '0'] = match;
  const digits = first + tail;
  const point = 1 + Number(power);
  if (point <= 0) return `${minus}0.${'0'.repeat(-point)}${digits}`;
  return (
    minus + (digits.length > point ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits.padEnd(point, '0'))
  );
}

/**
 * Parses a time of RFC 3339; undefined where the text is none. Upstream: github.com/google/cel-go
 * common/types/string.go.
 */
export function parseTimestamp(text: string): CelValue | undefined {
  const parsed = parseGoTime(text, secondsLayout);
  if (parsed.kind === 'error') return undefined;
  return checkedTimestamp(BigInt(parsed.seconds) * second + BigInt(parsed.nanos), parsed.offset);
}

/** Prints a time as Go's RFC3339Nano does, in its time zone. */
export function timestampText({ nanos, offset }: Timestamp): string {
  const { date, year } = dateAt(nanos, offset);
  const rest = nanos - floor(nanos, second) * second;
  const fraction = rest === 0n ? '' : `.${String(rest).padStart(9, '0').replace(/0+$/, '')}`;
  const digits = String(Math.abs(year)).padStart(4, '0');
  return `${year < 0 ? '-' : ''}${digits}${date.toISOString().slice(-20, -5)}${fraction}${zoneText(offset)}`;
}

function zoneText(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.abs(offset);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/**
 * Returns the year of a time in a time zone, and a date whose other UTC fields are those of the time. Outside the range
 * of `Date` it uses a year 400 or more years away, after which the calendar repeats.
 */
function dateAt(nanos: bigint, offset: number): { readonly date: Date; readonly year: number } {
  const millis = floor(nanos, 1_000_000n) + BigInt(offset) * 60_000n;
  const beyond = millis > mostMillis ? millis - mostMillis : millis < -mostMillis ? millis + mostMillis : 0n;
  const cycles = (beyond + (beyond > 0n ? cycle - 1n : beyond < 0n ? 1n - cycle : 0n)) / cycle;
  const date = new Date(Number(millis - cycles * cycle));
  return { date, year: date.getUTCFullYear() + 400 * Number(cycles) };
}

const mostMillis = 8_640_000_000_000_000n;
/** The milliseconds of 400 years. */
const cycle = 146_097n * 86_400_000n;

/** Divides and rounds down, below zero too. */
function floor(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

export type TimePart =
  | 'getFullYear'
  | 'getMonth'
  | 'getDayOfYear'
  | 'getDate'
  | 'getDayOfMonth'
  | 'getDayOfWeek'
  | 'getHours'
  | 'getMinutes'
  | 'getSeconds'
  | 'getMilliseconds';

/** Returns a part of a time, in UTC or in the named time zone. Upstream: cel-go common/types/timestamp.go. */
export function timePart(part: TimePart, { nanos }: Timestamp, zone: string): CelValue {
  const offset = zoneOffset(zone, nanos);
  if (typeof offset !== 'number') return offset;
  const { date, year } = dateAt(nanos, offset);
  switch (part) {
    case 'getFullYear':
      return BigInt(year);
    case 'getMonth':
      return BigInt(date.getUTCMonth());
    case 'getDayOfYear': {
      const days = date.getTime() / 86_400_000;
      return BigInt(Math.floor(days) - Math.floor(new Date(date).setUTCMonth(0, 1) / 86_400_000));
    }
    case 'getDate':
      return BigInt(date.getUTCDate());
    case 'getDayOfMonth':
      return BigInt(date.getUTCDate() - 1);
    case 'getDayOfWeek':
      return BigInt(date.getUTCDay());
    case 'getHours':
      return BigInt(date.getUTCHours());
    case 'getMinutes':
      return BigInt(date.getUTCMinutes());
    case 'getSeconds':
      return BigInt(date.getUTCSeconds());
    case 'getMilliseconds':
      return BigInt(date.getUTCMilliseconds());
  }
}

/** Returns the offset of a time zone from UTC in minutes at a time. The zone is a name or `+01:00`. */
function zoneOffset(zone: string, nanos: bigint): number | CelValue {
  const colon = zone.indexOf(':');
  if (colon < 0) return namedOffset(zone, nanos);
  const parts = [zone.slice(0, colon), zone.slice(colon + 1)];
  for (const part of parts) {
    if (!/^[+-]?\d+$/.test(part)) return celError(`strconv.Atoi: parsing ${JSON.stringify(part)}: invalid syntax`);
  }
  const [hours = 0, minutes = 0] = parts.map(Number);
  return zone.startsWith('-') ? hours * 60 - minutes : hours * 60 + minutes;
}

function namedOffset(zone: string, nanos: bigint): number | CelValue {
  if (zone === '' || zone === 'UTC') return 0;
  const millis = dateAt(nanos, 0).date.getTime();
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(millis).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const match = /([+-])(\d\d):(\d\d)/.exec(name);
    if (match === null) return 0;
    return Number(`${match[1]}1`) * (Number(match[2]) * 60 + Number(match[3]));
  } catch {
    return celError(`unknown time zone ${zone}`);
  }
}
