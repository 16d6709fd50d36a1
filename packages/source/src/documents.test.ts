import { equals, formatJson, isList, isMap, type Value, type ValuePath } from '@managed-fields/merge-engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocuments, type SourceDocument } from './documents.ts';
import { limits } from './limits.ts';
import { printYaml } from './print/yaml.ts';

const shown = ({ value }: SourceDocument) => (value === undefined ? undefined : formatJson(value, { sortKeys: true }));

describe('documents of a text, as kubectl reads a file', () => {
  test.each<[string, string, (string | undefined)[]]>([
    ['one', 'a: 1\n', ['{"a":1}']],
    ['several', 'a: 1\n---\nb: 2\n--- # c\nc: 3', ['{"a":1}', '{"b":2}', '{"c":3}']],
    ['a leading separator', '---\na: 1\n', ['{"a":1}']],
    ['empty ones are left out', '# c\n---\n---\na: 1\n---\nnull\n---\n', ['{"a":1}']],
    ['nothing', ' \n# only a comment\n', []],
    ['CRLF', 'a: 1\r\n---\r\nb: 2\r\n', ['{"a":1}', '{"b":2}']],
    ['one that cannot be read leaves the others', 'a: 1\n---\nb: "\n---\nc: 3', ['{"a":1}', undefined, '{"c":3}']],
    ['what follows the end of a document is not read', 'a: 1\n...\nb: 2', ['{"a":1}']],
    ['a list of objects is a value', 'kind: List\nitems:\n- a: 1', ['{"items":[{"a":1}],"kind":"List"}']],
    ['JSON', ' \n{"a":"\\/\\ud83d\\ude00","b":1.0}', ['{"a":"/😀","b":1}']],
    ['JSON one after the other, then YAML', '{"a":1}{"b":2}\n---\nc: 3', ['{"a":1}', '{"b":2}', '{"c":3}']],
    ['JSON but for a comma is YAML', '{"a": 1,}', ['{"a":1}']],
    ['a flow mapping is YAML', '{a: y}', ['{"a":true}']],
    ['keys longer than YAML allows in JSON', `{"${'k'.repeat(1100)}":1}`, [`{"${'k'.repeat(1100)}":1}`]],
    ['content after the dashes, which the server takes', '--- {a: 1}', ['{"a":1}']],
  ])('%s', (_name, text, values) => {
    expect(readDocuments(text).map(shown)).toEqual(values);
  });

  test('a byte order mark and lone surrogates count for nothing and for U+FFFD', () => {
    expect(readDocuments('\ufeffa: \ud800').map(shown)).toEqual(['{"a":"\ufffd"}']);
  });

  test('keys keep their order and cannot reach prototypes', () => {
    const [document] = readDocuments('b: 1\n"10": a\n__proto__: {x: 1}\n"2": b\na: 1\nconstructor: 1\n');
    expect(isMap(document?.value) && [...document.value.keys()]).toEqual([
      'b',
      '10',
      '__proto__',
      '2',
      'a',
      'constructor',
    ]);
  });

  test('the body holds the complaints in the words of the server', () => {
    expect(readDocuments('a: 1\na: 2\n')[0]?.body).toEqual({
      kind: 'value',
      value: new Map([['a', 2n]]),
      duplicates: ['line 2: key "a" already set in map'],
    });
    expect(readDocuments('a: b: c')[0]?.body).toEqual({
      kind: 'malformed',
      message: 'error converting YAML to JSON: yaml: mapping values are not allowed in this context',
    });
  });
});

