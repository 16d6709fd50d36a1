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

test('a JSON patch carries them too, and a number compares as the number that it is', () => {
  const operations = read(
    '[{"op":"add","path":"/a","value":1.0},{"op":"test","path":"/a","value":1.0},{"op":"add","path":"/l/-","value":2e0}]',
  );
  const patched = applyJsonPatch(mapFromJson('{"l":[]}') ?? new Map(), operations as readonly Value[]);
  if (patched.kind !== 'patched') throw new Error(patched.message);
  expect(formatJson(patched.value, { asWritten: true })).toBe('{"a":1.0,"l":[2e0]}');
});
