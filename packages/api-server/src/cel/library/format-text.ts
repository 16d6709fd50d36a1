import { fixedFloat, quote } from '@managed-fields/merge-engine';
import { type CelMap, type CelValue, celError, isError, kindOf, typeName } from '../value/cel-value.ts';
import { convert } from '../value/convert.ts';

/** A clause of a format: `%.2f`. */
export interface Clause {
  readonly verb: string;
  readonly precision: number | undefined;
  /** The length of the clause in characters. */
  readonly length: number;
}

const verbs = new Set('sdfebxXo');

/** Parses the clause at the beginning of a text, or returns the error. */
export function readClause(text: string): Clause | string {
  const match = /^%(?:\.(\d*))?/.exec(text);
  const head = match?.[0] ?? '%';
  const precision = match?.[1];
  const refuse = (words: string) => `could not parse formatting clause: ${words}`;
  if (precision !== undefined && head.length === text.length) {
    return refuse('error while parsing precision: could not find end of precision specifier');
  }
  if (precision === '') {
    const words = 'error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax';
    return refuse(`error while parsing precision: ${words}`);
  }
  const verb = text.charAt(head.length);
  if (!verbs.has(verb)) return refuse(`unrecognized formatting clause "${verb}"`);
  return { verb, precision: precision === undefined ? undefined : Number(precision), length: head.length + 1 };
}

/**
 * Formats values by a text with clauses such as `%s`.
 * Upstream: github.com/google/cel-go ext/formatting.go parseFormatString.
 */
export function formatText(text: string, values: readonly CelValue[]): CelValue {
  let built = '';
  let rest = text;
  let index = 0;
  while (rest !== '') {
    const plain = /^(?:[^%]|%%)+/.exec(rest)?.[0] ?? '';
    built += plain.replaceAll('%%', '%');
    rest = rest.slice(plain.length);
    if (rest === '') break;
    const value = values[index];
    if (value === undefined) return celError(`index ${index} out of range`);
    if (rest === '%') return celError('unexpected end of string');
    const clause = readClause(rest);
    if (typeof clause === 'string') return celError(clause);
    const shown = formatValue(clause, value);
    if (isError(shown)) return celError(`error during formatting: ${shown.message}`);
    built += String(shown);
    rest = rest.slice(clause.length);
    index++;
  }
  return built;
}

function formatValue({ verb, precision = 6 }: Clause, value: CelValue): CelValue {
  switch (verb) {
    case 's':
      return stringOf(value);
    case 'd':
      return decimalOf(value);
    case 'f':
    case 'e':
      return floatOf(value, verb, precision);
    case 'b':
      if (typeof value === 'boolean') return value ? '1' : '0';
      return radixOf(value, 2) ?? celError(wrongType('b', typeName(value)));
    case 'o':
      return radixOf(value, 8) ?? celError(wrongType('o', typeName(value)));
    default:
      return hexOf(value, verb === 'X') ?? celError(wrongType('x', typeName(value)));
  }
}

/** Words the error about a value that a clause does not accept. */
export function wrongType(verb: string, type: string): string {
  switch (verb) {
    case 's':
      return `string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given ${type}`;
    case 'd':
      return `decimal clause can only be used on integers, was given ${type}`;
    case 'f':
      return `fixed-point clause can only be used on doubles, was given ${type}`;
    case 'e':
      return `scientific clause can only be used on doubles, was given ${type}`;
    case 'b':
      return `only integers and bools can be formatted as binary, was given ${type}`;
    case 'o':
      return `octal clause can only be used on integers, was given ${type}`;
    default:
      return `only integers, byte buffers, and strings can be formatted as hex, was given ${type}`;
  }
}

function wholeOf(value: CelValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return value !== null && typeof value === 'object' && value.kind === 'uint' ? value.value : undefined;
}

function decimalOf(value: CelValue): CelValue {
  const whole = wholeOf(value);
  return whole === undefined ? celError(wrongType('d', typeName(value))) : String(whole);
}

function radixOf(value: CelValue, radix: number): string | undefined {
  return wholeOf(value)?.toString(radix);
}

function hexOf(value: CelValue, upper: boolean): string | undefined {
  const bytes = typeof value === 'string' ? convert(value, 'bytes') : value;
  let hex = radixOf(value, 16);
  if (bytes !== null && typeof bytes === 'object' && bytes.kind === 'bytes') {
    hex = Array.from(bytes.bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  return upper ? hex?.toUpperCase() : hex;
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function floatOf(value: CelValue, verb: 'f' | 'e', precision: number): CelValue {
  const special = typeof value === 'string' && /^(?:NaN|-?Infinity)$/.test(value);
  if (typeof value !== 'number' && !special) return celError(wrongType(verb, typeName(value)));
  const number = Number(value);
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? '∞' : '-∞';
  if (verb === 'f') return grouped(fixedFloat(number, Math.min(precision, 100)));
  // The server ignores the precision here.
  const [digits = '', power = '+0'] = number.toExponential(6).split('e');
  const exponent = power
    .slice(1)
    .padStart(2, '0')
    .replace(/\d/g, (digit) => superscripts.charAt(Number(digit)));
  return `${digits}×10${power.startsWith('-') ? '⁻' : ''}${exponent}`;
}

/** Groups digits by three, as in English. */
function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const groups = whole.replace(/\d(?=(?:\d{3})+$)/g, '$&,');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

function stringOf(value: CelValue): CelValue {
  if (value === null) return 'null';
  switch (kindOf(value)) {
    case 'list':
      return listOf(value);
    case 'map':
      return celMapOf(value as CelMap);
    case 'optional':
    case 'opaque':
      return celError(wrongType('s', typeName(value)));
    default:
      return convert(value, 'string');
  }
}

function listOf(value: CelValue): CelValue {
  const parts: string[] = [];
  for (const item of (value as Extract<CelValue, { kind: 'list' }>).items) {
    const part = inner(item);
    if (isError(part)) return part;
    parts.push(String(part));
  }
  return `[${parts.join(', ')}]`;
}

function celMapOf(map: CelMap): CelValue {
  const parts: (readonly [string, string])[] = [];
  for (const key of map.keys()) {
    const type = typeName(key);
    if (!['string', 'bool', 'int', 'uint'].includes(type)) {
      return celError(`no formatting function for map key of type ${type}`);
    }
    const value = inner(map.find(key) ?? null);
    if (isError(value)) return value;
    parts.push([String(inner(key)), String(value)]);
  }
  parts.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${parts.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

/** Formats a value inside a list or map, as expressions write it. */
function inner(value: CelValue): CelValue {
  if (isError(value)) return value;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return Number.isFinite(value) ? fixedFloat(value, 6) : quote(String(stringOf(value)));
  switch (kindOf(value)) {
    case 'timestamp':
    case 'duration':
      return `${kindOf(value)}(${quote(String(stringOf(value)))})`;
    case 'bytes':
      return `b${quote(String(stringOf(value)))}`;
    case 'optional':
    case 'opaque':
      return celError(`no formatting function for ${typeName(value)}`);
    default:
      return stringOf(value);
  }
}
