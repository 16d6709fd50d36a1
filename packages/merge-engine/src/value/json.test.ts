import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapFromJson, mapFromPlain, parseJson, valueFromPlain } from './json.ts';
import { formatJson } from './json-write.ts';
import { equals } from './order.ts';
import type { Value } from './value.ts';

/** What is read, and what is written of it. */
const texts: readonly (readonly [string, string])[] = [
  ['null', 'null'],
  [' { "b" : [ 1 , true , null ] , "a" : { } } ', '{"b":[1,true,null],"a":{}}'],
  ['9223372036854775807', '9223372036854775807'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['9223372036854775808', '9223372036854776000'],
  ['-0', '0'],
  ['-0.0', '-0'],
  ['1.0', '1'],
  ['1e3', '1000'],
  ['1e21', '1e+21'],
  ['100000000000000000000.0', '100000000000000000000'],
  ['0.0000001', '1e-7'],
  ['0.000001', '0.000001'],
  ['1E-10', '1e-10'],
  ['"\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\"\\\\"', '"é😀/\\b\\f\\n\\r\\t\\"\\\\"'],
  ['"\\ud800 \\ude00x \\ud800\\u0041"', '"\ufffd \ufffdx \ufffdA"'],
  ['"\\ue000\\ud7ff\\uffff\\udbff\\udfff"', '"\ue000\ud7ff\uffff\u{10ffff}"'],
  ['"\\ud800\\ue000 \\ud800\\udbff\\udc00"', '"\ufffd\ue000 \ufffd\u{10fc00}"'],
  ['"<>&\u2028\u2029\\u0000\\u007f"', '"\\u003c\\u003e\\u0026\\u2028\\u2029\\u0000\u007f"'],
  ['{"__proto__":1,"10":2,"9":3,"constructor":4}', '{"__proto__":1,"10":2,"9":3,"constructor":4}'],
];

/** Texts that are no JSON, Go's words for it, and where. */
const errors: readonly (readonly [string, string, number])[] = [
  ['', 'unexpected end of JSON input', 0],
  ['  ', 'unexpected end of JSON input', 2],
  ['{"a"', 'unexpected end of JSON input', 4],
  ['"a', 'unexpected end of JSON input', 2],
  ['[', 'unexpected end of JSON input', 1],
  ['[1,', 'unexpected end of JSON input', 3],
  ['{"a":', 'unexpected end of JSON input', 5],
  ['tru', "invalid character ' ' in literal true (expecting 'e')", 3],
  ['f', "invalid character ' ' in literal false (expecting 'a')", 1],
  ['[nul', "invalid character ' ' in literal null (expecting 'l')", 4],
  ['-', "invalid character ' ' in numeric literal", 1],
  ['1.', "invalid character ' ' after decimal point in numeric literal", 2],
  ['1e', "invalid character ' ' in exponent of numeric literal", 2],
  ['1e+', "invalid character ' ' in exponent of numeric literal", 3],
  ['"\\', "invalid character ' ' in string escape code", 2],
  ['{"a":"\\u1', "invalid character ' ' in \\u hexadecimal character escape", 9],
  ['[nul,1]', "invalid character ',' in literal null (expecting 'l')", 4],
  ['[[1 2]]', "invalid character '2' after array element", 4],
  ['{"a\\q":1}', "invalid character 'q' in string escape code", 4],
  ['"a\\\nb"', "invalid character '\\n' in string escape code", 3],
  ['"\u0001"', "invalid character '\\x01' in string literal", 1],
  ['1\t2', "invalid character '2' after top-level value", 2],
  ['-01', "invalid character '1' after top-level value", 2],
  ['0x', "invalid character 'x' after top-level value", 1],
  ['{"a":}', "invalid character '}' looking for beginning of value", 5],
  ['{,}', "invalid character ',' looking for beginning of object key string", 1],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string", 7],
  ['{"a" 1}', "invalid character '1' after object key", 5],
  ['{"a":1"b":2}', `invalid character '"' after object key:value pair`, 6],
  ['{"a":1 2}', "invalid character '2' after object key:value pair", 7],
  ['[1,]', "invalid character ']' looking for beginning of value", 3],
  ['[1 2]', "invalid character '2' after array element", 3],
  ['{} x', "invalid character 'x' after top-level value", 3],
  ['01', "invalid character '1' after top-level value", 1],
  ['nulx', "invalid character 'x' in literal null (expecting 'l')", 3],
  ['trux', "invalid character 'x' in literal true (expecting 'e')", 3],
  ['1.x', "invalid character 'x' after decimal point in numeric literal", 2],
  ['1ex', "invalid character 'x' in exponent of numeric literal", 2],
  ['-x', "invalid character 'x' in numeric literal", 1],
  ['"\\x"', "invalid character 'x' in string escape code", 2],
  ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape", 5],
  ['"a\nb"', "invalid character '\\n' in string literal", 2],
  ["'a'", "invalid character '\\'' looking for beginning of value", 0],
  ['é', "invalid character 'Ã' looking for beginning of value", 0],
  ['[1e400]', 'json: cannot unmarshal number 1e400 into Go value of type float64', 6],
];

describe('parseJson and formatJson', () => {
  it.each(texts)('%s', (text, written) => {
    const parsed = parseJson(text);
    expect(parsed.kind === 'value' ? formatJson(parsed.value) : parsed.message).toBe(written);
  });

  it.each(errors)('refuses %s', (text, message, offset) =>
    expect(parseJson(text)).toEqual({ kind: 'error', message, offset }),
  );

  it('refuses what is nested too deep', () => {
    const deep = (depth: number) => parseJson('['.repeat(depth) + ']'.repeat(depth));
    expect(deep(1500).kind).toBe('value');
    expect(deep(1501)).toMatchObject({ message: "invalid character '[' exceeded max depth" });
  });

  it('reports keys that stand twice and takes the last value', () => {
    const parsed = parseJson('{"a":1,"b":[{"c":1,"c":2}],"a":3}');
    if (parsed.kind === 'error') throw new Error(parsed.message);
    expect(formatJson(parsed.value)).toBe('{"a":3,"b":[{"c":2}]}');
    expect(parsed.duplicates).toEqual([
      { path: ['b', 0, 'c'], offset: 19 },
      { path: ['a'], offset: 27 },
    ]);
  });

  it('writes halves of surrogate pairs as what stands for no character', () => {
    expect(formatJson('\ud800x\udfff \ue000')).toBe('"\\ufffdx\\ufffd \ue000"');
  });

  it('writes on lines, keys in the order of their bytes', () => {
    const value = valueFromPlain({ b: [1, {}], a: { d: [], c: 'x' }, '\uffff': 1, '\u{10000}': 2 });
    expect(formatJson(value, { indent: 2, sortKeys: true })).toBe(
      '{\n  "a": {\n    "c": "x",\n    "d": []\n  },\n  "b": [\n    1,\n    {}\n  ],\n  "\uffff": 1,\n  "\u{10000}": 2\n}',
    );
  });

  const { value } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.string({ unit: 'grapheme' }),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }).map((given) => new Map(Object.entries(given))),
    ),
  }));

  it('reads what it writes', () => {
    fc.assert(
      fc.property(value, (given) => {
        const parsed = parseJson(formatJson(given, { indent: 1 }));
        expect(parsed.kind === 'value' && equals(parsed.value, given)).toBe(true);
      }),
    );
  });

  it('reads as JSON.parse does, but for numbers', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const parsed = parseJson(text);
        const plain: unknown = JSON.parse(text);
        expect(parsed.kind === 'value' && equals(parsed.value, valueFromPlain(plain))).toBe(true);
      }),
    );
  });
});

describe('plain values', () => {
  it('lose members that are undefined', () =>
    expect(mapFromPlain({ a: undefined, b: [null, 1, 1.5, 'x', { c: true }] })).toEqual(
      new Map([['b', [null, 1n, 1.5, 'x', new Map([['c', true]])]]]),
    ));

  it('are refused where JSON has nothing of the kind', () => {
    expect(() => valueFromPlain({ a: () => 1 })).toThrow('not JSON: function');
    expect(() => valueFromPlain(undefined)).toThrow('not JSON: undefined');
    expect(() => mapFromPlain([1])).toThrow('not an object');
  });

  it('are read from a text only where it is an object', () =>
    expect(['{"a":1}', '[1]', '{', undefined].map(mapFromJson)).toEqual([
      new Map([['a', 1n]]),
      undefined,
      undefined,
      undefined,
    ]));
});
