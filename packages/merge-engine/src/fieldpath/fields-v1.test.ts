import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import { fieldElement, keyElement, type PathElement, valueElement } from './element.ts';
import { fieldSetFromV1, fieldSetToJson, fieldSetToV1 } from './fields-v1.ts';
import { elementFromV1, elementToV1 } from './serialize-element.ts';
import { equalSets, setOf, setToString } from './set.ts';

/** What is read, and what of it is written again where that differs. */
const wires: readonly (readonly [name: string, wire: string, written: string])[] = [
  ['nothing', '{}', '{}'],
  ['a field', '{"f:a":{}}', '{"f:a":{}}'],
  ['a field inside one that is no member', '{"f:a":{"f:b":{}}}', '{"f:a":{"f:b":{}}}'],
  ['a field inside one that is a member', '{"f:a":{".":{},"f:b":{}}}', '{"f:a":{".":{},"f:b":{}}}'],
  ['the dot comes first', '{"f:a":{"f:b":{},".":{}}}', '{"f:a":{".":{},"f:b":{}}}'],
  [
    'elements are sorted',
    '{"v:1":{},"k:{\\"a\\":1}":{},"f:b":{},"f:a":{}}',
    '{"f:a":{},"f:b":{},"k:{\\"a\\":1}":{},"v:1":{}}',
  ],
  ['the keys of an item are sorted', '{"k:{\\"b\\":2,\\"a\\":1}":{}}', '{"k:{\\"a\\":1,\\"b\\":2}":{}}'],
  [
    'one item written twice',
    '{"k:{\\"a\\":1}":{"f:x":{}},"k:{\\"a\\":1.0}":{"f:y":{}}}',
    '{"k:{\\"a\\":1}":{"f:y":{}}}',
  ],
  ['unknown kinds are dropped', '{"x:a":{"f:b":{}},"f:a":{}}', '{"f:a":{}}'],
  ['a field with only unknown kinds inside is a member', '{"f:a":{"x:b":{}}}', '{"f:a":{}}'],
  ['the root is no member', '{".":{},"f:a":{}}', '{"f:a":{}}'],
  ['null is a leaf', '{"f:a":null}', '{"f:a":{}}'],
  ['an empty name', '{"f:":{}}', '{"f:":{}}'],
  [
    'elements of all kinds are sorted by their kinds',
    '{"i:10":{},"i:2":{},"v:1":{},"k:{\\"a\\":1}":{},"f:a":{}}',
    '{"f:a":{},"k:{\\"a\\":1}":{},"v:1":{},"i:2":{},"i:10":{}}',
  ],
  ['an index with a sign', '{"i:+3":{},"i:-3":{}}', '{"i:-3":{},"i:3":{}}'],
  ['what is below the dot is nothing', '{"f:a":{".":{"f:x":{}}}}', '{"f:a":{}}'],
  ['large numbers are floats', '{"v:9007199254740993":{},"v:1e21":{}}', '{"v:9007199254740992":{},"v:1e+21":{}}'],
];

describe('fieldSetFromV1 and fieldSetToV1', () => {
  it.each(wires)('%s', (_name, wire, written) => {
    const answer = fieldSetFromV1(read(wire));
    if (answer.kind === 'error') throw new Error(answer.message);
    expect(formatJson(fieldSetToV1(answer.set))).toBe(written);
  });

  it('writes names as they are, also where JSON may escape them', () => {
    const name = '<>&\u2028\u2029"';
    expect(fieldSetToJson(setOf([fieldElement(name)]))).toBe('{"f:<>&\u2028\u2029\\"":{}}');
  });

  it.each([
    ['{"v:30000000":{}}', '[=3e+07]'],
    ['{"v:[30000000]":{}}', '[=[3e+07]]'],
    ['{"v:{\\"a\\":{\\"b\\":30000000}}":{}}', '[=a=b=3e+07]'],
    ['{"k:{\\"a\\":[30000000]}":{}}', '[a=[3e+07]]'],
  ])('%s prints %s: numbers are floats at all depths', (wire, printed) => {
    const answer = fieldSetFromV1(read(wire));
    expect(answer.kind === 'set' && setToString(answer.set)).toBe(printed);
  });

  const scalar = fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const element: fc.Arbitrary<PathElement> = fc.oneof(
    fc.string().map(fieldElement),
    scalar.map(valueElement),
    fc
      .dictionary(fc.string(), scalar, { minKeys: 1, maxKeys: 3 })
      .map((key) => keyElement(Object.entries(key).map(([name, value]) => ({ name, value })))),
  );
  const set = fc
    .array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 10 })
    .map((paths) => setOf(...paths));

  it('reads what it writes', () => {
    fc.assert(
      fc.property(set, (given) => {
        const wire = read(formatJson(fieldSetToV1(given)));
        const answer = fieldSetFromV1(wire);
        expect(answer.kind === 'set' && equalSets(answer.set, given), setToString(given)).toBe(true);
      }),
    );
  });
});

const keys: readonly (readonly [PathElement, string])[] = [
  [fieldElement('a"b<'), 'f:a"b<'],
  [keyElement([{ name: 'port', value: 80n }]), 'k:{"port":80}'],
  [
    keyElement([{ name: 'name', value: 'a<b>&"\b\f\n\u2028é' }]),
    'k:{"name":"a\\u003cb\\u003e\\u0026\\"\\u0008\\u000c\\n\\u2028é"}',
  ],
  [keyElement([{ name: 'a', value: null }]), 'k:{"a":null}'],
  [valueElement('x'), 'v:"x"'],
  [valueElement(1.5), 'v:1.5'],
  [valueElement(true), 'v:true'],
  [{ kind: 'index', index: 3 }, 'i:3'],
];

describe('elementToV1', () => {
  it.each(keys.map(([element, key]) => ({ element, key })))('writes $key', ({ element, key }) => {
    expect(elementToV1(element)).toBe(key);
    const back = elementFromV1(key);
    expect(back.kind === 'element' && elementToV1(back.element)).toBe(key);
  });

  it('tells unknown kinds from errors', () => {
    expect(elementFromV1('x:y').kind).toBe('unknown');
    expect(elementFromV1('k:{"a"}').kind).toBe('error');
    expect(elementFromV1('k:1').kind).toBe('error');
    expect(elementFromV1('k:{}')).toEqual({ kind: 'element', element: { kind: 'key', key: [] } });
  });
});