describe('problems stand where they are', () => {
  test.each<[string, string, string, string, string]>([
    ['a duplicate key', 'a: 1\nb: 2\na: 3', 'duplicate-key', 'a@10', 'key "a" already set in map'],
    [
      'a duplicate key in the second document',
      'a: 1\n---\nb: 2\n"b": 3',
      'duplicate-key',
      '"b"@14',
      'key "b" already set in map',
    ],
    ['a duplicate key in JSON', '{"a":1,"a":2}', 'duplicate-key', '"a"@7', 'key "a" already set in map'],
    [
      'a key that a merge sets twice',
      'a:\n  <<: {b: 1}\n  b: 2',
      'duplicate-key',
      'b@18',
      'key "b" already set in map',
    ],
    ['a key that is no string', '1: a', 'non-string-key', '1@0', 'this key becomes the string "1"'],
    ['a key that is a bool', 'on: a', 'non-string-key', 'on@0', 'this key becomes the string "true"'],
    ['a tab', 'a:\n\tb: 1', 'tab', '\t@3', 'yaml: line 2: found character that cannot start any token'],
    [
      'a tab in a block',
      'a: |\n\tb',
      'tab',
      '\t@5',
      'yaml: line 2: found a tab character where an indentation space is expected',
    ],
    ['two colons', 'a: b: c', 'syntax', ':@4', 'yaml: mapping values are not allowed in this context'],
    ['a key without colon', 'a: 1\nkey\nb: 2', 'syntax', 'key@5', "yaml: line 3: could not find expected ':'"],
    ['an open quote', 'a: "x\nb: 1', 'syntax', '"x@3', 'yaml: line 2: found unexpected end of stream'],
    ['an open bracket', 'a: [1\nb: 2', 'syntax', ':@7', "yaml: line 1: did not find expected ',' or ']'"],
    ['an unknown escape', 'a: "\\q"', 'syntax', '\\q@4', 'yaml: found unknown escape character'],
    [
      'half a surrogate pair',
      'a: "\\ud83d"',
      'syntax',
      '\\ud83d@4',
      'yaml: found invalid Unicode character escape code',
    ],
    ['an unknown anchor', 'a: *x', 'unknown-anchor', '*x@3', "yaml: unknown anchor 'x' referenced"],
    ['an anchor in itself', 'a: &x [*x]', 'recursive-anchor', '*x@7', "yaml: anchor 'x' value contains itself"],
    ['a key that is a list', '? [a]\n: b', 'invalid-key', '[a]@2', 'yaml: invalid map key: []interface {}{"a"}'],
    ['a null key', '~: b', 'invalid-key', '~@0', 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "b"'],
    [
      'a merge of a scalar',
      'a:\n  <<: 1',
      'invalid-merge',
      '1@9',
      'yaml: map merge requires map or sequence of maps as the value',
    ],
    ['a tag that does not fit', 'a: !!int x', 'invalid-tag', '!!int x@3', 'yaml: cannot decode !!str `x` as a !!int'],
    ['an infinite number', 'a: .inf', 'unsupported-value', '.inf@3', 'json: unsupported value: +Inf'],
    ['a control character', 'a: b\u0007', 'control-character', '\u0007@4', 'yaml: control characters are not allowed'],
    ['a separator with content', 'a: 1\n--- b\n', 'separator', '---@5', 'invalid Yaml document separator: b'],
    ['JSON that ends too early', '{"a": ', 'syntax', ' @5', 'unexpected end of JSON input'],
    [
      'JSON with a wrong character',
      '{"a": "x" "b": 1}',
      'syntax',
      '"@10',
      "invalid character '\"' after object key:value pair",
    ],
  ])('%s', (_name, text, code, place, message) => {
    const problems = readDocuments(text).flatMap((document) => document.problems);
    expect(
      problems.map((problem) => [
        problem.code,
        `${text.slice(problem.from, problem.to)}@${problem.from}`,
        problem.message,
      ]),
    ).toContainEqual([code, place, message]);
  });

  test('errors leave no value, warnings and notes do', () => {
    const severities = (text: string) =>
      readDocuments(text).map(({ value, problems }) => [
        value !== undefined,
        ...problems.map(({ severity }) => severity),
      ]);
    expect(severities('a: [')).toEqual([[false, 'error']]);
    expect(severities('a: 1\na: 2\n3: 4')).toEqual([[true, 'warning', 'info']]);
  });
});

describe('limits are problems at their place and not exceptions', () => {
  const deep = limits.depth;
  const bomb = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...[...'bcdefghij'].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[i]}`).join(', ')}]`),
  ].join('\n');
  const chain = ['a0: &a0 [1]', ...Array.from({ length: 300 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`)].join('\n');
  test.each<[string, string, string, number]>([
    ['too much text', 'x'.repeat(10_000_000), 'too-large', limits.length],
    ['deep lists', '['.repeat(100_000), 'too-deep', deep],
    ['deep blocks', '- '.repeat(100_000), 'too-deep', deep * 2],
    ['deep keys', '? '.repeat(100_000), 'too-deep', deep * 2],
    ['deep JSON', '{"a":'.repeat(100_000), 'too-deep', deep * 5],
    ['aliases that multiply', bomb, 'excessive-aliasing', bomb.indexOf('*c') + 12],
    ['aliases that nest', chain, 'too-deep', chain.indexOf(`*a${deep - 2}`)],
    ['too many documents', 'a: 1\n---\n'.repeat(limits.documents + 5), 'too-many', limits.documents * 9],
    ['too many documents of JSON', '{}'.repeat(300_000), 'too-many', limits.documents * 2],
    ['a long string without end', `a: "${'x'.repeat(1_400_000)}`, 'syntax', 3],
    ['a long line of colons', `a: ${':'.repeat(1_400_000)}`, 'syntax', 1_400_002],
  ])('%s', (_name, text, code, from) => {
    const last = readDocuments(text).at(-1);
    expect(last?.problems[0]).toMatchObject({ code, from });
    expect(last?.value === undefined || code === 'too-deep').toBe(true);
  });

  test('what is within them is read, printed and read again', () => {
    const texts = [
      '['.repeat(deep) + ']'.repeat(deep),
      `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
      `${'- '.repeat(deep)}x`,
    ];
    for (const text of texts) {
      const value = readDocuments(text)[0]?.value ?? null;
      expect(value).not.toBeNull();
      expect(equals(readDocuments(printYaml(value).text)[0]?.value ?? null, value)).toBe(true);
    }
  });

  test('a hundred duplicates are enough', () => {
    expect(readDocuments('a: 1\n'.repeat(5000))[0]?.problems.length).toBe(100);
  });
});

describe('locate', () => {
  const text = [
    'apiVersion: v1 # c',
    'metadata: &m',
    '  name: "x"',
    '  labels: {a: b, "c": d}',
    'spec:',
    '- name: one',
    '  text: |',
    '    line',
    '    line',
    '- {<<: *m, name: two}',
    '- *m',
    'empty:',
    '? long',
    ': value',
    '1: one',
    'twice: a',
    'twice: b',
  ].join('\n');
  const [document] = readDocuments(text);
  test.each<[ValuePath, string | undefined, string, string]>([
    [['apiVersion'], 'apiVersion', 'v1', 'apiVersion: v1'],
    [['metadata', 'name'], 'name', '"x"', 'name: "x"'],
    [['metadata', 'labels'], 'labels', '{a: b, "c": d}', 'labels: {a: b, "c": d}'],
    [['metadata', 'labels', 'c'], '"c"', 'd', '"c": d'],
    [['spec', 0], undefined, 'name: one\n  text: |\n    line\n    line', '- name: one\n  text: |\n    line\n    line'],
    [['spec', 0, 'text'], 'text', '|\n    line\n    line', 'text: |\n    line\n    line'],
    [['spec', 1, 'name'], 'name', 'two', 'name: two'],
    [['spec', 1, 'labels', 'a'], 'a', 'b', 'a: b'],
    [['spec', 2], undefined, '*m', '- *m'],
    [['spec', 2, 'name'], 'name', '"x"', 'name: "x"'],
    [['empty'], 'empty', '', 'empty:'],
    [['long'], 'long', 'value', '? long\n: value'],
    [['1'], '1', 'one', '1: one'],
    [['twice'], 'twice', 'b', 'twice: b'],
  ])('%j', (path, key, value, whole) => {
    const range = document?.locate(path);
    const cut = (part: { from: number; to: number } | undefined) => part && text.slice(part.from, part.to);
    expect([cut(range?.key), cut(range?.value), cut(range?.whole)]).toEqual([key, value, whole]);
  });

  test('the root is the whole value, and what is not there has no place', () => {
    expect(document?.locate([])?.value).toEqual({ from: 0, to: text.length });
    for (const path of [['no'], ['spec', 9], ['spec', 'a'], ['apiVersion', 'x'], ['metadata', 0]]) {
      expect(document?.locate(path)).toBeUndefined();
    }
    expect(readDocuments('a: [')[0]?.locate([])).toBeUndefined();
  });
});

/** All paths of a value. */
function paths(value: Value, path: ValuePath = []): ValuePath[] {
  const steps = isMap(value) ? [...value] : isList(value) ? [...value.entries()] : [];
  return [path, ...steps.flatMap(([step, inner]) => paths(inner, [...path, step]))];
}

const text = fc
  .oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.stringMatching(/^[ a-z0-9:#'"|>{}[\],&*!%@`?.\n-]{0,20}$/))
  .filter((each) => !/[\u0085\p{Surrogate}]/u.test(each));
const plainValue = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      text,
      fc.constant(null),
      fc.boolean(),
      fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Number.isInteger(each)),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map((entries) => new Map(entries)),
  ),
})).value;

describe('laws', () => {
  test('what is printed reads back as it was, and every part of it has a place that reads back as the part', () => {
    fc.assert(
      fc.property(plainValue, (value) => {
        const printed = printYaml(value);
        // Null documents are left out.
        const again =
          readDocuments(`x: ${JSON.stringify(printed.text)}`).length === 1 ? readDocuments(printed.text)[0] : undefined;
        expect(again?.value ?? null).toEqual(value);
        for (const path of paths(value)) {
          const range = printed.locate(path);
          const written = again?.locate(path);
          if (again !== undefined) expect(range && { ...range.value }).toEqual(written?.value);
          if (again !== undefined) expect(range?.key).toEqual(written?.key);
          if (again !== undefined) expect(range?.whole).toEqual(written?.whole);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('JSON reads back as it was written, every string at its place', () => {
    fc.assert(
      fc.property(plainValue, (value) => {
        const json = formatJson(new Map([['v', value]]), { indent: 2 });
        const [document] = readDocuments(json);
        expect(document?.value).toEqual(new Map([['v', value]]));
        for (const path of paths(value, ['v'])) {
          const range = document?.locate(path)?.value;
          expect(range).toBeDefined();
        }
      }),
      { numRuns: 200 },
    );
  });
});
