import { describe, expect, it } from 'vitest';
import { read } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import { inElementOrder, inTextOrder, sameFieldOrder } from './field-order.ts';

/** Fields, and as a field set of upstream writes them, and as a map of Go is written. */
const orders: readonly (readonly [name: string, fields: string, byElement: string, byText: string])[] = [
  [
    'keys with numbers',
    '{"k:{\\"port\\":443}":{},"k:{\\"port\\":80}":{}}',
    '{"k:{\\"port\\":80}":{},"k:{\\"port\\":443}":{}}',
    '{"k:{\\"port\\":443}":{},"k:{\\"port\\":80}":{}}',
  ],
  [
    'elements of several kinds',
    '{"v:1":{},"i:0":{},"k:{\\"a\\":1}":{},"f:b":{}}',
    '{"f:b":{},"k:{\\"a\\":1}":{},"v:1":{},"i:0":{}}',
    '{"f:b":{},"i:0":{},"k:{\\"a\\":1}":{},"v:1":{}}',
  ],
  [
    'fields in fields, after the element itself',
    '{"f:b":{},"f:a":{"v:9":{},"v:10":{},".":{}}}',
    '{"f:a":{".":{},"v:9":{},"v:10":{}},"f:b":{}}',
    '{"f:a":{".":{},"v:10":{},"v:9":{}},"f:b":{}}',
  ],
  ['what is no map stays', '[{"b":1,"a":1}]', '[{"b":1,"a":1}]', '[{"b":1,"a":1}]'],
];

describe('the order of fields', () => {
  it.each(orders)('%s', (_name, fields, byElement, byText) => {
    expect(formatJson(inElementOrder(read(fields)))).toBe(byElement);
    expect(formatJson(inTextOrder(read(fields)))).toBe(byText);
  });
});

const one = '[{"fieldsV1":{"f:a":{"f:x":{},"f:y":{}},"f:b":{}}}]';

/** Two lists of entries that do not differ but in order, and whether their order is the same. */
const pairs: readonly (readonly [name: string, a: string | undefined, b: string | undefined, same: boolean])[] = [
  ['the same text', one, one, true],
  ['another order', one, '[{"fieldsV1":{"f:b":{},"f:a":{"f:x":{},"f:y":{}}}}]', false],
  ['another order inside', one, '[{"fieldsV1":{"f:a":{"f:y":{},"f:x":{}},"f:b":{}}}]', false],
  ['another order in the second entry', `[{},${one.slice(1)}`, '[{},{"fieldsV1":{"f:b":{},"f:a":{}}}]', false],
  ['no entries', undefined, undefined, true],
  ['no entries before', undefined, one, true],
  ['no entries afterwards', one, undefined, true],
  ['an entry without fields before', '[{}]', one, true],
  ['an entry without fields afterwards', one, '[{}]', true],
  ['entries that are no maps before', '[1]', one, true],
  ['entries that are no maps afterwards', one, '[1]', true],
];

describe('sameFieldOrder', () => {
  it.each(pairs)('%s', (_name, a, b, same) => {
    expect(sameFieldOrder(a === undefined ? a : read(a), b === undefined ? b : read(b))).toBe(same);
  });
});
