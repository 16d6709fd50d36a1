import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMergePatch, threeWayMergePatch } from '../patch/merge-patch.ts';
import { type PatchLookup, type PatchSchema, patchError } from '../patch/patch-schema.ts';
import { applyStrategicPatch } from '../patch/strategic-merge.ts';
import { threeWayStrategicPatch } from '../patch/three-way-strategic.ts';
import { readObject } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import { isMap, isScalar, type Value, type ValueMap } from '../value/value.ts';
import { explainThreeWay } from './three-way.ts';

/** A type whose lists `items` merge by name, `set` by value; `plain` is replaced, and so is the map `whole`. */
const schema: PatchSchema = {
  name: 'T',
  struct: (field) => found(field === 'whole' ? ['replace'] : [], ''),
  slice(field) {
    if (field === 'items') return found(['merge'], 'name');
    if (field === 'set') return found(['merge'], '');
    return field === 'plain' ? found([], '') : patchError('no such field');
  },
};

function found(strategies: readonly string[], mergeKey: string): PatchLookup {
  return { kind: 'field', field: { schema, strategies, mergeKey } };
}

interface Case {
  readonly about: string;
  readonly original?: string;
  readonly modified: string;
  readonly current: string;
  readonly custom?: true;
  readonly rows: readonly string[];
}

const cases: readonly Case[] = [
  {
    about: 'a scalar declared and live is kept',
    original: '{"a":1}',
    modified: '{"a":1}',
    current: '{"a":1}',
    rows: ['.a kept'],
  },
  {
    about: 'a scalar that somebody changed is changed back',
    original: '{"a":1}',
    modified: '{"a":1}',
    current: '{"a":2}',
    rows: ['.a changed'],
  },
  { about: 'a new field is added', original: '{}', modified: '{"a":1}', current: '{}', rows: ['.a added'] },
  {
    about: 'a field declared last time and no more is deleted',
    original: '{"a":1,"b":1}',
    modified: '{"a":1}',
    current: '{"a":1,"b":2}',
    rows: ['.a kept', '.b deleted'],
  },
  {
    about: 'a field that nobody declared is left alone',
    original: '{"a":1}',
    modified: '{"a":1}',
    current: '{"a":1,"replicas":3}',
    rows: ['.a kept', '.replicas left-alone'],
  },
  {
    about: 'without an annotation nothing is deleted',
    modified: '{"a":1}',
    current: '{"a":1,"b":2}',
    rows: ['.a kept', '.b left-alone'],
  },
  {
    about: 'a field that is not live any more is gone',
    original: '{"b":1}',
    modified: '{}',
    current: '{}',
    rows: ['.b gone'],
  },
  {
    about: 'a null in the configuration deletes',
    original: '{}',
    modified: '{"m":{"k":null}}',
    current: '{"m":{"k":1,"l":2}}',
    rows: ['.m.k deleted', '.m.l left-alone'],
  },
  {
    about: 'maps go by their fields',
    original: '{"m":{"a":1,"b":1}}',
    modified: '{"m":{"a":2}}',
    current: '{"m":{"a":1,"b":1,"c":1}}',
    rows: ['.m.a changed', '.m.b deleted', '.m.c left-alone'],
  },
  {
    about: 'a merged list goes by its items',
    original: '{"items":[{"name":"x","v":1},{"name":"y","v":1}]}',
    modified: '{"items":[{"name":"x","v":2}]}',
    current: '{"items":[{"name":"x","v":1},{"name":"y","v":1},{"name":"z","v":1}]}',
    rows: [
      '.items[name="x"].name kept',
      '.items[name="x"].v changed',
      '.items[name="y"] deleted',
      '.items[name="z"] left-alone',
    ],
  },
  {
    about: 'a map that is declared no more is deleted with what others put into it',
    original: '{"m":{"a":1}}',
    modified: '{}',
    current: '{"m":{"a":1,"b":1}}',
    rows: ['.m deleted'],
  },
  {
    about: 'a map that is not live is added as one',
    original: '{"m":{"a":1}}',
    modified: '{"m":{"a":1,"b":1}}',
    current: '{}',
    rows: ['.m added'],
  },
  {
    about: 'a merged list of a custom resource is a whole',
    original: '{"items":[{"name":"x"}]}',
    modified: '{"items":[{"name":"x"}]}',
    current: '{"items":[{"name":"x"},{"name":"y"}]}',
    custom: true,
    rows: ['.items changed'],
  },
  {
    about: 'a set goes by its values',
    original: '{"set":["a","b"]}',
    modified: '{"set":["a","c"]}',
    current: '{"set":["a","b","z"]}',
    rows: ['.set[="a"] kept', '.set[="b"] deleted', '.set[="c"] added', '.set[="z"] left-alone'],
  },
  {
    about: 'a list without a strategy is a whole',
    original: '{"plain":[1]}',
    modified: '{"plain":[1,2]}',
    current: '{"plain":[1,3]}',
    rows: ['.plain changed'],
  },
  {
    about: 'a list that the schema does not know is a whole',
    original: '{}',
    modified: '{"other":[1]}',
    current: '{}',
    rows: ['.other added'],
  },
  {
    about: 'a map that is replaced is a whole',
    original: '{"whole":{"a":1}}',
    modified: '{"whole":{"a":1}}',
    current: '{"whole":{"a":1,"b":2}}',
    rows: ['.whole changed'],
  },
  {
    about: 'a map in place of a scalar is a whole',
    original: '{"a":1}',
    modified: '{"a":{"b":1}}',
    current: '{"a":1}',
    rows: ['.a changed'],
  },
  {
    about: 'empty maps and lists have a row of their own',
    original: '{}',
    modified: '{"m":{},"items":[],"set":[]}',
    current: '{"m":{}}',
    rows: ['.items added', '.m kept', '.set added'],
  },
];

