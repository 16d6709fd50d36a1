import { gzipSync } from 'node:zlib';
import { decodeLink } from '@managed-fields/share-link';
import { expect, test } from 'vitest';
import { fakeIo, type Given } from '../fake-io.ts';
import { run } from './lint.ts';

async function ran(args: readonly string[], given: Given = {}) {
  const io = fakeIo(given);
  return { code: await run(args, io), out: io.out.join(''), err: io.err.join('') };
}

/** A definition whose spec has some properties, in one or several versions. */
const definition = (...specs: readonly object[]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    scope: 'Namespaced',
    versions: specs.map((properties, index) => ({
      ...{ name: `v${index + 1}`, served: true, storage: index === 0 },
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
    })),
  },
});
const text = { type: 'string' };
const ports = (more: object = {}, items: object = {}) => ({
  ports: {
    type: 'array',
    items: { type: 'object', required: ['name'], properties: { name: text, port: { type: 'integer' } }, ...items },
    ...more,
  },
});
const byName = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The rules that are found, with their paths. */
async function found(...specs: readonly object[]) {
  const { out } = await ran(['-o', 'json'], { stdin: json(definition(...specs)) });
  const [{ findings }] = JSON.parse(out).definitions;
  return findings.map(({ rule, severity, path }: Record<string, string>) => `${severity} ${rule} ${path}`);
}

