import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { describe, expect, test } from 'vitest';
import { type NewStep, newScenario } from '../edits.ts';
import { run } from './run.ts';
import { crd } from './sample-texts.ts';

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

test('rules in a definition that is applied are told not to be evaluated', () => {
  const text = crd("            type: object\n            x-kubernetes-validations: [{rule: 'true'}]");
  const codes = play([{ kind: 'apply', manager: 'c', text }]).view?.notices.map(({ code }) => code);
  expect(codes).toEqual(['cel-not-modelled']);
});
