import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import { isList, type Value } from '../value/value.ts';
import { applyJsonPatch } from './json-patch.ts';

/** Document, patch, and the patched document or (after `!`) the complaint. */
const cases: readonly (readonly [name: string, document: string, patch: string, expected: string])[] = [
  ['no operation', '{"a":1}', '[]', '{"a":1}'],
  ['add a key', '{"a":1}', '[{"op":"add","path":"/b","value":2}]', '{"a":1,"b":2}'],
  ['add over a key', '{"a":1}', '[{"op":"add","path":"/a","value":2}]', '{"a":2}'],
  ['add without a value is null', '{}', '[{"op":"add","path":"/a"}]', '{"a":null}'],
  ['add into a list', '{"a":[1,3]}', '[{"op":"add","path":"/a/1","value":2}]', '{"a":[1,2,3]}'],
  ['add at the end of a list', '{"a":[1]}', '[{"op":"add","path":"/a/-","value":2}]', '{"a":[1,2]}'],
  ['add at the length of a list', '{"a":[1]}', '[{"op":"add","path":"/a/1","value":2}]', '{"a":[1,2]}'],
  ['add from the end of a list', '{"a":[1,2]}', '[{"op":"add","path":"/a/-1","value":3}]', '{"a":[1,2,3]}'],
  [
    'add beyond a list',
    '{"a":[1]}',
    '[{"op":"add","path":"/a/2","value":2}]',
    "!error in add for path: '/a/2': Unable to access invalid index: 2: invalid index referenced",
  ],
  [
    'add at what is no place',
    '{"a":[1]}',
    '[{"op":"add","path":"/a/x","value":1}]',
    `!error in add for path: '/a/x': value was not a proper array index: 'x': strconv.Atoi: parsing "x": invalid syntax`,
  ],
  [
    'add below what is not there',
    '{}',
    '[{"op":"add","path":"/a/b","value":1}]',
    '!add operation does not apply: doc is missing path: "/a/b": missing value',
  ],
  [
    'add below a scalar',
    '{"a":1}',
    '[{"op":"add","path":"/a/b","value":1}]',
    '!add operation does not apply: doc is missing path: "/a/b": missing value',
  ],
  [
    'add the whole document',
    '{"a":1}',
    '[{"op":"add","path":"","value":{}}]',
    '!add operation does not apply: doc is missing path: "": missing value',
  ],
  ['escapes', '{"a/b":1,"m~n":2}', '[{"op":"remove","path":"/a~1b"},{"op":"remove","path":"/m~0n"}]', '{}'],
  ['an empty key', '{"":1}', '[{"op":"replace","path":"/","value":2}]', '{"":2}'],
  ['text before the first slash does not matter', '{"a":1}', '[{"op":"remove","path":"x/a"}]', '{}'],
  ['remove a key', '{"a":1,"b":2}', '[{"op":"remove","path":"/a"}]', '{"b":2}'],
  ['remove a null', '{"a":null}', '[{"op":"remove","path":"/a"}]', '{}'],
  ['remove an item', '{"a":[1,2,3]}', '[{"op":"remove","path":"/a/1"}]', '{"a":[1,3]}'],
  ['remove the last item', '{"a":[1,2,3]}', '[{"op":"remove","path":"/a/-1"}]', '{"a":[1,2]}'],
  [
    'remove what is not there',
    '{}',
    '[{"op":"remove","path":"/a"}]',
    "!error in remove for path: '/a': Unable to remove nonexistent key: a: missing value",
  ],
  [
    'remove beyond a list',
    '{"a":[1]}',
    '[{"op":"remove","path":"/a/1"}]',
    "!error in remove for path: '/a/1': Unable to access invalid index: 1: invalid index referenced",
  ],
  ['replace a key', '{"a":1}', '[{"op":"replace","path":"/a","value":{"b":1}}]', '{"a":{"b":1}}'],
  ['replace adds an absent key', '{}', '[{"op":"replace","path":"/a","value":1}]', '{"a":1}'],
  ['replace an item', '{"a":[1,2]}', '[{"op":"replace","path":"/a/0","value":3}]', '{"a":[3,2]}'],
  [
    'replace beyond a list',
    '{"a":[]}',
    '[{"op":"replace","path":"/a/0","value":3}]',
    '!replace operation does not apply: doc is missing key: /a/0: missing value',
  ],
  ['replace the whole document', '{"a":1}', '[{"op":"replace","path":"","value":{"b":2}}]', '{"b":2}'],
  [
    'replace the whole document by a scalar',
    '{"a":1}',
    '[{"op":"replace","path":"","value":2}]',
    '!replace operation value must be object or array: %!w(<nil>)',
  ],
  ['move', '{"a":{"b":1}}', '[{"op":"move","from":"/a/b","path":"/c"}]', '{"a":{},"c":1}'],
  ['move within a list', '{"a":[1,2,3]}', '[{"op":"move","from":"/a/0","path":"/a/2"}]', '{"a":[2,3,1]}'],
  [
    'move what is not there',
    '{}',
    '[{"op":"move","from":"/a","path":"/b"}]',
    "!error in move for path: 'a': Unable to remove nonexistent key: a: missing value",
  ],
  [
    'move an item that is not there',
    '{"a":[1]}',
    '[{"op":"move","from":"/a/5","path":"/b"}]',
    "!error in move for path: '5': Unable to access invalid index: 5: invalid index referenced",
  ],
  [
    'move to below what is not there',
    '{"a":[1]}',
    '[{"op":"move","from":"/a/0","path":"/b/c"}]',
    '!move operation does not apply: doc is missing destination path: /b/c: missing value',
  ],
  [
    'move to beyond a list',
    '{"a":[1],"b":2}',
    '[{"op":"move","from":"/b","path":"/a/2"}]',
    "!error in move for path: '/a/2': Unable to access invalid index: 2: invalid index referenced",
  ],
  [
    'move to nowhere',
    '{"a":1}',
    '[{"op":"move","from":"/a"}]',
    '!move operation failed to decode path: operation missing path field: missing value',
  ],
  [
    'copy an item that is not there',
    '{"a":[1]}',
    '[{"op":"copy","from":"/a/5","path":"/b"}]',
    "!error in copy for from: '/a/5': Unable to access invalid index: 5: invalid index referenced",
  ],
  [
    'copy from below what is not there',
    '{"a":[1]}',
    '[{"op":"copy","from":"/b/c","path":"/d"}]',
    '!copy operation does not apply: doc is missing from path: /b/c: missing value',
  ],
  [
    'copy to below what is not there',
    '{"a":[1]}',
    '[{"op":"copy","from":"/a/0","path":"/b/c"}]',
    '!copy operation does not apply: doc is missing destination path: /b/c: missing value',
  ],
  [
    'copy to beyond a list',
    '{"a":[1],"b":2}',
    '[{"op":"copy","from":"/b","path":"/a/2"}]',
    '!error while adding value during copy: Unable to access invalid index: 2: invalid index referenced',
  ],
  [
    'copy from nowhere',
    '{"a":1}',
    '[{"op":"copy","path":"/b"}]',
    '!copy operation failed to decode from: operation, missing from field: missing value',
  ],
  ['copy to nowhere', '{"a":1}', '[{"op":"copy","from":"/a"}]', '!copy operation failed to decode path: missing value'],
  [
    'test an item that is not there',
    '{"a":[1]}',
    '[{"op":"test","path":"/a/5","value":1}]',
    "!error in test for path: '/a/5': Unable to access invalid index: 5: invalid index referenced",
  ],
  [
    'test at what is no place',
    '{"a":[1]}',
    '[{"op":"test","path":"/a/x","value":1}]',
    `!error in test for path: '/a/x': strconv.Atoi: parsing "x": invalid syntax`,
  ],
  [
    'test below what is not there',
    '{"a":[1]}',
    '[{"op":"test","path":"/b/c","value":1}]',
    '!test operation does not apply: is missing path: /b/c: missing value',
  ],
  [
    'test of another whole',
    '{"a":[1]}',
    '[{"op":"test","path":"","value":{"a":[2]}}]',
    '!testing value  failed: test failed',
  ],
  [
    'remove an item that is not there',
    '{"a":[1]}',
    '[{"op":"remove","path":"/a/-2"}]',
    "!error in remove for path: '/a/-2': Unable to access invalid index: -2: invalid index referenced",
  ],
  ['copy', '{"a":{"b":1}}', '[{"op":"copy","from":"/a","path":"/c"}]', '{"a":{"b":1},"c":{"b":1}}'],
  ['copy of what is not there is null', '{}', '[{"op":"copy","from":"/a","path":"/b"}]', '{"b":null}'],
  [
    'a copy is another value than what it was made of',
    '{"a":{"b":[1]}}',
    '[{"op":"add","path":"/a/b/-","value":2},{"op":"copy","from":"/a","path":"/c"},{"op":"add","path":"/a/b/-","value":3},{"op":"add","path":"/c/b/0","value":0}]',
    '{"a":{"b":[1,2,3]},"c":{"b":[0,1,2]}}',
  ],
  [
    'copies that double the document',
    '{"a":{"b":"0123456789"}}',
    JSON.stringify(Array.from({ length: 19 }, (_, n) => ({ op: 'copy', from: '/a', path: `/a/c${n}` }))),
    '!Unable to complete the copy, the accumulated size increase of copy is 6291571, exceeding the limit 3145728',
  ],
  [
    'a map that a path leads through is sorted, others are as they were',
    '{"c":{"z":1,"a":2},"b":{"z":1,"a":2}}',
    '[{"op":"test","path":"/c/a","value":2}]',
    '{"b":{"z":1,"a":2},"c":{"a":2,"z":1}}',
  ],
  ['test', '{"a":[{"b":1}]}', '[{"op":"test","path":"/a","value":[{"b":1}]}]', '{"a":[{"b":1}]}'],
  ['test of nothing', '{}', '[{"op":"test","path":"/a"}]', '{}'],
  ['test of the whole', '{"a":1}', '[{"op":"test","path":"","value":{"a":1}}]', '{"a":1}'],
  ['test fails', '{"a":1}', '[{"op":"test","path":"/a","value":2}]', '!testing value /a failed: test failed'],
  [
    'test compares numbers as written',
    '{"a":1}',
    '[{"op":"test","path":"/a","value":1.0}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test fails and nothing is done',
    '{"a":1}',
    '[{"op":"add","path":"/b","value":1},{"op":"test","path":"/b","value":2}]',
    '!testing value /b failed: test failed',
  ],
  ['an unknown operation', '{}', '[{"op":"merge","path":"/a"}]', '!Unexpected kind: merge'],
  ['an operation that is null', '{}', '[null]', '!Unexpected kind: unknown'],
  [
    'no path of a test',
    '{}',
    '[{"op":"test"}]',
    '!test operation failed to decode path: operation missing path field: missing value',
  ],
  ['no path of an addition', '{}', '[{"op":"add","value":1}]', '!add operation failed to decode path: missing value'],
  [
    'move from what is no place',
    '{"a":[1]}',
    '[{"op":"move","from":"/a/x","path":"/b"}]',
    `!error in move for path: 'x': strconv.Atoi: parsing "x": invalid syntax`,
  ],
  ['no path', '{}', '[{"op":"remove"}]', '!remove operation failed to decode path: missing value'],
  [
    'keys that objects in JavaScript have',
    '{"__proto__":1}',
    '[{"op":"add","path":"/constructor","value":2}]',
    '{"__proto__":1,"constructor":2}',
  ],
  [
    'a document that is no container',
    '3',
    '[]',
    '!json: cannot unmarshal number into Go value of type jsonpatch.partialDoc',
  ],
  [
    'a document that is a list',
    '[3,null]',
    '[{"op":"test","path":"/01","value":null},{"op":"add","path":"/-","value":4}]',
    '[3,null,4]',
  ],
  [
    'no path of a replacement',
    '{}',
    '[{"op":"replace","value":true}]',
    '!replace operation failed to decode path: operation missing path field: missing value',
  ],
  [
    'remove below a scalar',
    '{"c":1}',
    '[{"op":"remove","path":"/c/q"}]',
    '!remove operation does not apply: doc is missing path: "/c/q": missing value',
  ],
  [
    'replace below a scalar',
    '{"b":3}',
    '[{"op":"replace","path":"/b/q","value":"x"}]',
    '!replace operation does not apply: doc is missing path: /b/q: missing value',
  ],
  [
    'move from nowhere',
    '{"a":1}',
    '[{"op":"move","path":"/b"}]',
    '!move operation failed to decode from: operation, missing from field: missing value',
  ],
  [
    'move from below a scalar',
    '{"a":1}',
    '[{"op":"move","from":"/a/b","path":"/b"}]',
    '!move operation does not apply: doc is missing from path: /a/b: missing value',
  ],
  [
    'copy into what is copied',
    '{"a":{"c":{"b":3},"b":[1]}}',
    '[{"op":"copy","path":"/a/c/d","from":"/a"},{"op":"add","path":"/a/b/-","value":2}]',
    '{"a":{"b":[1,2],"c":{"b":3,"d":{"b":[1],"c":{"b":3}}}}}',
  ],
  [
    'a map that is compared is sorted, all inside of it',
    '{"c":{"z":[{"y":1,"x":{"b":1,"a":2}}],"a":2},"b":{"z":1,"a":2}}',
    '[{"op":"test","path":"/c","value":{"a":2,"z":[{"x":{"a":2,"b":1},"y":1}]}}]',
    '{"b":{"z":1,"a":2},"c":{"a":2,"z":[{"x":{"a":2,"b":1},"y":1}]}}',
  ],
  [
    'a whole that is compared is sorted, all inside of it',
    '{"c":{"z":1,"a":2},"b":[{"z":1,"a":2}]}',
    '[{"op":"test","path":"","value":{"b":[{"a":2,"z":1}],"c":{"a":2,"z":1}}}]',
    '{"b":[{"a":2,"z":1}],"c":{"a":2,"z":1}}',
  ],
  [
    'test at one place beyond a list',
    '{"c":[true]}',
    '[{"op":"test","path":"/c/1","value":2}]',
    "!error in test for path: '/c/1': Unable to access invalid index: 1: invalid index referenced",
  ],
  [
    'test of a list where nothing is',
    '{}',
    '[{"op":"test","path":"/a","value":[1]}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test of a scalar against a list',
    '{"a":"[1]"}',
    '[{"op":"test","path":"/a","value":[1]}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test of a list against a scalar',
    '{"a":[1]}',
    '[{"op":"test","path":"/a","value":"[1]"}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test of a map against a list',
    '{"a":{}}',
    '[{"op":"test","path":"/a","value":[]}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test of a list against a map',
    '{"a":[]}',
    '[{"op":"test","path":"/a","value":{}}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test of the whole against a list',
    '{}',
    '[{"op":"test","path":"","value":[]}]',
    '!testing value  failed: test failed',
  ],
  [
    'test of a map with a key less',
    '{"a":{"b":1}}',
    '[{"op":"test","path":"/a","value":{"b":1,"c":2}}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test of a map with a key more',
    '{"a":{"b":1,"c":2}}',
    '[{"op":"test","path":"/a","value":{"b":1}}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test of a map with another key',
    '{"a":{"b":1,"c":2}}',
    '[{"op":"test","path":"/a","value":{"b":1,"d":2}}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test of a map with another value',
    '{"a":{"b":1,"c":2}}',
    '[{"op":"test","path":"/a","value":{"b":1,"c":3}}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test of a shorter list',
    '{"a":[1]}',
    '[{"op":"test","path":"/a","value":[1,null]}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test of a longer list',
    '{"a":[1,null]}',
    '[{"op":"test","path":"/a","value":[1]}]',
    '!testing value /a failed: test failed',
  ],
  [
    'test of a list with another item',
    '{"a":[1,2]}',
    '[{"op":"test","path":"/a","value":[1,3]}]',
    '!testing value /a failed: test failed',
  ],
  ['test of an empty list', '{"a":[]}', '[{"op":"test","path":"/a","value":[]}]', '{"a":[]}'],
  [
    'test of a list of maps and lists',
    '{"a":[[1,"x"],{"b":null},true]}',
    '[{"op":"test","path":"/a","value":[[1,"x"],{"b":null},true]}]',
    '{"a":[[1,"x"],{"b":null},true]}',
  ],
  [
    'a number of another writing',
    '{"a":1.5}',
    '[{"op":"test","path":"/a","value":1.50}]',
    '!testing value /a failed: test failed',
  ],
  [
    'a number of the same writing',
    '{}',
    '[{"op":"add","path":"/a","value":{"b":1e1}},{"op":"test","path":"/a","value":{"b":1e1}}]',
    '{"a":{"b":10}}',
  ],
  [
    'a number of another writing in what was added',
    '{}',
    '[{"op":"add","path":"/a","value":{"b":1e1}},{"op":"test","path":"/a","value":{"b":10}}]',
    '!testing value /a failed: test failed',
  ],
  [
    'a value that stands twice',
    '{}',
    '[{"op":"add","path":"/a","value":1.0,"value":"x"},{"op":"copy","from":"/a","path":"/b"}]',
    '{"a":"x","b":"x"}',
  ],
  [
    'remove the only item',
    '{"a":[1],"b":[]}',
    '[{"op":"move","from":"/a/0","path":"/b/0"},{"op":"add","path":"/a/-","value":2}]',
    '{"a":[2],"b":[1]}',
  ],
  [
    'a place before the first',
    '{"a":[1,2]}',
    '[{"op":"replace","path":"/a/-2","value":3},{"op":"add","path":"/a/-4","value":4}]',
    "!error in add for path: '/a/-4': Unable to access invalid index: -4: invalid index referenced",
  ],
  ['an addition before the first', '{"a":[1,2]}', '[{"op":"add","path":"/a/-3","value":4}]', '{"a":[4,1,2]}'],
];

