import { byteLength } from '@managed-fields/merge-engine';
import { isEmail } from './email.ts';
import { isCidr, isIpv4, isIpv6, isMac } from './net-formats.ts';
import { parseRequestUri } from './url.ts';

/**
 * The string formats that the server checks, by their names without dashes. Names in a schema may have dashes anywhere:
 * `date-time` is `datetime`.
 * Upstream: k8s.io/kube-openapi pkg/validation/strfmt, pkg/internal/third_party/govalidator;
 * k8s.io/apiextensions-apiserver pkg/apiserver/validation/formats.go.
 */
const stringFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['bsonobjectid', matches(/^[0-9a-f]{24}$/i)],
  ['uri', (text) => parseRequestUri(text).kind === 'url'],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['cidr', isCidr],
  ['mac', isMac],
  ['uuid', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid3', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid4', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['uuid5', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', (text) => byteLength(text) === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['hexcolor', matches(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i)],
  ['rgbcolor', isRgbColor],
  ['byte', matches(/^(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}==|[a-z0-9+/]{3}=|[a-z0-9+/]{4})$/i)],
  ['password', () => true],
  ['date', isDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
  ['k8sshortname', (text) => text.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text)],
  [
    'k8slongname',
    (text) =>
      text.length <= 253 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(text),
  ],
]);

/** Returns the test of a string format; undefined for an unknown name. */
export function isStringFormat(format: string): ((text: string) => boolean) | undefined {
  return stringFormats.get(format.replaceAll('-', ''));
}

/**
 * Returns the format to check. With `known`, a format that the server does not know for the type is dropped.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/validation/formats.go
 * StripUnsupportedFormatsPostProcessorForVersion.
 */
export function formatOf(format: string, types: readonly string[], known: boolean): string {
  if (format === '' || !known) return format;
  return isKnownFormat(format, types.length === 1 ? (types[0] ?? '') : '') ? format : '';
}

/** Whether the server knows a format for a type; a schema without a type has those of strings. */
export function isKnownFormat(format: string, type: string): boolean {
  if (type === '' || type === 'string') return isStringFormat(format) !== undefined;
  if (type === 'integer') return format === 'int32' || format === 'int64';
  return type === 'number' && (format === 'float' || format === 'double');
}

function matches(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}

const oneLabel = /^[a-z0-9\p{S}\p{L}](?:-?[a-z0-9\p{S}\p{L}]{0,62})?$/iu;
const innerLabel = /^[a-z0-9\p{S}\p{L}](?:[a-z0-9\-\p{S}\p{L}]{0,61}[a-z0-9\p{S}\p{L}])?$/iu;
const topLabel = /^[a-z\p{L}]{2,63}$/iu;

function isHostname(text: string): boolean {
  const labels = text.split('.');
  const last = labels.at(-1) ?? '';
  const good =
    labels.length === 1
      ? oneLabel.test(last)
      : topLabel.test(last) && labels.slice(0, -1).every((label) => innerLabel.test(label));
  return good && byteLength(text) <= 255 && labels.every((label) => byteLength(label) <= 63);
}

const separators = /[\t\n\f\r -]+/g;

function isIsbn10(text: string): boolean {
  const digits = text.replace(separators, '');
  if (!/^(?:\d{9}X|\d{10})$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, i) => total + Math.min(i + 1, 10) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(separators, '');
  if (!/^\d{13}$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, i) => total + (i % 2 === 0 ? 1 : 3) * Number(digit), 0);
  return sum % 10 === 0;
}

const cardNumber =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '');
  if (!cardNumber.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const doubled = i % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (doubled >= 10 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function isRgbColor(text: string): boolean {
  const match =
    /^rgb\([\t\n\f\r ]*(\d+)[\t\n\f\r ]*,[\t\n\f\r ]*(\d+)[\t\n\f\r ]*,[\t\n\f\r ]*(\d+)[\t\n\f\r ]*\)$/.exec(text);
  return match?.slice(1).every((part) => /^(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])$/.test(part)) === true;
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const date = new Date(0);
  // Day 0 of the next month is the last day of this one.
  date.setUTCFullYear(year, month, 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= date.getUTCDate();
}

function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t');
  if (byteLength(text) < 4 || time === undefined || !isDate(date)) return false;
  const match = /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/u.exec(time);
  if (match === null) return false;
  const [hour = '', minute = '', second = ''] = match.slice(1);
  return hour <= '23' && minute <= '59' && second <= '59';
}

const goDuration = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const exactUnits = new Set([
  'ns',
  'nano',
  'us',
  'µs',
  'micro',
  'ms',
  'milli',
  's',
  'sec',
  'm',
  'min',
  'h',
  'hr',
  'hour',
]);
const longUnits = ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week'];

/**
 * Whether a text is a duration: one that Go's time.ParseDuration accepts, or any text with a number and a unit, as
 * Scala writes durations.
 */
function isDuration(text: string): boolean {
  if (goDuration.test(text) && goDurationFits(text)) return true;
  let found = false;
  for (const match of text.matchAll(/(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
    if (BigInt(match[1] ?? '') > 9_223_372_036_854_775_807n) return false;
    const unit = (match[2] ?? '').toLowerCase();
    found ||=
      exactUnits.has(unit) || ['d', 'w', 'wk'].includes(unit) || longUnits.some((long) => unit.startsWith(long));
  }
  return found;
}

const nanoseconds: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
};

function goDurationFits(text: string): boolean {
  let total = 0;
  for (const match of text.matchAll(/(\d*\.?\d*)(ns|us|µs|μs|ms|s|m|h)/g)) {
    total += Number(match[1]) * (nanoseconds[match[2] ?? ''] ?? 0);
  }
  return total <= 2 ** 63;
}

const second = 1_000_000_000n;

const units: readonly (readonly [RegExp, bigint])[] = [
  [/^(ns|nano)/, 1n],
  [/^(us|µs|micro)/, 1000n],
  [/^(ms|milli)/, 1_000_000n],
  [/^(s|sec)/, second],
  [/^(m|min)$|^min/, 60n * second],
  [/^(h|hr|hour)/, 3600n * second],
  [/^(d|day)/, 86_400n * second],
  [/^(w|wk|week)/, 604_800n * second],
];

/**
 * Parses a text such as `3 days` as nanoseconds; undefined where it has no number with a unit.
 * Upstream: k8s.io/kube-openapi pkg/validation/strfmt/duration.go ParseDuration.
 */
export function parseLongDuration(text: string): bigint | undefined {
  let sum: bigint | undefined;
  for (const match of text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)) {
    const unit = units.find(([form]) => form.test((match[2] ?? '').toLowerCase()));
    if (unit !== undefined) sum = (sum ?? 0n) + BigInt(match[1] ?? '0') * unit[1];
  }
  return sum;
}
