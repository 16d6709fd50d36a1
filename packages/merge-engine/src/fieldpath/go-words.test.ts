import { describe, expect, it } from 'vitest';
import { fieldElement, keyElement, valueElement } from './element.ts';
import { fieldSetFromJson } from './fields-v1.ts';
import { loadGoReader } from './load-go-reader.ts';
import { elementFromV1, elementToV1 } from './serialize-element.ts';

await loadGoReader();

/** What structured-merge-diff v7.0.0 says, built by Go 1.27.0. */
const elements: readonly (readonly [string, string])[] = [
  [
    'k:{"a":1_0}',
    "json: cannot unmarshal into Go value.FieldList: parsing JSON: jsontext: invalid character '_' after object value (expecting ',' or '}') after offset 6",
  ],
  [
    'k:{"a":1 "b":2}',
    "json: cannot unmarshal into Go value.FieldList: parsing JSON: jsontext: invalid character '\"' after object value (expecting ',' or '}') after offset 7",
  ],
  [
    'k:{9"x":1}',
    'json: cannot unmarshal into Go value.FieldList: parsing JSON: jsontext: object member name must be a string after offset 1',
  ],
  [
    'k:{"a":1,}',
    "json: cannot unmarshal into Go value.FieldList: parsing JSON: jsontext: invalid character ',' at start of value after offset 6",
  ],
  [
    'k:{"aaa":1,null:2}',
    'json: cannot unmarshal into Go value.FieldList: parsing JSON: jsontext: object member name must be a string after offset 9',
  ],
  [
    'k: {x',
    "json: cannot unmarshal into Go value.FieldList after offset 1: parsing JSON: jsontext: invalid character 'x' at start of value after offset 2",
  ],
  [
    'k:{',
    'json: cannot unmarshal into Go value.FieldList after offset 1: parsing JSON: jsontext: unexpected EOF after offset 1',
  ],
  [
    'k:{"a":"x" y',
    "json: cannot unmarshal into Go value.FieldList: parsing JSON: jsontext: invalid character 'y' after object value (expecting ',' or '}') after offset 9",
  ],
  [
    'k:{"a":true y',
    "json: cannot unmarshal into Go value.FieldList: parsing JSON: jsontext: invalid character 'y' after object value (expecting ',' or '}') after offset 10",
  ],
  [
    'k:{"a":[1]y',
    "json: cannot unmarshal into Go value.FieldList after offset 7: parsing JSON: jsontext: invalid character 'y' after object value (expecting ',' or '}') after offset 8",
  ],
  [
    'k:{"a":{} y',
    "json: cannot unmarshal into Go value.FieldList after offset 6: parsing JSON: jsontext: invalid character 'y' after object value (expecting ',' or '}') after offset 8",
  ],
  [
    'k:{"a',
    'json: cannot unmarshal into Go value.FieldList after offset 1: parsing JSON: jsontext: unexpected EOF after offset 3',
  ],
  [
    'k:{"a[',
    'json: cannot unmarshal into Go value.FieldList after offset 1: parsing JSON: jsontext: unexpected EOF after offset 4',
  ],
  [
    'k:{"a"',
    'json: cannot unmarshal into Go value.FieldList within "/a": parsing JSON: jsontext: unexpected EOF within "/a" after offset 4',
  ],
  [
    'k:{"a":"x',
    'json: cannot unmarshal into Go value.FieldList within "/a": parsing JSON: jsontext: unexpected EOF within "/a" after offset 7',
  ],
  [
    'k:{"a":tr',
    'json: cannot unmarshal into Go value.FieldList within "/a": parsing JSON: jsontext: unexpected EOF within "/a" after offset 7',
  ],
  [
    'k:{"a":1',
    'json: cannot unmarshal into Go value.FieldList after offset 6: parsing JSON: jsontext: unexpected EOF after offset 6',
  ],
  [
    'k:{"a":[',
    'json: cannot unmarshal into Go value.FieldList within "/a": parsing JSON: jsontext: unexpected EOF within "/a" after offset 6',
  ],
  [
    'k:{"a":1,"b',
    'json: cannot unmarshal into Go value.FieldList after offset 7: parsing JSON: jsontext: unexpected EOF after offset 9',
  ],
  [
    'k:{"a":1,',
    'json: cannot unmarshal into Go value.FieldList after offset 7: parsing JSON: jsontext: unexpected EOF after offset 7',
  ],
  [
    'k:{"a":1, ',
    'json: cannot unmarshal into Go value.FieldList after offset 8: parsing JSON: jsontext: unexpected EOF after offset 8',
  ],
  [
    'k:{"a\\',
    'json: cannot unmarshal into Go value.FieldList after offset 1: parsing JSON: jsontext: unexpected EOF after offset 3',
  ],
  [
    'k:{"a\\q',
    'json: cannot unmarshal into Go value.FieldList: parsing JSON: jsontext: invalid escape sequence `\\q` in string after offset 3',
  ],
  [
    'k:{"a":1,"b\\q',
    'json: cannot unmarshal into Go value.FieldList: parsing JSON: jsontext: invalid escape sequence `\\q` in string after offset 9',
  ],
  ['v:"\\é"', 'jsontext: invalid escape sequence "\\\\\\xc3" in string after offset 1'],
  ['v:"\\u0é6"', 'jsontext: invalid escape sequence `\\u0é6` in string after offset 1'],
  ['v:"\\u00', 'jsontext: unexpected EOF after offset 1'],
  ['v:"\\`"', 'jsontext: invalid escape sequence "\\\\`" in string after offset 1'],
  ['v:"\\ ', 'jsontext: invalid escape sequence "\\\\ " in string after offset 1'],
  ['v:"\\ud83d\\u00é"', 'jsontext: invalid escape sequence `\\u00é` in string after offset 7'],
  [
    'k:{"a":{"b',
    'json: cannot unmarshal into Go value.FieldList within "/a": parsing JSON: jsontext: unexpected EOF within "/a" after offset 8',
  ],
  [
    'k:{"a":{"b":1,"c',
    'json: cannot unmarshal into Go value.FieldList within "/a": parsing JSON: jsontext: unexpected EOF within "/a" after offset 14',
  ],
  [
    'k:{x":1}',
    "json: cannot unmarshal into Go value.FieldList: parsing JSON: jsontext: invalid character 'x' at start of value after offset 1",
  ],
  [
    'k:{"a" 1}',
    'json: cannot unmarshal into Go value.FieldList within "/a": parsing JSON: jsontext: invalid character \'1\' after object name (expecting \':\') within "/a" after offset 5',
  ],
  [
    'k:{"a":1}',
    "json: cannot unmarshal into Go value.FieldList: parsing JSON: jsontext: invalid character '\\x01' in string (expecting non-control character) after offset 3",
  ],
];
const sets: readonly (readonly [string, string])[] = [
  [
    '{"f:a":{} x',
    "json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 8: parsing JSON: jsontext: invalid character 'x' after object value (expecting ',' or '}') after offset 10",
  ],
  [
    '{"f:a":1}',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 7: parsing value as set: expected object',
  ],
  [
    '{"f:a":{"f:b":{}} x',
    "json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 16: parsing JSON: jsontext: invalid character 'x' after object value (expecting ',' or '}') after offset 18",
  ],
  [
    '{"f:a":{"f:b":{}}',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 17: parsing JSON: jsontext: unexpected EOF after offset 17',
  ],
  [
    '{x',
    "json: cannot unmarshal into Go fieldpath.setContentsV1: parsing JSON: jsontext: invalid character 'x' at start of value after offset 1",
  ],
  [
    '{ x',
    "json: cannot unmarshal into Go fieldpath.setContentsV1: parsing JSON: jsontext: invalid character 'x' at start of value after offset 2",
  ],
  [
    '{"f:a":{},}',
    "json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 8: parsing JSON: jsontext: invalid character ',' at start of value after offset 9",
  ],
  [
    '{"f:a":{}',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 9: parsing JSON: jsontext: unexpected EOF after offset 9',
  ],
  [
    '{"f:a"',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 within "/f:a": parsing value as set: parsing JSON: jsontext: unexpected EOF within "/f:a" after offset 6',
  ],
  [
    '{"f:a":',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 within "/f:a": parsing value as set: parsing JSON: jsontext: unexpected EOF within "/f:a" after offset 7',
  ],
  [
    '{',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 1: parsing JSON: jsontext: unexpected EOF after offset 1',
  ],
  [
    '{".":1 x',
    "json: cannot unmarshal into Go fieldpath.setContentsV1: parsing JSON: jsontext: invalid character 'x' after object value (expecting ',' or '}') after offset 7",
  ],
  [
    '{".":{} x',
    "json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 6: parsing JSON: jsontext: invalid character 'x' after object value (expecting ',' or '}') after offset 8",
  ],
  [
    '{"x:y":1 x',
    "json: cannot unmarshal into Go fieldpath.setContentsV1: parsing JSON: jsontext: invalid character 'x' after object value (expecting ',' or '}') after offset 9",
  ],
  [
    '{"f:a":null x',
    "json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 7: parsing JSON: jsontext: invalid character 'x' after object value (expecting ',' or '}') after offset 12",
  ],
  [
    '{9',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 1: parsing JSON: jsontext: object member name must be a string after offset 1',
  ],
  [
    '{"f:a',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 1: parsing JSON: jsontext: unexpected EOF after offset 5',
  ],
  [
    '{"f:a":{},"f:b',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 after offset 10: parsing JSON: jsontext: unexpected EOF after offset 14',
  ],
  [
    '{"f:a":{"f:b',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 within "/f:a": parsing value as set: parsing JSON: jsontext: unexpected EOF within "/f:a" after offset 12',
  ],
  [
    '{"f:a":{"f:b":{},"c',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 within "/f:a": parsing value as set: parsing JSON: jsontext: unexpected EOF within "/f:a" after offset 19',
  ],
  [
    '{"\\é":{}}',
    'json: cannot unmarshal into Go fieldpath.setContentsV1: parsing JSON: jsontext: invalid escape sequence "\\\\\\xc3" in string after offset 2',
  ],
  [
    '{"f:a\\q":{}}',
    'json: cannot unmarshal into Go fieldpath.setContentsV1: parsing JSON: jsontext: invalid escape sequence `\\q` in string after offset 5',
  ],
  [
    '{"f:a":{"f:a\\q":{}}}',
    'json: cannot unmarshal into Go fieldpath.setContentsV1 within "/f:a": parsing value as set: parsing JSON: jsontext: invalid escape sequence `\\q` in string within "/f:a" after offset 12',
  ],
];

