import { sortedKeys } from './order.ts';
import { isList, isMap, type Value } from './value.ts';

/** A float as Go's `%v` writes it: the shortest digits, with an exponent from 1e+06 on and below 0.0001. */
export function formatFloat(value: number): string {
  if (Object.is(value, -0)) return '-0';
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** The same, also for floats that JSON cannot hold: `NaN`, `+Inf` and `-Inf`. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return formatFloat(value);
}

const plain = /^[ !#-[\]-~]*$/;
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const named: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

/** A string as Go's `%q` writes it. */
export function quote(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  let quoted = '"';
  for (const character of text) quoted += named.get(character) ?? escapeUnprintable(character);
  return `${quoted}"`;
}

/** A character as Go's `%q` writes a rune. */
export function quoteRune(character: string): string {
  if (character === "'") return "'\\''";
  return character === '"' ? `'"'` : `'${quote(character).slice(1, -1)}'`;
}

function escapeUnprintable(character: string): string {
  if (printable.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code >= 0xd800 && code < 0xe000) return '\ufffd';
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
}

/** A decoded value as Go's `%v` writes it: `map[a:1 b:[x <nil>]]`, strings bare. */
export function formatValue(value: Value): string {
  if (value === null) return '<nil>';
  if (typeof value === 'number') return formatFloat(value);
  if (isList(value)) return `[${value.map(formatValue).join(' ')}]`;
  if (isMap(value)) {
    return `map[${sortedKeys(value)
      .map((key) => `${key}:${formatValue(value.get(key) as Value)}`)
      .join(' ')}]`;
  }
  return String(value);
}

/** A decoded value as Go's `%#v` writes it: `map[string]interface {}{"a":1}`. */
export function formatGoSyntax(value: Value): string {
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'number') return formatFloat(value);
  if (typeof value === 'string') return quote(value);
  if (isList(value)) return `[]interface {}{${value.map(formatGoSyntax).join(', ')}}`;
  if (isMap(value)) {
    const entries = sortedKeys(value).map((key) => `${quote(key)}:${formatGoSyntax(value.get(key) as Value)}`);
    return `map[string]interface {}{${entries.join(', ')}}`;
  }
  return String(value);
}

/** The Go type of a decoded value, as `%T` writes it. */
export function goTypeName(value: Value): string {
  if (value === null) return '<nil>';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'number') return 'float64';
  return isList(value) ? '[]interface {}' : 'map[string]interface {}';
}

/** A JSON type as encoding/json names it. */
export function jsonTypeName(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'object') return isMap(value) ? 'object' : 'array';
  return 'number';
}

/** The parts of a text before and behind the first separator in it. Upstream: strings.Cut. */
export function cut(text: string, separator: string): readonly [before: string, behind: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** The answer of reading an integer: a number, or what Go says of the text. */
export type ReadInteger =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'error'; readonly message: string };

const largest = 2n ** 63n - 1n;
/** What 64 bits hold without a sign, and how many digits that has. */
const mostBits = 2n ** 64n - 1n;
const mostDigits = 20;

/**
 * Reads a whole number of 64 bits, with or without a sign. `called`: the function whose name stands in a complaint.
 * Upstream: Go's strconv.Atoi and ParseInt.
 */
export function atoi(text: string, called: 'Atoi' | 'ParseInt' = 'Atoi'): ReadInteger {
  const refused = (why: string) =>
    ({ kind: 'error', message: `strconv.${called}: parsing ${quote(text)}: ${why}` }) as const;
  const [, sign, digits = '', rest] = /^([+-]?)([0-9]*)(.*)$/s.exec(text) ?? [];
  const significant = digits.replace(/^0+/, '');
  // Go stops at the digit with which 64 bits no longer hold the number, before it sees what follows.
  if (significant.length > mostDigits || BigInt(significant) > mostBits) return refused('value out of range');
  if (digits === '' || rest !== '') return refused('invalid syntax');
  const value = sign === '-' ? -BigInt(significant) : BigInt(significant);
  return value > largest || value < -largest - 1n ? refused('value out of range') : { kind: 'integer', value };
}

/**
 * What Go makes of a text that is taken for a format and given no arguments: each verb in it says what it lacks, so that
 * `50%]` becomes `50%!](MISSING)`. Upstream: Go's fmt/print.go doPrintf.
 */
export function formatWithoutArguments(format: string): string {
  let [out, at] = ['', 0];
  const digits = () => {
    const from = at;
    while (/[0-9]/.test(format[at] ?? '')) at++;
    // A number beyond a million that goes on ends the format.
    if (Number(format.slice(from, at - 1)) > 1_000_000) at = format.length;
  };
  while (at < format.length) {
    const sign = format.indexOf('%', at);
    if (sign < 0) return out + format.slice(at);
    out += format.slice(at, sign);
    at = sign + 1;
    while ('#0+- '.includes(format[at] ?? 'x')) at++;
    let [hasIndex, afterIndex] = [false, false];
    const index = () => {
      afterIndex = false;
      if (format[at] !== '[') return;
      hasIndex = true;
      const end = format.indexOf(']', at);
      const isOne = end >= 0 && format.length - at >= 3;
      afterIndex = isOne && /^[0-9]{1,7}$/.test(format.slice(at + 1, end));
      at = isOne ? end + 1 : at + 1;
    };
    index();
    const size = (complaint: string) => {
      if (format[at] !== '*') return digits();
      at++;
      afterIndex = false;
      out += complaint;
    };
    size('%!(BADWIDTH)');
    if (format[at] === '.' && at + 1 < format.length) {
      at++;
      index();
      size('%!(BADPREC)');
    }
    if (!afterIndex) index();
    const code = format.codePointAt(at);
    if (code === undefined) return `${out}%!(NOVERB)`;
    const verb = String.fromCodePoint(code);
    at += verb.length;
    out += verb === '%' ? '%' : `%!${verb}(${hasIndex ? 'BADINDEX' : 'MISSING'})`;
  }
  return out;
}
