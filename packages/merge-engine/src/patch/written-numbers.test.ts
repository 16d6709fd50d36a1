import { expect, test } from 'vitest';
import { mapFromJson, parseJson } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import type { Value } from '../value/value.ts';
import { applyJsonPatch } from './json-patch.ts';
import { applyMergePatch } from './merge-patch.ts';

function read(text: string): Value {
  const parsed = parseJson(text);
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return parsed.value;
}

const written = '{"a":1e2,"b":[6.0,1,-0,{"c":9223372036854775808}],"d":1.5}';

test('numbers are written as they were read where that is asked', () => {
  expect(formatJson(read(written), { asWritten: true })).toBe(written);
  expect(formatJson(read(written))).toBe('{"a":100,"b":[6,1,0,{"c":9223372036854776000}],"d":1.5}');
});

test('a merge patch carries them into the object', () => {
  const patched = applyMergePatch(
    mapFromJson('{"s":{"a":1,"z":2}}') ?? new Map(),
    read('{"s":{"a":1e0},"l":[1.0,null]}'),
  );
  if (patched.kind !== 'patched') throw new Error(patched.message);
  expect(formatJson(patched.value, { asWritten: true })).toBe('{"l":[1.0,null],"s":{"a":1e0,"z":2}}');
});

/** Answers of the library itself, whose documents are text. */
const patches: readonly (readonly [document: string, operations: string, expected: string])[] = [
  [
    '{"l":[]}',
    '[{"op":"add","path":"/a","value":1.0},{"op":"test","path":"/a","value":1.0},{"op":"add","path":"/l/-","value":2e0}]',
    '{"a":1.0,"l":[2e0]}',
  ],
  ['{}', '[{"op":"add","path":"/a","value":-0}]', '{"a":-0}'],
  [
    '{}',
    '[{"op":"add","path":"/a","value":{"b":1e1,"c":[2.0]}},{"op":"add","path":"/a/d","value":1}]',
    '{"a":{"b":1e1,"c":[2.0],"d":1}}',
  ],
  [
    '{}',
    '[{"op":"add","path":"/a","value":[1.0,1,3e0]},{"op":"remove","path":"/a/0"},{"op":"add","path":"/a/-","value":3.0}]',
    '{"a":[1,3e0,3.0]}',
  ],
  [
    '{}',
    '[{"op":"add","path":"/a","value":2e0},{"op":"copy","from":"/a","path":"/b"},{"op":"move","from":"/a","path":"/c"}]',
    '{"b":2e0,"c":2e0}',
  ],
  [
    '{}',
    '[{"op":"add","path":"/a","value":[1.0]},{"op":"add","path":"/a/0","value":2.0},{"op":"copy","from":"/a","path":"/b"}]',
    '{"a":[2.0,1.0],"b":[2.0,1.0]}',
  ],
  [
    '{}',
    '[{"op":"add","path":"/a","value":1.0,"value":"x"},{"op":"add","path":"/b","value":{"c":1.0,"c":"x"}},{"op":"add","path":"/b/d","value":1}]',
    '{"a":"x","b":{"c":"x","d":1}}',
  ],
];

test.each(patches)('a JSON patch of %s by %s carries them too', (document, operations, expected) => {
  const patched = applyJsonPatch(mapFromJson(document) ?? new Map(), read(operations) as readonly Value[]);
  if (patched.kind !== 'patched') throw new Error(patched.message);
  expect(formatJson(patched.value, { asWritten: true })).toBe(expected);
});

test.each([
  ['{"a":1.0,"a":"x","b":1.0,"b":2}', '{"a":"x","b":2}'],
  ['{"a":-0,"b":[1.0]}', '{"a":-0,"b":[1.0]}'],
])('of a merge patch %s the last value of a key counts', (patch, expected) => {
  const patched = applyMergePatch(new Map(), read(patch));
  if (patched.kind !== 'patched') throw new Error(patched.message);
  expect(formatJson(patched.value, { asWritten: true })).toBe(expected);
});