describe('a client-side apply, field by field', () => {
  it.each(cases)('$about', ({ original, modified, current, custom, rows }) => {
    const sides = { modified: readObject(modified), current: readObject(current), result: undefined };
    const given = { ...sides, original: original === undefined ? undefined : readObject(original) };
    const explained = explainThreeWay(given, custom === true ? undefined : schema);
    expect(explained.map(({ text, verdict }) => `${text} ${verdict}`)).toEqual(rows);
  });

  it('shows what all four have', () => {
    const [row] = explainThreeWay(
      {
        original: readObject('{"a":1}'),
        modified: readObject('{"a":2}'),
        current: readObject('{"a":3}'),
        result: readObject('{"a":4}'),
      },
      schema,
    );
    expect(row).toMatchObject({ original: 1n, modified: 2n, current: 3n, result: 4n });
  });
});

const letter = fc.constantFrom('x', 'y', 'z');
const scalar = fc.constantFrom(1n, 2n, 'v');
const set = fc.uniqueArray(letter, { minLength: 1, maxLength: 3 });
const items = fc.uniqueArray(letter, { minLength: 1, maxLength: 3 }).chain((names) =>
  fc.tuple(
    ...names.map((name) =>
      fc.option(scalar).map((v) =>
        record([
          ['name', name],
          ['v', v ?? undefined],
        ]),
      ),
    ),
  ),
);
const inner = fc.record({ k: fc.option(scalar), set: fc.option(set) }).map(({ k, set: values }) =>
  record([
    ['k', k ?? undefined],
    ['set', values ?? undefined],
  ]),
);
const object = fc
  .record({ a: fc.option(scalar), m: fc.option(inner), items: fc.option(items), plain: fc.option(set) })
  .map((given) => record(Object.entries(given).map(([name, value]) => [name, value ?? undefined])));

function record(entries: readonly (readonly [string, Value | undefined])[]): ValueMap {
  return new Map(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

it('tells where the live object has a field', () => {
  const sides = {
    original: undefined,
    modified: readObject('{"items":[{"name":"x","v":1}],"set":["b","c"]}'),
    current: readObject('{"items":[{"name":"y"},{"name":"x","v":2}],"set":["a","b"]}'),
    result: undefined,
  };
  expect(explainThreeWay(sides, schema).map(({ text, place }) => `${text} ${place?.join('/')}`)).toEqual([
    '.items[name="x"].name items/1/name',
    '.items[name="x"].v items/1/v',
    '.items[name="y"] items/0',
    '.set[="b"] set/1',
    '.set[="c"] undefined',
    '.set[="a"] set/0',
  ]);
});

describe('the verdict is what the patch does', () => {
  it.each([
    ['strategic', schema],
    ['merge', undefined],
  ] as const)('of a %s patch', (_, type) => {
    fc.assert(
      fc.property(object, object, object, (original, modified, current) => {
        const three = { original, modified, current };
        const made = type === undefined ? threeWayMergePatch(three, []) : threeWayStrategicPatch(three, type, true);
        if (made.kind !== 'patch') throw new Error(JSON.stringify(made));
        const result = patched(current, made.patch, type);
        for (const row of explainThreeWay({ ...three, result }, type)) {
          // Upstream keeps the directives about what is not live, and so does the engine.
          if (row.verdict === 'added' && row.original !== undefined && !isScalar(row.original)) continue;
          const declared = row.verdict === 'added' || row.verdict === 'changed' || row.verdict === 'kept';
          const gone = row.verdict === 'deleted' || row.verdict === 'gone';
          const expected = declared ? row.modified : gone ? undefined : row.current;
          expect([row.text, row.verdict, plain(row.result)]).toEqual([row.text, row.verdict, plain(expected)]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function patched(current: ValueMap, patch: ValueMap, type: PatchSchema | undefined): ValueMap {
  if (type === undefined) {
    const merged = applyMergePatch(current, patch);
    if (merged.kind === 'patched' && isMap(merged.value)) return merged.value;
    throw new Error('no object');
  }
  const merged = applyStrategicPatch(current, patch, type);
  if (merged.kind === 'error') throw new Error(merged.message);
  return merged.object;
}

function plain(value: Value | undefined): string {
  return value === undefined ? '' : formatJson(value, { sortKeys: true });
}
