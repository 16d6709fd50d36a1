import { code, isDigit } from './characters.ts';

/**
 * The value of a scalar before it becomes JSON. A bigint may lie between int64 and uint64; a number is a float even if
 * it is whole, and may be infinite or NaN.
 */
export type Scalar = null | boolean | bigint | number | string;

/** The types that a plain scalar can have. A timestamp stays a string. */
export type ScalarKind = 'str' | 'bool' | 'int' | 'float' | 'null' | 'timestamp' | 'merge';

/** A scalar with its type. */
export interface ResolvedScalar {
  readonly kind: ScalarKind;
  readonly value: Scalar;
}

const words: ReadonlyMap<string, ResolvedScalar> = new Map([
  ...spellings('bool', true, 'y Y yes Yes YES true True TRUE on On ON'),
  ...spellings('bool', false, 'n N no No NO false False FALSE off Off OFF'),
  ...spellings('null', null, '~ null Null NULL'),
  ...spellings('null', null, ''),
  ...spellings('float', Number.NaN, '.nan .NaN .NAN'),
  ...spellings('float', Number.POSITIVE_INFINITY, '.inf .Inf .INF +.inf +.Inf +.INF'),
  ...spellings('float', Number.NEGATIVE_INFINITY, '-.inf -.Inf -.INF'),
]);

function spellings(kind: ScalarKind, value: Scalar, texts: string): [string, ResolvedScalar][] {
  return texts.split(' ').map((text) => [text, { kind, value }]);
}

/** The first characters of plain scalars that may be something else than a string. */
const first = new Set([...'+-.~0123456789yYnNtTfFoO'].map((character) => character.charCodeAt(0)));

/**
 * Resolves a plain scalar, with the booleans and numbers of YAML 1.1 as upstream reads them.
 * Upstream: go.yaml.in/yaml/v2 resolve.go resolve without a tag.
 */
export function resolvePlain(text: string): ResolvedScalar {
  if (text !== '' && !first.has(text.charCodeAt(0))) return { kind: 'str', value: text };
  const word = words.get(text);
  if (word !== undefined) return word;
  const start = text.charCodeAt(0);
  if (start === code.dot) {
    const float = dottedForm.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN;
    return Number.isFinite(float) ? { kind: 'float', value: float } : { kind: 'str', value: text };
  }
  if (!isDigit(start) && start !== code.plus && start !== code.dash) return { kind: 'str', value: text };
  if (isTimestamp(text)) return { kind: 'timestamp', value: text };
  return resolveNumber(text) ?? { kind: 'str', value: text };
}

/** A float that starts with its dot. Unlike elsewhere, underscores are allowed between digits only. */
const dottedForm = /^\.\d+(?:_\d+)*(?:[eE][+-]?\d+(?:_\d+)*)?$/;

const mostUnsigned = 2n ** 64n - 1n;
const leastSigned = -(2n ** 63n);
const mostSigned = 2n ** 63n - 1n;
const floatForm = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

function resolveNumber(text: string): ResolvedScalar | undefined {
  const digits = text.includes('_') ? text.replaceAll('_', '') : text;
  const integer = parseInteger(digits);
  if (integer !== undefined) return { kind: 'int', value: integer };
  if (floatForm.test(digits)) {
    const float = Number(digits);
    if (Number.isFinite(float)) return { kind: 'float', value: float };
  }
  const binary = parseSignedBinary(digits);
  return binary === undefined ? undefined : { kind: 'int', value: binary };
}

/** The most binary digits of a 64-bit number. */
const longestNumber = 64;

const integerForm = /^([+-]?)(?:(0[xX])([0-9a-fA-F]+)|(0[bB])([01]+)|0[oO]?([0-7]+)|(0|[1-9]\d*))$/;

/** Reads an integer in Go's notations (strconv.ParseInt with base 0): up to int64 with a sign, up to uint64 without. */
function parseInteger(text: string): bigint | undefined {
  const match = integerForm.exec(text);
  if (match === null) return undefined;
  const [, sign = '', , hexadecimal, , binary, octal, decimal] = match;
  const notation =
    hexadecimal !== undefined
      ? `0x${hexadecimal}`
      : binary !== undefined
        ? `0b${binary}`
        : octal !== undefined
          ? `0o${octal}`
          : (decimal ?? '0');
  if (notation.replace(/^0[xob]?0*/, '').length > longestNumber) return undefined;
  const size = BigInt(notation);
  const value = sign === '-' ? -size : size;
  if (value < leastSigned || value > (sign === '' ? mostUnsigned : mostSigned)) return undefined;
  return value;
}

/** Upstream tries binary numbers a second time with a sign after the prefix: `0b-1` is -1, and `-0b+1` is no number. */
function parseSignedBinary(text: string): bigint | undefined {
  const match = /^0b([+-])([01]+)$/.exec(text);
  if (match === null) return undefined;
  const value = BigInt(`0b${match[2]}`) * (match[1] === '-' ? -1n : 1n);
  return value >= leastSigned && value <= mostSigned ? value : undefined;
}

const formats: readonly RegExp[] = [
  /^(\d{4})-(\d\d?)-(\d\d?)[Tt](\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(?:Z|[+-](\d\d):(\d\d))$/,
  /^(\d{4})-(\d\d?)-(\d\d?) +(\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?$/,
  /^(\d{4})-(\d\d?)-(\d\d?)$/,
];

/**
 * Whether upstream reads a text as a time. Such a text stays a string, and is quoted when it is printed.
 * Upstream: go.yaml.in/yaml/v2 resolve.go parseTimestamp (time.Parse with four layouts).
 */
export function isTimestamp(text: string): boolean {
  if (text.charCodeAt(4) !== 0x2d) return false;
  return formats.some((format) => {
    const parts = format
      .exec(text)
      ?.slice(1)
      .map((part) => Number(part ?? 0));
    if (parts === undefined) return false;
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts;
    const inDay = hour < 24 && minute < 60 && second < 60 && zoneHour <= 24 && zoneMinute <= 60;
    return inDay && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
  });
}

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
