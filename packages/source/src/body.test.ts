import { formatJson, parseJson, type Value } from '@managed-fields/merge-engine';
import { describe, expect, test } from 'vitest';
import { decodeBody } from './body.ts';
import jsonBodies from './data/json-bodies.cases.json' with { type: 'json' };
import yamlScalars from './data/yaml-scalars.cases.json' with { type: 'json' };
import yamlTexts from './data/yaml-texts.cases.json' with { type: 'json' };

/** What a real server's libraries said about a body (apimachinery v0.36.3, sigs.k8s.io/yaml v1.6.0, sigs.k8s.io/json). */
interface Case {
  readonly text: string;
  /** The value with sorted keys; integers and floats as Go tells them apart. */
  readonly json?: string;
  readonly duplicates?: readonly string[];
  readonly error?: string;
}

const applyPatch = 'application/apply-patch+yaml';

function answer(text: string, contentType: string): Case {
  const body = decodeBody(text, contentType);
  if (body.kind === 'malformed') return { text, error: body.message };
  const json = exactJson(body.value);
  return body.duplicates.length === 0 ? { text, json } : { text, json, duplicates: body.duplicates };
}

/** JSON in which integers and floats differ; what Go's recorded JSON says is read and written again. */
function exactJson(value: Value): string {
  return JSON.stringify(formatJson(value, { sortKeys: true })) + kinds(value);
}

function kinds(value: Value): string {
  if (value instanceof Map)
    return [...value.keys()]
      .sort()
      .map((key) => kinds(value.get(key) ?? null))
      .join('');
  if (Array.isArray(value)) return value.map(kinds).join('');
  return typeof value === 'bigint' ? 'i' : typeof value === 'number' ? 'f' : '';
}

function recorded({ text, json, ...rest }: Case): Case {
  if (json === undefined) return { text, ...rest };
  const parsed = parseJson(json);
  if (parsed.kind === 'error') throw new Error(`${json}: ${parsed.message}`);
  return { text, json: exactJson(parsed.value), ...rest };
}

describe.each([
  ['scalars and keys of YAML', yamlScalars, applyPatch],
  ['YAML texts', yamlTexts, applyPatch],
  ['JSON texts', jsonBodies, 'application/json'],
] as const)('%s are read as Go reads them', (_name, cases: readonly Case[], contentType) => {
  test(`${cases.length} recorded texts`, () => {
    const expected = cases.map(recorded);
    const answers = cases.map(({ text }) => answer(text, contentType));
    expect(answers.filter((given, i) => JSON.stringify(given) !== JSON.stringify(expected[i]))).toEqual([]);
    expect(answers).toEqual(expected);
  });
});

test.each([
  [
    'application/apply-patch+yaml',
    '[]',
    'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
  ],
  [
    'application/apply-patch+yaml; charset=utf-8',
    '{',
    'error converting YAML to JSON: yaml: line 1: did not find expected node content',
  ],
  ['application/yaml', '{', 'yaml: line 1: did not find expected node content'],
  ['application/yaml', 'a: .nan', 'json: unsupported value: NaN'],
  ['application/json', '{', 'unexpected end of JSON input'],
  ['application/merge-patch+json', '{"a":1}}', "invalid character '}' after top-level value"],
  ['application/json-patch+json', '[{"op":tru', "invalid character ' ' in literal true (expecting 'e')"],
])('%s %j is refused in the words of its reader', (contentType, text, message) => {
  expect(decodeBody(text, contentType)).toEqual({ kind: 'malformed', message });
});

test.each<[string, string, Value]>([
  ['application/apply-patch+yaml', '', new Map()],
  ['application/yaml', '', null],
  ['application/yaml', '- 1.0', [1n]],
  ['application/json', '[1.0]', [1]],
  ['application/json-patch+json', '[]', []],
  [
    'application/merge-patch+json',
    '{"__proto__":{"10":1},"2":"\\/\\ud83d\\ude00"}',
    new Map<string, Value>([
      ['__proto__', new Map([['10', 1n]])],
      ['2', '/😀'],
    ]),
  ],
])('%s %j has its value', (contentType, text, value) => {
  expect(decodeBody(text, contentType)).toEqual({ kind: 'value', value, duplicates: [] });
});

test('duplicate fields of JSON are named by their path, each once, a hundred at most', () => {
  const many = Array.from({ length: 120 }, (_, i) => `"k${i}":1,"k${i}":2,"k${i}":3`).join(',');
  const body = decodeBody(`{"a":[{"b.c":1,"b.c":2}],${many}}`, 'application/json');
  expect(body.kind === 'value' && body.duplicates.slice(0, 3)).toEqual([
    'duplicate field "a[0].b.c"',
    'duplicate field "k0"',
    'duplicate field "k1"',
  ]);
  expect(body.kind === 'value' && body.duplicates.length).toBe(100);
});