describe('applyJsonPatch', () => {
  it('puts and takes items of long lists as they stand in the patch', () => {
    const change = fc.tuple(fc.constantFrom('add', 'remove', 'replace', 'move', 'copy'), fc.nat(), fc.nat());
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.array(change, { minLength: 300, maxLength: 600 }),
        (size, all) => {
          const items = Array.from({ length: size }, (_, index) => `${index}`);
          const before = new Map<string, Value>([['a', [...items]]]);
          const operations: Value[] = [];
          for (const [op, to, from] of all) {
            if (items.length < 2) break;
            const [start, room] = [
              from % items.length,
              op === 'add' || op === 'copy' ? items.length + 1 : items.length,
            ];
            const place = to % room;
            const write = (index: number) => (index === items.length ? '/a/-' : `/a/${index}`);
            const entries = { op, path: write(place), from: `/a/${start}`, value: `new ${to}` };
            operations.push(new Map(Object.entries(entries)));
            if (op === 'add') items.splice(place, 0, entries.value);
            else if (op === 'remove') items.splice(place, 1);
            else if (op === 'replace') items[place] = entries.value;
            else if (op === 'copy') items.splice(place, 0, items[start] ?? '');
            else items.splice(place, 0, ...items.splice(start, 1));
          }
          expect(applyJsonPatch(before, operations)).toEqual({ kind: 'patched', value: new Map([['a', items]]) });
          expect(before.get('a')).toHaveLength(size);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('puts more and more items into a list, at its end and within', () => {
    const items: Value[] = ['first'];
    const operations: Value[] = [];
    for (let index = 0; index < 1200; index++) {
      // Each place is in the first, the last or another piece of a list that has become long.
      const place = index % 3 === 0 ? items.length : (index * 7) % Math.min(items.length, 400);
      operations.push(new Map(Object.entries({ op: 'add', path: `/a/${place}`, value: `${index}` })));
      items.splice(place, 0, `${index}`);
    }
    const patched = applyJsonPatch(new Map([['a', ['first']]]), operations);
    expect(patched).toEqual({ kind: 'patched', value: new Map([['a', items]]) });
  });

  it('copies as much as it may, and no byte more', () => {
    const before = new Map<string, Value>([
      ['long', 'x'.repeat(3 * 1024 * 1024 - 2)],
      ['nothing', null],
      ['empty', ''],
    ]);
    const copy = (from: string) => new Map(Object.entries({ op: 'copy', from, path: '/to' }));
    const most = applyJsonPatch(before, [copy('/nothing'), copy('/long'), copy('/nothing')]);
    expect(most).toEqual({ kind: 'patched', value: new Map([...before, ['to', null]]) });
    const limit = 'the accumulated size increase of copy is 3145730, exceeding the limit 3145728';
    expect(applyJsonPatch(before, [copy('/long'), copy('/empty')])).toEqual({
      kind: 'failed',
      message: `Unable to complete the copy, ${limit}`,
    });
  });

  it.each(cases)('%s', (_name, document, patch, expected) => {
    const operations = read(patch);
    if (!isList(operations)) throw new Error('a patch is a list');
    const before = read(document);
    const patched = applyJsonPatch(before, operations);
    expect(patched.kind === 'patched' ? formatJson(patched.value) : `!${patched.message}`).toBe(expected);
    expect(formatJson(before)).toBe(formatJson(read(document)));
  });
});