test.each<readonly [string, readonly object[], readonly string[]]>([
  ['a list of objects without a type', [ports()], ['warning atomic-list-of-objects .spec.ports']],
  [
    'one that is meant to be atomic',
    [ports({ 'x-kubernetes-list-type': 'atomic' })],
    ['note atomic-list-of-objects .spec.ports'],
  ],
  ['a map by a required key', [ports(byName)], []],
  ['a map by a key that may be left out', [ports(byName, { required: [] })], ['error map-key-optional .spec.ports']],
  [
    'a map by a key with a default',
    [ports(byName, { required: [], properties: { name: { ...text, default: 'a' } } })],
    [],
  ],
  ['a map without keys', [ports({ 'x-kubernetes-list-type': 'map' })], ['error map-without-keys .spec.ports']],
  ['a set of objects', [ports({ 'x-kubernetes-list-type': 'set' })], ['error set-of-objects .spec.ports']],
  ['a set of atomic objects', [ports({ 'x-kubernetes-list-type': 'set' }, { 'x-kubernetes-map-type': 'atomic' })], []],
  ['a list of values', [{ hosts: { type: 'array', items: text } }], ['note atomic-list-of-values .spec.hosts']],
  ['a set of values', [{ hosts: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' } }], []],
  ['an atomic list of values', [{ hosts: { type: 'array', items: text, 'x-kubernetes-list-type': 'atomic' } }], []],
  [
    'a list in a list',
    [
      ports(byName, {
        properties: { name: text, rules: { type: 'array', items: { type: 'object', properties: { id: text } } } },
      }),
    ],
    ['warning atomic-list-of-objects .spec.ports[].rules'],
  ],
  [
    'a list in a map',
    [{ m: { type: 'object', additionalProperties: { type: 'array', items: text } } }],
    ['note atomic-list-of-values .spec.m.*'],
  ],
  ['versions that agree', [ports(byName), ports(byName)], []],
  [
    'versions that merge in different ways',
    [ports(byName), ports({ 'x-kubernetes-list-type': 'atomic' })],
    ['note atomic-list-of-objects .spec.ports', 'error topology-changes .spec.ports'],
  ],
  ['versions whose types differ', [{ a: text }, { a: { type: 'integer' } }], ['error topology-changes .spec.a']],
  ['no lists at all', [{ a: text }], []],
])('%s', async (_, specs, expected) => {
  expect(await found(...specs)).toEqual(expected);
});

test('the text has the place, the reason and the markers', async () => {
  const { code, out } = await ran([], { stdin: json(definition(ports({}, { required: [] }))) });
  expect(code).toBe(1);
  expect(out).toMatch(
    /^1 definition, 1 finding\.\nstandard input:\d+: warning: widgets\.example\.com: \.spec\.ports of v1 is a list of objects that is owned as a whole \(atomic-list-of-objects\)\n/,
  );
  expect(out).toContain('  // +listType=map   // +listMapKey=name   // +required, on name\n');
  expect(out).toContain('  x-kubernetes-list-type: map; x-kubernetes-list-map-keys: [name]; items.required: [name]\n');
});

test('the link opens a scenario in which two managers fight about the list', async () => {
  const { out } = await ran(['--link', 'https://fields.example.com/'], { stdin: json(definition(ports())) });
  const [, fragment = ''] = /fields\.example\.com\/#(\S+)/.exec(out) ?? [];
  const read = decodeLink(fragment);
  const steps = read.kind === 'scenario' ? read.scenario.steps : [];
  expect(steps.map((step) => ('manager' in step ? `${step.kind} ${step.manager}` : step.kind))).toEqual([
    'crd',
    'apply one',
    'apply two',
  ]);
});

test('what the server refuses about a definition is said in its words', async () => {
  const { code, out } = await ran([], { stdin: json(definition(ports(byName, { required: [] }))) });
  expect(code).toBe(1);
  expect(out).toContain('must have a default or be a required property');
});

test('as SARIF, at its line', async () => {
  const files = { 'crd.yaml': json(definition(ports())) };
  const [{ tool, results }] = JSON.parse((await ran(['crd.yaml', '-o', 'sarif'], { files })).out).runs;
  const line = files['crd.yaml'].split('\n').findIndex((each) => each.includes('"ports"')) + 1;
  const physicalLocation = { artifactLocation: { uri: 'crd.yaml' }, region: { startLine: line } };
  expect(results).toMatchObject([
    { ruleId: 'atomic-list-of-objects', level: 'warning', locations: [{ physicalLocation }] },
  ]);
  expect(tool.driver.rules[results[0].ruleIndex].id).toBe('atomic-list-of-objects');
});

test.each<readonly [string, readonly string[], Given]>([
  ['a file', ['crd.yaml'], { files: { 'crd.yaml': json(definition(ports())) } }],
  ['gzip', ['crd.gz'], { files: { 'crd.gz': gzipSync(json(definition(ports()))) } }],
  ['a folder', ['config/crd'], { folders: ['config/crd'], files: { 'config/crd/w.yaml': json(definition(ports())) } }],
  ['a List', [], { stdin: json({ apiVersion: 'v1', kind: 'List', items: [definition(ports())] }) }],
  [
    'documents among other objects',
    [],
    { stdin: `apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n---\n${json(definition(ports()))}` },
  ],
  ['UTF-16 of PowerShell', [], { stdin: Buffer.from(`\ufeff${json(definition(ports()))}`, 'utf16le') }],
])('is read: %s', async (_, args, given) => {
  const { code, out } = await ran(args, given);
  expect([code, out.split('\n')[0]]).toEqual([1, '1 definition, 1 finding.']);
});

test.each([
  [['--fail-on', 'error'], 0],
  [['--fail-on', 'warning'], 1],
  [['--fail-on', 'atomic-list-of-objects'], 1],
  [['--fail-on', 'nothing'], 0],
])('what fails: %j', async (args, expected) => {
  expect((await ran(args, { stdin: json(definition(ports())) })).code).toBe(expected);
});

test.each([
  [[], {}, 'nothing to read'],
  [[], { stdin: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n' }, 'there is no CustomResourceDefinition'],
  [[], { stdin: 'a: [' }, 'standard input:'],
  [['--fail-on', 'errors'], { stdin: '' }, '--fail-on errors is not known: did you mean "error"?'],
  [['-o', 'csv'], { stdin: '' }, '--output is one of text, json, sarif'],
  [['gone.yaml'], {}, 'there is no file gone.yaml'],
])('%j cannot be used', async (args, given, message) => {
  const { code, out, err } = await ran(args, given);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test('hostile schemas are passed over', async () => {
  const hostile = {
    ...definition({}),
    spec: {
      versions: [
        null,
        1,
        { schema: { openAPIV3Schema: { properties: { __proto__: [], x: { type: 'array' } }, items: 'x' } } },
      ],
    },
  };
  const { out } = await ran([], { stdin: json(hostile) });
  expect(out).toContain('a server would not take');
});
