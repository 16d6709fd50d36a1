import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { formatJson, mapAt, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { newScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { run } from '../run/run.ts';
import { schemaFromEntries } from '../run/schema-from-entries.ts';
import { answerQuestion } from './question.ts';

const catalog = await loadKubernetesTypes();

type Json = Parameters<typeof valueFromPlain>[0];

interface Entry {
  readonly fields: string;
  readonly manager?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly version?: string;
}

function object(spec: Json, ...entries: readonly (Entry | string)[]): ValueMap {
  const managedFields = entries.map((each, index): Json => {
    const entry: Entry = typeof each === 'string' ? { fields: each } : each;
    const { fields, manager = `m${index}`, operation = 'Update', version = 'v1' } = entry;
    const fieldsV1 = { 'f:spec': JSON.parse(fields) };
    return { manager, operation, apiVersion: `example.org/${version}`, fieldsType: 'FieldsV1', fieldsV1 };
  });
  const metadata = { name: 'x', namespace: 'default', managedFields };
  return valueFromPlain({ apiVersion: 'example.org/v1', kind: 'Foo', metadata, spec }) as ValueMap;
}

/** What the schema says of the fields of spec, without what stands in all of them. */
function told(schema: ValueMap): string {
  const properties = mapAt(mapAt(mapAt(schema, 'properties'), 'spec'), 'properties');
  const text = formatJson(properties ?? new Map());
  return text
    .replaceAll(/"(?:nullable|x-deduced|x-kubernetes-preserve-unknown-fields)":true,?/g, '')
    .replaceAll('x-kubernetes-', '')
    .replaceAll(/,(?=\})/g, '');
}

const ready = '{"type": "Ready"}';
const byType = '"list-type":"map","list-map-keys":["type"]';
const items = '"items":{"type":"object","properties":{"type":{"type":"string"}},"required":["type"]}';
const mapList = `{"type":"array",${byType},${items}}`;

test.each<readonly [string, ValueMap, string]>([
  [
    'a map list',
    object({ c: [{ type: 'Ready' }] }, `{"f:c": {"k:${ready.replaceAll('"', '\\"')}": {".": {}, "f:type": {}}}}`),
    `{"c":${mapList}}`,
  ],
  [
    'a map list whose items are owned whole',
    object({ c: [{ type: 'Ready', a: 1 }] }, String.raw`{"f:c": {"k:{\"type\":\"Ready\"}": {}}}`),
    `{"c":${mapList.replace('"properties"', '"map-type":"atomic","properties"')}}`,
  ],
  [
    'a map list that is not in the object',
    object({}, String.raw`{"f:c": {"k:{\"type\":\"Ready\"}": {}}}`),
    `{"c":${mapList}}`,
  ],
  [
    'a set',
    object({ c: ['a'] }, String.raw`{"f:c": {"v:\"a\"": {}}}`),
    '{"c":{"type":"array","list-type":"set","items":{"type":"string"}}}',
  ],
  [
    'a set of several types',
    object({ c: ['a', 1] }, String.raw`{"f:c": {"v:\"a\"": {}, "v:1": {}}}`),
    '{"c":{"type":"array","list-type":"set","items":{}}}',
  ],
  [
    'a list that is owned whole',
    object({ c: [1] }, '{"f:c": {}}'),
    '{"c":{"type":"array","list-type":"atomic","items":{}}}',
  ],
  ['a map that is owned whole', object({ c: { a: 1 } }, '{"f:c": {}}'), '{"c":{"type":"object","map-type":"atomic"}}'],
  ['an empty map', object({ c: {} }, '{"f:c": {}}'), '{}'],
  [
    'a map that one owns empty and another filled',
    object({ c: { a: 1 } }, '{"f:c": {}}', '{"f:c": {"f:a": {}}}'),
    '{"c":{"type":"object","properties":{}}}',
  ],
  [
    'a field that no schema declares, as an applier owns it beside what is in it',
    object({ c: { a: 1 } }, { fields: '{"f:c": {".": {}, "f:a": {}}}', operation: 'Apply' }),
    '{}',
  ],
  ['a scalar', object({ c: 1 }, '{"f:c": {}}'), '{}'],
  ['what the object has as a map', object({ c: { a: 1 } }, String.raw`{"f:c": {"k:{\"type\":\"Ready\"}": {}}}`), '{}'],
  ['items that are no maps', object({ c: ['a'] }, String.raw`{"f:c": {"k:{\"type\":\"Ready\"}": {}}}`), '{}'],
  ['a set that holds maps', object({ c: [{ a: 1 }] }, String.raw`{"f:c": {"v:\"a\"": {}}}`), '{}'],
  [
    'keys of which the items have but some',
    object(
      { c: [{ port: 80 }, { port: 81, protocol: 'UDP' }] },
      String.raw`{"f:c": {"k:{\"port\":80,\"protocol\":\"TCP\"}": {}, "k:{\"port\":81,\"protocol\":\"UDP\"}": {}}}`,
    ),
    '{}',
  ],
  [
    'a key with a default',
    object(
      { c: [{ port: 80 }] },
      String.raw`{"f:c": {"k:{\"port\":80,\"protocol\":\"TCP\"}": {".": {}, "f:port": {}}}}`,
    ),
    '{"c":{"type":"array","list-type":"map","list-map-keys":["port","protocol"],"items":{"type":"object","properties":{"port":{"type":"integer"},"protocol":{"type":"string","default":"TCP"}},"required":["port"]}}}',
  ],
  [
    'two entries by different keys: those of the items that are there count',
    object(
      { c: [{ name: 'a', type: 'Ready' }] },
      String.raw`{"f:c": {"k:{\"name\":\"b\"}": {}, "k:{\"name\":\"c\"}": {}}}`,
      String.raw`{"f:c": {"k:{\"type\":\"Ready\"}": {".": {}, "f:type": {}}}}`,
    ),
    `{"c":${mapList}}`,
  ],
  [
    'an entry at another version, which counts less',
    object({ c: { a: 1 } }, { fields: '{"f:c": {"f:a": {}}}', version: 'v1beta1' }, { fields: '{"f:c": {}}' }),
    '{"c":{"type":"object","map-type":"atomic"}}',
  ],
  [
    'an item that stands twice',
    object({ c: [{ type: 'Ready' }, { type: 'Ready' }] }, String.raw`{"f:c": {"k:{\"type\":\"Ready\"}": {}}}`),
    `{"c":${mapList}}`,
  ],
  ['keys without a value that tells', object({ c: [] }, String.raw`{"f:c": {"k:{\"type\":null}": {}}}`), '{}'],
  ['an item by its place', object({ c: ['a'] }, '{"f:c": {"i:0": {}}}'), '{}'],
  [
    'a name out of the prototype of all objects',
    object(
      JSON.parse('{"__proto__": [{"type": "Ready"}]}'),
      String.raw`{"f:__proto__": {"k:{\"type\":\"Ready\"}": {".": {}, "f:type": {}}}}`,
    ),
    `{"__proto__":${mapList}}`,
  ],
])('%s', (_, given, expected) => {
  expect(told(schemaFromEntries([given], 'example.org/v1'))).toBe(expected);
});

test('what is nested without end comes to an end', () => {
  const levels = 800;
  const fields = `${'{"f:a":'.repeat(levels)}{}${'}'.repeat(levels)}`;
  const spec = JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
  const schema = schemaFromEntries([object(spec, fields)], 'example.org/v1');
  expect(formatJson(schema).length).toBeLessThan(20_000);
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f:n${n}`, { 'f:a': {} }]));
  const wide = schemaFromEntries([object({}, JSON.stringify(many))], 'example.org/v1');
  expect(mapAt(mapAt(mapAt(wide, 'properties'), 'spec'), 'properties')?.size).toBeLessThan(3_000);
});

const certificate = `apiVersion: example.org/v1
kind: Certificate
metadata:
  name: web
  managedFields:
  - {manager: issuer, operation: Apply, apiVersion: example.org/v1alpha1, subresource: status, fieldsType: FieldsV1,
     fieldsV1: {"f:status": {"f:conditions": {'k:{"type":"Issued"}': {".": {}, "f:type": {}, "f:status": {}}}}}}
  - {manager: checker, operation: Update, apiVersion: example.org/v1, subresource: status, fieldsType: FieldsV1,
     fieldsV1: {"f:status": {"f:conditions": {".": {}, 'k:{"type":"Ready"}': {".": {}, "f:type": {}, "f:status": {}}}}}}
spec: {names: [a]}
status:
  conditions:
  - {type: Ready, status: "True"}
  - {type: Issued, status: "True"}
`;
const refused = `apiVersion: example.org/v1
kind: Certificate
metadata: {name: web}
status: {conditions: [{type: Ready, status: "False"}, {type: Seen, status: "True"}]}
`;
const scenario = newScenario('', [
  { kind: 'live', text: certificate },
  { kind: 'apply', manager: 'other', subresource: 'status', text: refused },
  { kind: 'apply', manager: 'other', subresource: 'status', force: true, text: refused },
]);

test('owners, conflicts and merges of a custom resource without a definition follow its entries', () => {
  const { view, outcomes } = run(scenario, { catalog, selected: 's1' });
  const drawn = (view?.result?.fields ?? []).filter(({ path }) => path.startsWith('.status.conditions'));
  expect(drawn.filter(({ state }) => state === 'absent' || state === 'atomic')).toEqual([]);
  expect(drawn.map(({ path, owners }) => `${path} ${owners}`)).toEqual([
    '.status.conditions 1',
    '.status.conditions[type="Ready"] 1',
    '.status.conditions[type="Ready"].status 1',
    '.status.conditions[type="Ready"].type 1',
    '.status.conditions[type="Issued"] 0',
    '.status.conditions[type="Issued"].status 0',
    '.status.conditions[type="Issued"].type 0',
  ]);
  expect(outcomes.map(({ status, message }) => message ?? status)).toEqual([
    'read',
    'Apply failed with 1 conflict: conflict with "checker" with subresource "status" using example.org/v1: .status.conditions[type="Ready"].status',
    'changed',
  ]);
  const after = run(scenario, { catalog, selected: 's3' }).view?.result;
  const kept = after?.fields.filter(({ path }) => path.includes('"Issued"')) ?? [];
  expect(kept.map(({ owners }) => owners.map((index) => after?.managers[index]?.manager))).toEqual(
    Array(3).fill(['issuer']),
  );
});

test('says where a list type comes from, and that the definition is missing at each step', () => {
  const ask = (path: string) => answerQuestion(scenario, { kind: 'schema-field', stepId: 's1', path }, { catalog });
  expect(ask('.status.conditions')).toMatchObject({ treatment: 'items', marker: { value: 'map', origin: 'entries' } });
  expect(ask('.spec.names')).toMatchObject({ treatment: 'whole', marker: { value: 'atomic', origin: 'unknown' } });
  for (const selected of ['s1', 's2', 's3']) {
    const told = run(scenario, { catalog, selected }).view?.notices.find(({ code }) => code === 'deduced-schema');
    expect(told?.data).toEqual({
      kind: 'Certificate',
      command: `kubectl get crd $(kubectl get crd -o 'go-template={{range .items}}{{if and (eq .spec.group "example.org") (eq .spec.names.kind "Certificate")}}{{.metadata.name}}{{end}}{{end}}') -o yaml`,
    });
  }
});

describe('the name of the definition', () => {
  const named = (selfLink: string) =>
    `apiVersion: example.org/v1\nkind: Goose\nmetadata: {name: web, namespace: shop${selfLink}}\n`;
  const commandsOf = (text: string) =>
    run(newScenario('', [{ kind: 'live', text }]), { catalog, selected: 's1' }).view?.notices.map(
      ({ data: { command } }) => command,
    );
  const get = 'kubectl get Goose.example.org web -n shop --show-managed-fields -o yaml';

  test.each([
    [
      'is told by the link that servers once wrote',
      '/apis/example.org/v1/namespaces/shop/geese/web',
      /^kubectl get crd geese\.example\.org -o yaml$/,
    ],
    [
      'is told at another version',
      '/apis/example.org/v1beta1/namespaces/shop/geese/web',
      /^kubectl get crd geese\.example\.org -o yaml$/,
    ],
    [
      'is not told by a link of another object',
      '/apis/example.org/v1/namespaces/shop/geese/other',
      /^kubectl get crd \$\(kubectl get crd -o 'go-template=/,
    ],
    [
      'is not told by a link of another group',
      '/apis/example.com/v1/namespaces/shop/geese/web',
      /^kubectl get crd \$\(kubectl get crd -o 'go-template=/,
    ],
    [
      'is not told by what is no name',
      '/apis/example.org/v1/namespaces/shop/%3B/web',
      /^kubectl get crd \$\(kubectl get crd -o 'go-template=/,
    ],
  ])('%s: %s', (_, link, command) => {
    expect(commandsOf(named(`, selfLink: '${link}'`))).toEqual([expect.stringMatching(command), get]);
  });

  test('stays what the first object told', () => {
    const [told, untold] = [named(`, selfLink: /apis/example.org/v1/namespaces/shop/geese/web`), named('')];
    const command = (steps: readonly string[]) =>
      run(
        newScenario(
          '',
          steps.map((text) => ({ kind: 'live', text })),
        ),
        { catalog, selected: `s${steps.length}` },
      ).view?.notices[0]?.data['command'];
    expect(command([told, untold.replace('web', 'other')])).toBe('kubectl get crd geese.example.org -o yaml');
    expect(command([untold, told.replaceAll('web', 'other')])).toMatch(/^kubectl get crd \$\(/);
  });
});

test('the entries of a further object of the kind count, too', () => {
  const first =
    'apiVersion: example.org/v1\nkind: Certificate\nmetadata: {name: first}\nstatus: {conditions: [{type: Ready}]}\n';
  const steps = newScenario('', [
    { kind: 'live', text: first },
    { kind: 'live', text: certificate },
    { kind: 'apply', manager: 'a', text: first.replace('Ready', 'Seen'), subresource: 'status' },
  ]);
  const result = run(steps, { catalog, selected: 's3' }).view?.result;
  expect(result?.fields.map(({ path }) => path)).toContain('.status.conditions[type="Seen"].type');
});
