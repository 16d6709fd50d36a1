import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { RequestSettings } from '@managed-fields/scenario';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { crd } from '../sample-texts.ts';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

const schema = '            type: object\n            properties: {a: {type: integer}}';
const definition = crd(schema);
const name = 'foos.example.com';
const gone = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name, namespace: '' };
const foo = (spec: string): NewStep => ({
  kind: 'apply',
  manager: 'a',
  text: `apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x}\nspec: ${spec}\n`,
});
const pasted = `${definition}status:
  acceptedNames: {kind: Foo, plural: foos, singular: foo, listKind: FooList}
  conditions: [{type: NamesAccepted, status: 'True'}, {type: Established, status: 'True'}]
  storedVersions: [v1]
`;

function play(steps: readonly NewStep[]) {
  return run(newScenario('', steps), { catalog, selected: `s${steps.length}` });
}

/** Steps that bring a definition, and how a Foo fares after them. */
describe('a definition is the same, whichever way it comes', () => {
  test.each<readonly [way: string, steps: readonly NewStep[]]>([
    ['a CRD step', [{ kind: 'crd', text: definition }]],
    ['a create', [{ kind: 'create', manager: 'c', text: definition }]],
    ['an apply', [{ kind: 'apply', manager: 'c', text: definition }]],
    ['kubectl apply', [{ kind: 'kubectl', text: 'kubectl apply -f crd.yaml', files: { 'crd.yaml': definition } }]],
    ['a pasted object', [{ kind: 'live', text: pasted }]],
    ['a pasted manifest', [{ kind: 'live', text: definition }]],
    [
      'a CRD step over an apply',
      [
        { kind: 'apply', manager: 'c', text: crd('            type: object') },
        { kind: 'crd', text: definition },
      ],
    ],
    [
      'an apply over a CRD step',
      [
        { kind: 'crd', text: crd('            type: object') },
        { kind: 'apply', manager: 'c', text: definition, force: true },
      ],
    ],
  ])('%s', (_way, steps) => {
    expect(play([...steps, foo('{a: 1}')]).outcomes.at(-1)).toMatchObject({ status: 'created' });
    const refused = play([...steps, foo('{b: 1}')]).outcomes.at(-1);
    expect(refused).toMatchObject({ status: 'error', code: 500 });
    expect(refused?.message).toContain('.spec.b: field not declared in schema');
  });
});

test.each<readonly [what: string, steps: readonly NewStep[], message: string]>([
  [
    'without its definition',
    [
      { kind: 'create', manager: 'c', text: definition },
      foo('{a: 1}'),
      { kind: 'delete', text: '', object: gone },
      foo('{a: 1}'),
    ],
    'no matches for kind "Foo" in version "example.com/v1"',
  ],
  [
    'while another definition has its name',
    [
      { kind: 'crd', text: definition },
      { kind: 'create', manager: 'c', text: definition.replaceAll('foos', 'fooz').replace('- name: v1', '- name: v2') },
      { ...foo('{a: 1}'), text: foo('{a: 1}').text.replace('/v1', '/v2') },
    ],
    'no matches for kind "Foo" in version "example.com/v2"',
  ],
])('a kind is unknown %s', (_what, steps, message) => {
  expect(play(steps).outcomes.at(-1)).toMatchObject({ status: 'error', message });
});

test('a CRD step shows the definition to those who read it afterwards', () => {
  const text = 'metadata: {labels: {a: b}}';
  const { outcomes, view } = play([
    { kind: 'crd', text: definition },
    { kind: 'merge-patch', manager: 'm', text, object: gone },
  ]);
  expect(outcomes.at(-1)).toMatchObject({
    status: 'changed',
    object: `apiextensions.k8s.io/v1 CustomResourceDefinition ${name}`,
  });
  expect(view?.result?.managers.map(({ manager }) => manager).sort()).toEqual([
    'kube-apiserver',
    'kubectl-create',
    'm',
  ]);
});

test('nothing is said of rules in a definition, which are evaluated', () => {
  const text = crd("            type: object\n            x-kubernetes-validations: [{rule: 'true'}]");
  const codes = play([{ kind: 'apply', manager: 'c', text }]).view?.notices.map(({ code }) => code);
  expect(codes).toEqual([]);
});

describe('a custom resource that is pasted without its definition', () => {
  const object = (apiVersion: string, kind: string, metadata = '') =>
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: x\n  namespace: default\n${metadata}spec: {a: 1}\n`;
  const live = (text: string): NewStep => ({ kind: 'live', text });
  const apply = (text: string, more: RequestSettings = {}): NewStep => ({
    kind: 'apply',
    manager: 'b',
    text,
    ...more,
  });
  const written = `  managedFields:
  - {manager: a, operation: Update, apiVersion: route.networking.k8s.io/v1beta1, fieldsType: FieldsV1, fieldsV1: {'f:spec': {'f:a': {}}}}
  - {manager: s, operation: Update, apiVersion: route.networking.k8s.io/v1, subresource: status, fieldsType: FieldsV1, fieldsV1: {'f:status': {}}}
  - {manager: h, operation: Update, apiVersion: route.networking.k8s.io/v1, subresource: scale, fieldsType: FieldsV1, fieldsV1: {'f:spec': {'f:replicas': {}}}}
`;
  const gateway = object('route.networking.k8s.io/v1', 'Gateway', written);

  test.each([
    ['route.networking.k8s.io/v1', 'Gateway'],
    ['topology.node.k8s.io/v1alpha2', 'NodeResourceTopology'],
    ['jobset.x-k8s.io/v1alpha2', 'JobSet'],
    ['example.com/v1', 'Foo'],
    ['example.kubernetes.io/v1', 'Foo-Bar'],
  ])('is of %s %s', (apiVersion, kind) => {
    const { outcomes, view } = play([live(object(apiVersion, kind)), apply(object(apiVersion, kind))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['read', 'changed']);
    expect(view?.result?.managers.map(({ manager }) => manager)).toEqual(['b', 'before-first-apply']);
  });

  test.each([
    ['networking.k8s.io/v1', 'Ingres'],
    ['nodot/v1', 'Foo'],
    ['v1', 'Foo'],
  ])('is none of %s %s', (apiVersion, kind) => {
    const message = `no matches for kind "${kind}" in version "${apiVersion}"`;
    expect(play([live(object(apiVersion, kind))]).outcomes).toMatchObject([{ status: 'error', message }]);
  });

  test('is known at the versions and through the subresources by which it was written', () => {
    const other = object('route.networking.k8s.io/v1beta1', 'Gateway').replace('a: 1', 'a: 2');
    const { outcomes } = play([
      live(gateway),
      apply(other),
      apply(other, { force: true }),
      { kind: 'status', manager: 's', text: 'status: {ready: true}' },
      { kind: 'scale', manager: 'h', text: '3' },
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['read', 'conflict', 'changed', 'changed', 'changed']);
    expect(outcomes[1]?.message).toContain('conflict with "a" using route.networking.k8s.io/v1beta1: .spec.a');
  });

  test('gets a version more where another object has one, and none beside those of its definition', () => {
    const other = object('example.com/v2', 'Foo').replace('name: x', 'name: z');
    const both = [
      live(object('example.com/v1', 'Foo')),
      live(other),
      apply(object('example.com/v1', 'Foo')),
      apply(other),
    ];
    expect(play(both).outcomes.map(({ status }) => status)).toEqual(['read', 'read', 'changed', 'changed']);
    const message = 'no matches for kind "Foo" in version "example.com/v2"';
    expect(play([{ kind: 'crd', text: definition }, live(other)]).outcomes.at(-1)).toMatchObject({ message });
  });
});
