import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Scenario } from '@managed-fields/scenario';
import { newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import type { SchemaFieldView } from '../assist/describe.ts';
import { definition } from '../sample-texts.ts';
import { schemaField, schemaKinds, schemaSearch, schemaTree } from './schema.ts';

const catalog = await loadKubernetesTypes();

const crd = definition({
  ofObject: '        required: [spec]\n',
  spec: `            type: object
            required: [mode]
            properties:
              mode: {type: string, enum: [a, b]}
              size: {type: integer, format: int32, default: 3}
              plain: {type: array, items: {type: string}}
              tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
              peers:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [host, port]
                items:
                  type: object
                  required: [host]
                  properties:
                    host: {type: string}
                    port: {type: integer, default: 80}
              whole:
                type: object
                x-kubernetes-map-type: atomic
                properties:
                  inner:
                    type: array
                    x-kubernetes-list-type: set
                    items: {type: string}
              free: {type: object, x-kubernetes-preserve-unknown-fields: true}
              port: {x-kubernetes-int-or-string: true}
              labels: {type: object, additionalProperties: {type: string}}`,
});
const withCrd: Scenario = { title: '', steps: [{ id: 's1', kind: 'crd', text: crd }] };

/** A field in short: what a reader of the lens learns. */
function short(field: SchemaFieldView): string {
  const { text, type, elementType, format, treatment, marker, strategic, values, whole } = field;
  const flags = [field.required && 'required', field.isKey && 'key', field.recursive && 'recursive'];
  return [
    text,
    elementType === undefined ? type : `${type} of ${elementType}`,
    format,
    treatment,
    ...flags,
    marker && `${marker.openApi.join(' + ')} = ${marker.go.join(' ')}`,
    marker?.origin === 'unwritten' && 'unwritten',
    marker?.origin === 'patch-strategy' && 'by strategy',
    marker?.idle && 'idle',
    strategic && `smp ${strategic.strategies.join()} ${strategic.mergeKey} ${strategic.differs ?? 'same'}`,
    values.length > 0 && values.join('|'),
    field.default && `${field.default.varies ? '?' : field.default.value} by ${field.default.source}`,
    whole && `in ${whole}`,
  ]
    .filter((part) => part !== undefined && part !== false && part !== '')
    .join(', ');
}

const container = ['spec', 'template', 'spec', 'containers', null];

test.each<readonly [apiVersion: string, kind: string, path: readonly (string | null)[], said: string]>([
  [
    'apps/v1',
    'Deployment',
    [...container, 'ports'],
    '.spec.template.spec.containers[].ports, list of object, items, x-kubernetes-list-type: map + x-kubernetes-list-map-keys: [containerPort, protocol] = //+listType=map //+listMapKey=containerPort //+listMapKey=protocol, smp merge containerPort keys',
  ],
  [
    'apps/v1',
    'Deployment',
    [...container, 'ports', null, 'protocol'],
    '.spec.template.spec.containers[].ports[].protocol, string, value, key, SCTP|TCP|UDP, "TCP" by server',
  ],
  [
    'apps/v1',
    'Deployment',
    [...container, 'imagePullPolicy'],
    '.spec.template.spec.containers[].imagePullPolicy, string, value, Always|IfNotPresent|Never, ? by server',
  ],
  [
    'apps/v1',
    'Deployment',
    [...container, 'args'],
    '.spec.template.spec.containers[].args, list of string, whole, x-kubernetes-list-type: atomic = //+listType=atomic',
  ],
  [
    'apps/v1',
    'Deployment',
    ['spec', 'selector'],
    '.spec.selector, object, whole, required, x-kubernetes-map-type: atomic = //+structType=atomic',
  ],
  [
    'apps/v1',
    'Deployment',
    ['spec', 'selector', 'matchLabels'],
    '.spec.selector.matchLabels, map of string, inside, x-kubernetes-map-type: granular = //+mapType=granular, unwritten, idle, in .spec.selector',
  ],
  ['apps/v1', 'Deployment', ['spec', 'replicas'], '.spec.replicas, integer, int32, value, 1 by server'],
  [
    'apps/v1',
    'Deployment',
    ['spec', 'strategy', 'rollingUpdate', 'maxSurge'],
    '.spec.strategy.rollingUpdate.maxSurge, int-or-string, int-or-string, value, "25%" by server',
  ],
  [
    'v1',
    'Pod',
    ['spec', 'tolerations'],
    '.spec.tolerations, list of object, whole, x-kubernetes-list-type: atomic = //+listType=atomic',
  ],
  ['v1', 'Pod', ['metadata', 'labels', null], '.metadata.labels.*, string, value'],
  [
    'v1',
    'Service',
    ['spec', 'ports'],
    '.spec.ports, list of object, items, x-kubernetes-list-type: map + x-kubernetes-list-map-keys: [port, protocol] = //+listType=map //+listMapKey=port //+listMapKey=protocol, smp merge port keys',
  ],
  [
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    ['spec', 'versions', null, 'schema', 'openAPIV3Schema', 'properties', null],
    '.spec.versions[].schema.openAPIV3Schema.properties.*, object, inside, recursive, x-kubernetes-map-type: granular = //+structType=granular, unwritten, idle, in .spec.versions',
  ],
  ['example.com/v1', 'Foo', ['spec', 'mode'], '.spec.mode, string, value, required, a|b'],
  ['example.com/v1', 'Foo', ['spec', 'size'], '.spec.size, integer, int32, value, 3 by schema'],
  [
    'example.com/v1',
    'Foo',
    ['spec', 'plain'],
    '.spec.plain, list of string, whole, x-kubernetes-list-type: atomic = //+listType=atomic, unwritten',
  ],
  [
    'example.com/v1',
    'Foo',
    ['spec', 'tags'],
    '.spec.tags, list of string, items, x-kubernetes-list-type: set = //+listType=set',
  ],
  ['example.com/v1', 'Foo', ['spec', 'peers', null, 'port'], '.spec.peers[].port, integer, value, key, 80 by schema'],
  [
    'example.com/v1',
    'Foo',
    ['spec', 'whole', 'inner'],
    '.spec.whole.inner, list of string, inside, x-kubernetes-list-type: set = //+listType=set, idle, in .spec.whole',
  ],
  [
    'example.com/v1',
    'Foo',
    ['spec', 'free'],
    '.spec.free, map of any, fields, x-kubernetes-map-type: granular = //+mapType=granular, unwritten',
  ],
  ['example.com/v1', 'Foo', ['spec', 'port'], '.spec.port, int-or-string, value'],
  [
    'example.com/v1',
    'Foo',
    ['spec', 'labels'],
    '.spec.labels, map of string, fields, x-kubernetes-map-type: granular = //+mapType=granular, unwritten',
  ],
  [
    'example.com/v1',
    'Foo',
    ['metadata', 'ownerReferences'],
    '.metadata.ownerReferences, list of object, items, x-kubernetes-list-type: map + x-kubernetes-list-map-keys: [uid] = //+listType=map //+listMapKey=uid',
  ],
])('%s %s: %j', (apiVersion, kind, path, said) => {
  const answer = schemaTree(withCrd, { of: { apiVersion, kind }, path }, { catalog });
  expect(answer.kind === 'fields' ? short(answer.self) : answer.kind).toBe(said);
});

test('one level at a time, without an end to definitions of themselves', () => {
  const of = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };
  const path = ['spec', 'versions', null, 'schema', 'openAPIV3Schema'];
  const deep = [...path, 'properties', null, 'items', 'properties', null];
  const answer = schemaTree(newScenario(), { of, path: deep }, { catalog });
  expect(answer.kind === 'fields' && answer.fields.map(({ name }) => name)).toContain('x-kubernetes-list-type');
});