describe('v7.0.0', () => {
  it.each(elements)('refuses the key %s', (text, message) =>
    expect(elementFromV1(text, 'v7.0.0')).toEqual({ kind: 'error', message }),
  );

  it.each(sets)('refuses the set %s', (text, message) =>
    expect(fieldSetFromJson(text, 'v7.0.0')).toEqual({ kind: 'error', message }),
  );

  it('writes <, > and & as they are, others escaped', () => {
    const key = keyElement([{ name: 'a', value: '<&>' }]);
    expect(elementToV1(key, 'v7.0.0')).toBe('k:{"a":"<&>"}');
    expect(elementToV1(key, 'v6.4.2')).toBe('k:{"a":"\\u003c\\u0026\\u003e"}');
    expect(elementToV1(valueElement('\b'), 'v7.0.0')).toBe('v:"\\b"');
    expect(elementToV1(valueElement('\b'), 'v6.4.2')).toBe('v:"\\u0008"');
    expect(elementToV1(fieldElement('<'), 'v7.0.0')).toBe('f:<');
  });
});

describe('text behind the JSON of a key', () => {
  it.each(['v6.3.3'] as const)('is not looked at by %s', (library) =>
    expect(elementFromV1('v:1 x', library)).toMatchObject({ kind: 'element' }),
  );

  it.each(['v6.4.2', 'v7.0.0'] as const)('is refused by %s', (library) =>
    expect(elementFromV1('v:1 x', library)).toMatchObject({ kind: 'error' }),
  );
});
