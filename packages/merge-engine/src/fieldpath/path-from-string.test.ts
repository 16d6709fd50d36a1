import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemaFromOpenApi } from '../schema/openapi.ts';
import { valueFromPlain } from '../value/json.ts';
import { isMap, type Value, type ValueMap } from '../value/value.ts';
import { type FieldPath, fieldElement, indexElement, keyElement, pathToString, valueElement } from './element.ts';
import { closingBracket, literal, pathFromString } from './path-from-string.ts';

const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replace(/[\ud800-\udfff]/gu, '')),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.boolean(),
  fc.constant(null),
);
const name = fc.stringMatching(/^[A-Za-z_/-]{1,8}$/).filter((each) => !['labels', 'data'].includes(each));
const element = fc.oneof(
  name.map(fieldElement),
  fc
    .dictionary(name, scalar, { minKeys: 1, maxKeys: 3 })
    .map((keys) => keyElement(Object.entries(keys).map(([key, value]) => ({ name: key, value })))),
  scalar.filter((value) => value !== null).map(valueElement),
  fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(indexElement),
);

test('what a path prints is read as the same path', () => {
  fc.assert(
    fc.property(fc.array(element, { maxLength: 6 }), (path: FieldPath) => {
      // What stands behind one of these is read as one key.
      fc.pre(
        !path.some(
          (each) =>
            each.kind === 'field' && /^(?:annotations|matchLabels|hard|limits|requests|selector)$/.test(each.name),
        ),
      );
      expect(pathFromString(pathToString(path))).toEqual(path);
    }),
    { numRuns: 500 },
  );
});

describe('names with dots', () => {
  const plain = {
    type: 'object',
    properties: {
      tls: { type: 'object', properties: { key: { type: 'string' } } },
      'tls.crt': { type: 'object', properties: { size: { type: 'integer' } } },
      keys: { type: 'object', additionalProperties: { type: 'string' } },
    },
  };
  const value = valueFromPlain(plain) as ValueMap;
  const type = isMap(value) ? schemaFromOpenApi(new Map([['T', value]])).type('T') : undefined;

  test.each([
    ['.tls.key', ['tls', 'key']],
    ['.tls.crt.size', ['tls.crt', 'size']],
    ['.keys.a.b.c', ['keys', 'a.b.c']],
  ])('%s is read by the type', (text, names) => {
    expect(pathFromString(text, type)).toEqual(names.map(fieldElement));
  });

  test.each(['.none', '.keys[0]', '.tls.key[a=1]'])('%s does not fit it', (text) => {
    expect(pathFromString(text, type)).toBeUndefined();
  });

  test('without a type, keys of labels may hold them', () => {
    expect(pathFromString('.metadata.labels.app.kubernetes.io/name')).toEqual(
      ['metadata', 'labels', 'app.kubernetes.io/name'].map(fieldElement),
    );
  });
});

describe('the items of a list', () => {
  const items = (keys: object, properties: object) => ({
    type: 'array',
    ...keys,
    items: { type: 'object', properties },
  });
  const list = items(
    { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['port'] },
    { port: { type: 'integer' }, name: { type: 'string' } },
  );
  const value = valueFromPlain({ type: 'object', properties: { ports: list, free: { type: 'object' } } });
  const type = isMap(value) ? schemaFromOpenApi(new Map([['T', value]])).type('T') : undefined;

  test('are selected by the keys of its type', () => {
    expect(pathFromString('.ports[port=80].name', type)).toEqual([
      fieldElement('ports'),
      keyElement([{ name: 'port', value: 80n }]),
      fieldElement('name'),
    ]);
  });

  test.each([
    '.ports[name="a"]',
    '.ports[port=80,name="a"]',
    '.ports[=x]',
    '.ports[=]',
    '.ports[port]',
    '.ports[1][2]',
  ])('%s selects none', (text) => {
    expect(pathFromString(text, type)).toBeUndefined();
  });
});

test.each([
  ['"a"', 'a'],
  ['"\\a\\v\\n"', '\u0007\u000b\n'],
  ['"\\x1f\\x7f"', '\u001f\u007f'],
  ['"\\U0001f600\\u00e9"', '\u{1f600}é'],
  ['"\\\\a"', '\\a'],
  ['1', 1n],
  ['true', true],
  ['"\\U00110000"', undefined],
  ['"\\q"', undefined],
  ['x', undefined],
  ['', undefined],
])('the value %s is read', (text, value) => {
  expect(literal(text)).toBe(value);
});

test.each([
  ['[a]', 2],
  ['[a].b[c]', 2],
  ['["]"]', 4],
  ['["\\"]"]x]', 6],
  ['[a[b]', 4],
  ['["x[a]', undefined],
  ['[', undefined],
])('the bracket of %s closes', (text, at) => {
  expect(closingBracket(text)).toBe(at);
});

test.each(['spec', '.', '.a[', '.a[b]', '.a[="x]', '.a[k=]', '.a[0'])('%s is no path', (text) => {
  expect(pathFromString(text)).toBeUndefined();
});
