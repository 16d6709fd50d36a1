import { describe, expect, test } from 'vitest';
import { fakeIo, type Given } from '../fake-io.ts';
import { run } from '../run.ts';
import { rowProblem } from './check-output.ts';

// Whatever is read, each command ends with a code of its own and says why, and what it prints as JSON is one document of the form
// that is published (`fakeIo` holds it against the exact schema), in which nothing hides.

type Json = unknown;
const entry = (more: object = {}) => ({
  ...{ manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', time: '2026-01-01T00:00:00Z' },
  ...{ fieldsV1: { 'f:data': { 'f:a': {} } } },
  ...more,
});
const settings = (metadata: object, more: object = {}): object => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd', ...metadata }, data: { a: '1' } },
  ...more,
});
const list = (items: Json, kind = 'List') => ({ apiVersion: 'v1', kind, items });
const schema = (properties: object) => ({ openAPIV3Schema: { type: 'object', properties } });
const definition = (more: object) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'foos.example.com' },
  spec: {
    ...{ group: 'example.com', scope: 'Namespaced', names: { plural: 'foos', kind: 'Foo' } },
    versions: [{ name: 'v1', served: true, storage: true, schema: schema({ spec: { type: 'array' } }) }],
    ...more,
  },
});
const hidden = 'a\u001b[31m\u202eb\u0000\u2028\n::error::c\ud800';
const good = JSON.stringify(settings({ managedFields: [entry()] }));
const deep = (levels: number) => good.replace('"1"', () => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
const types = [null, true, 1, 1.5, 'text', [], [null], {}, { a: null }];

const inputs: readonly (readonly [name: string, text: string])[] = Object.entries({
  nothing: '',
  'a line break': '\n',
  'separators alone': '---\n---\n...\n',
  'no JSON at all': '\u0000\u0001\u0002',
  'half a document': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"',
  'an alias of itself': '&a [*a]\n',
  'many aliases': `a: &a [x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]},`.repeat(8)}]`).join('\n')}\n`,
  'a key twice': 'apiVersion: v1\nkind: ConfigMap\nkind: Secret\nmetadata: {name: a}\n',
  ...Object.fromEntries(types.map((value) => [`the value ${JSON.stringify(value)}`, value])),
  'an empty list': list([]),
  'a list of no list': list({}),
  'a list of wrong types': list(types),
  'lists in lists': list([list([list([settings({ managedFields: [entry()] })])])]),
  'a list of one kind in a list': list([list([settings({})], 'ConfigMapList')]),
  'no metadata': { apiVersion: 'v1', kind: 'ConfigMap' },
  'no kind': { apiVersion: 'v1', metadata: { name: 'a' } },
  'metadata of wrong types': list(types.map((metadata) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata }))),
  'names of wrong types': list(types.map((name) => settings({ name }))),
  'namespaces of wrong types': list(types.map((namespace) => settings({ namespace }))),
  'kinds of wrong types': list(types.map((kind) => settings({}, { kind }))),
  'versions of wrong types': list(types.map((apiVersion) => settings({}, { apiVersion }))),
  'uids, times and owners of wrong types': list(
    types.map((value) => settings({ uid: value, creationTimestamp: value, ownerReferences: value, labels: value })),
  ),
  'managedFields of wrong types': list(types.map((managedFields) => settings({ managedFields }))),
  'entries of wrong types': list(types.map((value) => settings({ managedFields: [value, entry()] }))),
  'parts of entries of wrong types': list(
    types.flatMap((value) =>
      ['manager', 'operation', 'apiVersion', 'fieldsType', 'fieldsV1', 'time', 'subresource'].map((name) =>
        settings({ managedFields: [entry({ [name]: value })] }),
      ),
    ),
  ),
  'fields that are none': list(
    ['x:a', 'f', 'k:{', 'k:[]', 'v:', 'i:a', 'i:99999999999999999999', '', '.'].map((key) =>
      settings({ managedFields: [entry({ fieldsV1: { [key]: {} } })] }),
    ),
  ),
  'an entry of a version that never was': settings({ managedFields: [entry({ apiVersion: 'v0alpha9' })] }),
  'an operation that never was': settings({ managedFields: [entry({ operation: 'Patch' })] }),
  'many managers': settings({
    managedFields: Array.from({ length: 1000 }, (_, i) => entry({ manager: `m${i}` })),
  }),
  'texts that hide': settings(
    {
      ...{ name: hidden, namespace: hidden, labels: { [hidden]: hidden }, managedFields: [] },
      ...{ uid: hidden, creationTimestamp: hidden },
    },
    { data: { [hidden]: hidden } },
  ),
  'managers that hide': settings({
    managedFields: [entry({ manager: hidden, subresource: hidden, fieldsV1: { 'f:data': { [`f:${hidden}`]: {} } } })],
  }),
  'names of prototypes': settings(
    { labels: { ['__proto__']: 'a', constructor: 'b' }, managedFields: [entry({ manager: '__proto__' })] },
    { data: JSON.parse('{"__proto__": "x", "toString": "y"}') },
  ),
  'a kind of prototypes': { apiVersion: '__proto__/constructor', kind: '__proto__', metadata: { name: 'toString' } },
  'a deep value': deep(200),
  'too deep a value': deep(5000),
  'a long line': settings({}, { data: { a: 'x'.repeat(1_000_000) } }),
  'numbers at the borders': good.replace('"1"', '[1e400, -0, 12345678901234567890, 1E-400, 0.1e1]'),
  'a Secret of wrong types': {
    ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', managedFields: [entry()] } },
    ...{ data: { a: 1, b: ['aHVudGVyMg=='], c: { d: 'aHVudGVyMg==' } }, stringData: 'aHVudGVyMg==', type: 7 },
  },
  definitions: list([
    definition({}),
    ...types.map((versions) => definition({ versions })),
    ...types.map((names) => definition({ names })),
    ...types.map((value) => definition({ versions: [{ name: 'v1', schema: { openAPIV3Schema: value } }] })),
    ...types.map((value) => ({ ...definition({}), spec: value })),
  ]),
  'a Status': { apiVersion: 'v1', kind: 'Status', status: 'Failure', message: hidden, code: 409 },
  'an event of an audit log': {
    ...{
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'RequestResponse',
      auditID: '1',
      stage: 'ResponseComplete',
    },
    ...{ requestURI: '/api/v1/namespaces/d/configmaps/a', verb: 'update', user: { username: hidden } },
    objectRef: { resource: 'configmaps', namespace: 'd', name: hidden, apiVersion: 'v1' },
    ...{ requestObject: settings({}), responseObject: types, responseStatus: { code: '200' } },
    ...{ requestReceivedTimestamp: 'never', stageTimestamp: 'never' },
  },
  'events of wrong types': types
    .flatMap((value) =>
      ['user', 'objectRef', 'verb', 'requestObject', 'responseStatus', 'requestURI'].map((name) => [name, value]),
    )
    .map(([name, value]) =>
      JSON.stringify({
        ...{ kind: 'Event', apiVersion: 'audit.k8s.io/v1', level: 'RequestResponse', stage: 'ResponseComplete' },
        ...{ verb: 'update', objectRef: { resource: 'configmaps', namespace: 'd', name: 'a', apiVersion: 'v1' } },
        ...{ requestURI: '/api/v1/namespaces/d/configmaps/a', stageTimestamp: '2026-01-01T00:00:00.000000Z' },
        [String(name)]: value,
      }),
    )
    .join('\n'),
} satisfies Readonly<Record<string, Json>>).map(([name, value]) => [
  name,
  typeof value === 'string' && !name.startsWith('the value') ? value : JSON.stringify(value),
]);

