import { utf8 } from './bytes.ts';

/** How a time is written: by seconds, with six digits of a fraction, without a zone, or as a day alone. */
export type TimeLayout =
  | '2006-01-02T15:04:05Z07:00'
  | '2006-01-02T15:04:05.000000Z07:00'
  | '2006-01-02T15:04:05'
  | '2006-01-02';

/** The layout of metav1.Time. */
export const secondsLayout: TimeLayout = '2006-01-02T15:04:05Z07:00';
/** The layout of metav1.MicroTime. */
export const microLayout: TimeLayout = '2006-01-02T15:04:05.000000Z07:00';

/**
 * The answer of `parseGoTime`: seconds since 1970 with nanoseconds, and the zone in minutes east of UTC; or Go's words.
 */
export type ParsedTime =
  | { readonly kind: 'time'; readonly seconds: number; readonly nanos: number; readonly offset: number }
  | { readonly kind: 'error'; readonly message: string };

/** What is left to read, and what was read so far. */
interface Reading {
  rest: string;
  readonly fields: Map<Part, number>;
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'nanos' | 'offset';
/** The text that does not fit, or the part that is out of range. */
type Failure = { readonly at: string } | { readonly range: string };
type Element = { readonly text: string; read(reading: Reading): Failure | undefined };

const elements: readonly Element[] = [
  { text: '2006', read: (reading) => take(reading, 'year', /^\d{4}/) },
  literal('-'),
  { text: '01', read: (reading) => take(reading, 'month', /^\d{2}/, 1, 12) },
  literal('-'),
  { text: '02', read: (reading) => take(reading, 'day', /^\d{2}/) },
  literal('T'),
  { text: '15', read: (reading) => take(reading, 'hour', /^\d{1,2}/, 0, 23) },
  literal(':'),
  { text: '04', read: (reading) => take(reading, 'minute', /^\d{2}/, 0, 59) },
  literal(':'),
];
const secondsElement: Element = { text: '05', read: (reading) => take(reading, 'second', /^\d{2}/, 0, 59) };
const secondsAndFraction: Element = {
  text: '05',
  read: (reading) => secondsElement.read(reading) ?? fraction(reading),
};
const micros: Element = { text: '.000000', read: sixDigits };
const zone: Element = { text: 'Z07:00', read: readZone };

const layouts: Readonly<Record<TimeLayout, readonly Element[]>> = {
  [secondsLayout]: [...elements, secondsAndFraction, zone],
  [microLayout]: [...elements, secondsElement, micros, zone],
  '2006-01-02T15:04:05': [...elements, secondsAndFraction],
  '2006-01-02': elements.slice(0, 5),
};

function literal(text: string): Element {
  return {
    text,
    read(reading) {
      if (!reading.rest.startsWith(text)) return { at: reading.rest };
      reading.rest = reading.rest.slice(text.length);
      return undefined;
    },
  };
}

function take(reading: Reading, part: Part, digits: RegExp, least = 0, most = 9999): Failure | undefined {
  const found = digits.exec(reading.rest)?.[0];
  if (found === undefined) return { at: reading.rest };
  reading.rest = reading.rest.slice(found.length);
  const value = Number(found);
  if (value < least || value > most) return { range: part };
  reading.fields.set(part, value);
  return undefined;
}

/** A fraction that the layout does not name is read all the same, by point or comma, and dropped when printed. */
function fraction(reading: Reading): undefined {
  const found = /^[.,]\d+/.exec(reading.rest)?.[0];
  if (found === undefined) return;
  reading.rest = reading.rest.slice(found.length);
  reading.fields.set('nanos', Number(found.slice(1, 10).padEnd(9, '0')));
}

function sixDigits(reading: Reading): Failure | undefined {
  const found = /^[.,]\d{6}/.exec(reading.rest)?.[0];
  if (found === undefined) return { at: reading.rest };
  reading.rest = reading.rest.slice(found.length);
  reading.fields.set('nanos', Number(found.slice(1)) * 1000);
  return undefined;
}

function readZone(reading: Reading): Failure | undefined {
  const { rest } = reading;
  if (rest.startsWith('Z')) {
    reading.rest = rest.slice(1);
    return undefined;
  }
  if (rest.length < 6 || rest[3] !== ':') return { at: rest };
  const [hours, minutes] = [rest.slice(1, 3), rest.slice(4, 6)];
  const twoDigits = /\d\d/;
  if (!twoDigits.test(hours)) return { at: rest };
  // A number out of range is reported before minutes or a sign that do not parse.
  if (Number(minutes) > 60) return { range: 'time zone offset minute' };
  if (Number(hours) > 24) return { range: 'time zone offset hour' };
  if (!twoDigits.test(minutes)) return { at: rest };
  if (rest[0] !== '+' && rest[0] !== '-') return { at: rest };
  reading.rest = rest.slice(6);
  const offset = Number(hours) * 60 + Number(minutes);
  reading.fields.set('offset', rest[0] === '-' ? 0 - offset : offset);
  return undefined;
}

/**
 * Reads a time by a layout. Upstream: Go's time.Parse, by which metav1.Time and MicroTime read, and CEL; the layout of
 * seconds is its RFC3339, for which one digit of an hour is enough.
 */
export function parseGoTime(text: string, layout: TimeLayout): ParsedTime {
  const reading: Reading = { rest: text, fields: new Map() };
  for (const element of layouts[layout]) {
    const failure = element.read(reading);
    if (failure === undefined) continue;
    if ('range' in failure) return outOfRange(text, failure.range);
    const place = `cannot parse ${quoteAsTime(failure.at)} as ${quoteAsTime(element.text)}`;
    return { kind: 'error', message: `parsing time ${quoteAsTime(text)} as ${quoteAsTime(layout)}: ${place}` };
  }
  if (reading.rest !== '') {
    return { kind: 'error', message: `parsing time ${quoteAsTime(text)}: extra text: ${quoteAsTime(reading.rest)}` };
  }
  const part = (name: Part): number => reading.fields.get(name) ?? 0;
  const [year, month, day] = [part('year'), part('month'), part('day')];
  if (day < 1 || day > daysIn(year, month)) return outOfRange(text, 'day');
  const time = (part('hour') * 60 + part('minute')) * 60 + part('second');
  const offset = part('offset');
  const seconds = daysBefore(year, month, day) * 86_400 + time - offset * 60;
  return { kind: 'time', seconds, nanos: part('nanos'), offset };
}

function outOfRange(text: string, what: string): ParsedTime {
  return { kind: 'error', message: `parsing time ${quoteAsTime(text)}: ${what} out of range` };
}

/**
 * Whether a text is a time as `secondsLayout` writes it, in UTC, as nearly all are. Days that not every month has are left to
 * the parser, and so are the years that Go writes with more care.
 */
export function isWrittenTime(text: string): boolean {
  return /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(text);
}

/**
 * Quotes a text as Go's time package does: characters other than printable ASCII byte by byte.
 * Upstream: Go time/format.go quote.
 */
export function quoteAsTime(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/[^ -\u007f]/gu, bytesText);
  return `"${escaped}"`;
}

function bytesText(character: string): string {
  return [...utf8(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Days from 1970-01-01 to a date; years begin in March, so that the leap day is the last. */
function daysBefore(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