test('a pasted definition is looked into without a step, and refused in the words of the server', () => {
  const pasted = schemaKinds(newScenario(), { pasted: crd }, { catalog });
  expect(pasted.kind === 'kinds' && pasted.pasted).toEqual([
    { apiVersion: 'example.com/v1', kind: 'Foo', origin: 'custom', namespaced: true },
  ]);
  const refused = schemaKinds(newScenario(), { pasted: crd.replace('plural: foos', 'plural: Foos') }, { catalog });
  expect(refused.kind === 'refused' && refused.problems.join('\n')).toContain('spec.names.plural');
});

test.each<readonly [word: string, found: string]>([
  ['maxSurge', '.spec.strategy.rollingUpdate.maxSurge'],
  ['listMapKey=topologyKey', '.spec.template.spec.topologySpreadConstraints'],
  ['.spec.selector.m', '.spec.selector.matchLabels'],
])('a search for %s finds %s', (word, found) => {
  const answer = schemaSearch(newScenario(), { of: { apiVersion: 'apps/v1', kind: 'Deployment' }, word }, { catalog });
  expect(answer.kind === 'fields' && answer.fields.map(({ text }) => text)).toContain(found);
});

test('an empty search of the largest kind ends', () => {
  const of = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };
  const answer = schemaSearch(newScenario(), { of, word: '' }, { catalog });
  expect(answer.kind === 'fields' && [answer.fields.length, answer.more]).toEqual([174, false]);
});

test('how the schema sees a field of an object', () => {
  const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {a.b/c: x}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: nginx
        ports: [{containerPort: 80}]
`;
  const scenario: Scenario = { title: '', steps: [{ id: 's1', kind: 'create', text }] };
  const seen = (path: string) => schemaField(scenario, { stepId: 's1', path }, { catalog })?.text;
  const container = '.spec.template.spec.containers[name="web"]';
  expect(seen(`${container}.ports[containerPort=80,protocol="TCP"].containerPort`)).toBe(
    '.spec.template.spec.containers[].ports[].containerPort',
  );
  expect(seen('.metadata.labels.a.b/c')).toBe('.metadata.labels.*');
  expect(seen('.nothing')).toBe(undefined);
});