const commands: Readonly<Record<string, (text: string) => readonly [args: readonly string[], given: Given]>> = {
  owners: (stdin) => [['owners', '-o', 'json'], { stdin }],
  'owners --explain': (stdin) => [['owners', '--explain', '.data.a', '-o', 'json'], { stdin }],
  survey: (stdin) => [['survey', '-o', 'json', '--rows', 'rows'], { stdin }],
  'survey --upgrade': (stdin) => [['survey', '--upgrade', 'v1.33', 'v1.37', '-o', 'json'], { stdin }],
  'forecast --live': (live) => [
    ['forecast', '--live', 'live', '--apply', '-', '--manager', 'm', '-o', 'json', '--objects'],
    { stdin: good, files: { live } },
  ],
  'forecast --apply': (stdin) => [
    ['forecast', '--live', 'live', '--apply', '-', '--tool', 'kubectl', '-o', 'json', '--objects'],
    { stdin, files: { live: good } },
  ],
  diff: (a) => [['diff', 'a', 'b', '-o', 'json'], { files: { a, b: good } }],
  explain: (stdin) => [['explain', '-o', 'json'], { stdin }],
  audit: (stdin) => [['audit', '-o', 'json'], { stdin }],
  lint: (stdin) => [['lint', '-o', 'json'], { stdin }],
};

describe.each(Object.keys(commands))('managed-fields %s', (name) => {
  test.each(inputs)('reads %s', async (_, text) => {
    const [args, given] = commands[name]?.(text) ?? [[], {}];
    const io = fakeIo(given);
    const code = await run(args, io);
    const [out, err] = [io.out.join(''), io.err.join('')];
    expect([0, 1, 2], err).toContain(code);
    if (code === 2 && out === '') expect(err).not.toBe('');
    if (out !== '') expect(JSON.parse(out)).toMatchObject({ apiVersion: 'managed-fields/v1' });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    const hides = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029\ud800-\udfff]/u;
    expect(out.replace(/[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')).not.toMatch(hides);
    expect(err.replace(/[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')).not.toMatch(hides);
    expect(`${out}${err}`).not.toContain('\n::error::');
    // `owners` prints an object as kubectl does, whatever it holds.
    if (name !== 'owners') expect(out).not.toMatch(/aHVudGVyMg==|hunter2/);
    for (const [path, rows] of io.written) {
      if (!path.endsWith('.ndjson')) continue;
      const table = path.split('/')[2] ?? '';
      for (const row of rows.split('\n').filter(Boolean)) expect(rowProblem(JSON.parse(row), table)).toBeUndefined();
    }
  });
});
