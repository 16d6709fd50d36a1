import { describe, expect, it } from 'vitest';
import {
  formatDouble,
  formatFloat,
  formatGoSyntax,
  formatValue,
  formatWithoutArguments,
  goTypeName,
  jsonTypeName,
  quote,
} from './go-text.ts';
import { valueFromPlain } from './json.ts';

const floats: readonly (readonly [number, string])[] = [
  [0, '0'],
  [-0, '-0'],
  [80, '80'],
  [1.5, '1.5'],
  [999999.5, '999999.5'],
  [1000000, '1e+06'],
  [1234567.8, '1.2345678e+06'],
  [-12345678, '-1.2345678e+07'],
  [1e21, '1e+21'],
  [1e100, '1e+100'],
  [0.0001, '0.0001'],
  [0.00001234, '1.234e-05'],
];

const quoted: readonly (readonly [string, string])[] = [
  ['', '""'],
  ['plain text', '"plain text"'],
  ['"\\\'', '"\\"\\\\\'"'],
  ['\u0007\b\f\n\r\t\v', '"\\a\\b\\f\\n\\r\\t\\v"'],
  ['\u0000\u007f', '"\\x00\\x7f"'],
  ['é\u00a0\u2028\ufffd', '"é\\u00a0\\u2028\ufffd"'],
  ['😀\u{e0001}', '"😀\\U000e0001"'],
];

const plain = { b: [null, 'x', true, 1, 1.5, {}, []], a: { 'k"': 1e7 + 0.5 } };

describe('values as Go prints them', () => {
  it.each(floats)('%d', (value, text) => expect(formatFloat(value)).toBe(text));
  it.each(quoted)('%j', (value, text) => expect(quote(value)).toBe(text));

  it('%v', () =>
    expect(formatValue(valueFromPlain(plain))).toBe('map[a:map[k":1.00000005e+07] b:[<nil> x true 1 1.5 map[] []]]'));

  it('%#v', () =>
    expect(formatGoSyntax(valueFromPlain(plain))).toBe(
      'map[string]interface {}{"a":map[string]interface {}{"k\\"":1.00000005e+07}, "b":[]interface {}{interface {}(nil), "x", true, 1, 1.5, map[string]interface {}{}, []interface {}{}}}',
    ));

  it('%T', () =>
    expect([null, '', true, 1n, 1, [], new Map()].map(goTypeName)).toEqual([
      '<nil>',
      'string',
      'bool',
      'int64',
      'float64',
      '[]interface {}',
      'map[string]interface {}',
    ]));

  it('types of JSON', () =>
    expect([null, '', true, 1n, 1, [], new Map()].map(jsonTypeName)).toEqual([
      'null',
      'string',
      'bool',
      'number',
      'number',
      'array',
      'object',
    ]));

  it('floats that JSON cannot hold', () =>
    expect([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e6].map(formatDouble)).toEqual([
      'NaN',
      '+Inf',
      '-Inf',
      '1e+06',
    ]));
});

// Answers of Go's fmt.Sprintf.
it.each([
  ['', ''],
  ['%', '%!(NOVERB)'],
  ['%[', '%!(NOVERB)'],
  ['%[]', '%!](BADINDEX)'],
  ['%[]x', '%!x(BADINDEX)'],
  ['%[1', '%!(NOVERB)'],
  ['%[1]', '%!(NOVERB)'],
  ['%[1]d', '%!d(BADINDEX)'],
  ['%[1][2]d', '%![(BADINDEX)2]d'],
  ['%[1]2d', '%!d(BADINDEX)'],
  ['%[1].2d', '%!d(BADINDEX)'],
  ['%.[1]d', '%!d(BADINDEX)'],
  ['%*d', '%!(BADWIDTH)%!d(MISSING)'],
  ['%.*d', '%!(BADPREC)%!d(MISSING)'],
  ['%*[1]d', '%!(BADWIDTH)%!d(BADINDEX)'],
  ['%9999999999d', '%!(NOVERB)'],
  ['%1000000d', '%!d(MISSING)'],
  ['%10000000d', '%!d(MISSING)'],
  ['%.99999999d', '%!(NOVERB)'],
  ['100%', '100%!(NOVERB)'],
  ['50%!', '50%!!(MISSING)'],
  ['%%%', '%%!(NOVERB)'],
  ['%é', '%!é(MISSING)'],
  ['%😀x', '%!😀(MISSING)x'],
  ['50%]}', '50%!](MISSING)}'],
])('a format without arguments: %j', (format, written) => {
  expect(formatWithoutArguments(format)).toBe(written);
});
