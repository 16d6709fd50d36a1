import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { configMap, crd, deployment, whole } from '../sample-texts.ts';
import { whatIf } from './what-if.ts';

const catalog = await loadKubernetesTypes();

const foo = (spec: string) => `apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x}\nspec: ${spec}\n`;
const definition: NewStep = {
  kind: 'crd',
  text: crd(`            type: object
            properties:
              count: {type: integer, default: 1}
              mode: {type: string, enum: [Fast, Slow]}
              whole: {type: object, additionalProperties: {type: string}, x-kubernetes-map-type: atomic}
              items:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items: {type: object, required: [name], properties: {name: {type: string}, v: {type: integer}}}
`),
};
const apply = (manager: string, text: string): NewStep => ({ kind: 'apply', manager, text });
const scaled: NewStep = { kind: 'scale', userAgent: 'hpa/v1', text: '7' };
const image = '.spec.template.spec.containers[name="web"].image';

interface Case {
  readonly name: string;
  readonly steps: readonly NewStep[];
  readonly path: string;
  readonly value?: string;
  /** `leaves-out a: 200 2>1 [owners]`, against whom after an exclamation mark. */
  readonly is: readonly string[];
}

test.each<Case>([
  {
    name: 'a field of an only owner, with a default behind it',
    steps: [apply('a', whole)],
    path: '.spec.replicas',
    is: [
      'leaves-out a: 200 2>1 []',
      'applies-same somebody-else: 200 2>2 [a somebody-else]',
      'applies-other somebody-else: 409 2>2 [a] !a',
      'forces-other somebody-else: 200 2>3 [somebody-else]',
      'updates-other somebody-else: 200 2>3 [somebody-else]',
    ],
  },
  {
    name: 'a field that is asked for',
    steps: [apply('a', whole)],
    path: '.spec.template.spec.containers[name="web"].imagePullPolicy',
    is: [
      'applies-same somebody-else: 200 Always>Always [somebody-else]',
      'applies-other somebody-else: 200 Always>IfNotPresent [somebody-else]',
      'forces-other somebody-else: 200 Always>IfNotPresent [somebody-else]',
      'updates-other somebody-else: 200 Always>IfNotPresent [somebody-else]',
    ],
  },
  {
    name: 'an item’s field',
    steps: [apply('a', whole)],
    path: image,
    value: 'nginx:1.27',
    is: [
      'leaves-out a: 422 nginx>nginx [a]',
      'applies-same somebody-else: 200 nginx>nginx [a somebody-else]',
      'applies-other somebody-else: 409 nginx>nginx [a] !a',
      'forces-other somebody-else: 200 nginx>nginx:1.27 [somebody-else]',
      'updates-other somebody-else: 200 nginx>nginx:1.27 [somebody-else]',
    ],
  },
  {
    name: 'the key of an item',
    steps: [apply('a', whole)],
    path: '.spec.template.spec.containers[name="web"].name',
    is: [],
  },
  {
    name: 'what is owned through /scale',
    steps: [apply('a', whole), scaled],
    path: '.spec.replicas',
    is: [
      'writes-without hpa: 200 7>0 []',
      'applies-same somebody-else: 200 7>7 [hpa somebody-else]',
      'applies-other somebody-else: 409 7>7 [hpa] !hpa',
      'forces-other somebody-else: 200 7>8 [somebody-else]',
      'updates-other somebody-else: 200 7>8 [somebody-else]',
    ],
  },
  {
    name: 'what cannot change',
    steps: [apply('a', whole)],
    path: '.spec.selector',
    is: [
      'leaves-out a: 422 {"matchLabels":{"app":"web"}}>{"matchLabels":{"app":"web"}} [a]',
      'applies-same somebody-else: 200 {"matchLabels":{"app":"web"}}>{"matchLabels":{"app":"web"}} [a somebody-else]',
      'applies-other somebody-else: 409 {"matchLabels":{"app":"web"}}>{"matchLabels":{"app":"web"}} [a] !a',
      'forces-other somebody-else: 422 {"matchLabels":{"app":"web"}}>{"matchLabels":{"app":"web"}} [a]',
      'updates-other somebody-else: 422 {"matchLabels":{"app":"web"}}>{"matchLabels":{"app":"web"}} [a]',
    ],
  },
  {
    name: 'shared data of a ConfigMap',
    steps: [apply('a', configMap('  k: v\n')), apply('b', configMap('  k: v\n'))],
    path: '.data.k',
    is: [
      'leaves-out b: 200 v>v [a]',
      'leaves-out a: 200 v>v [b]',
      'applies-same somebody-else: 200 v>v [a b somebody-else]',
      'applies-other somebody-else: 409 v>v [a b] !a !b',
      'forces-other somebody-else: 200 v>v-other [somebody-else]',
      'updates-other somebody-else: 200 v>v-other [somebody-else]',
    ],
  },
  {
    name: 'the last owner of data without a default',
    steps: [apply('a', configMap('  k: v\n  l: w\n'))],
    path: '.data.k',
    value: '"somebody: wants this"',
    is: [
      'leaves-out a: 200 v>undefined []',
      'applies-same somebody-else: 200 v>v [a somebody-else]',
      'applies-other somebody-else: 409 v>v [a] !a',
      'forces-other somebody-else: 200 v>somebody: wants this [somebody-else]',
      'updates-other somebody-else: 200 v>somebody: wants this [somebody-else]',
    ],
  },
  {
    name: 'a part of an atomic whole',
    steps: [definition, apply('a', foo('{whole: {p: "1", q: "2"}}'))],
    path: '.spec.whole.p',
    is: [
      'leaves-out a: 200 1>undefined []',
      'applies-same somebody-else: 200 1>1 [a somebody-else]',
      'applies-other somebody-else: 409 1>1 [a] !a',
      'forces-other somebody-else: 200 1>2 [somebody-else]',
      'updates-other somebody-else: 200 1>2 [somebody-else]',
    ],
  },
  {
    name: 'one of few values',
    steps: [definition, apply('a', foo('{mode: Fast}'))],
    path: '.spec.mode',
    is: [
      'leaves-out a: 200 Fast>undefined []',
      'applies-same somebody-else: 200 Fast>Fast [a somebody-else]',
      'applies-other somebody-else: 409 Fast>Fast [a] !a',
      'forces-other somebody-else: 200 Fast>Slow [somebody-else]',
      'updates-other somebody-else: 200 Fast>Slow [somebody-else]',
    ],
  },
  {
    name: 'a map that holds fields',
    steps: [definition, apply('a', foo('{items: [{name: p, v: 1}]}'))],
    path: '.spec.items[name="p"]',
    is: ['leaves-out a: 200 {"name":"p","v":1}>undefined []'],
  },
  { name: 'nothing', steps: [apply('a', whole)], path: '.spec.paused', is: [] },
])('supposes of $name', ({ steps, path, value, is }) => {
  const scenario = newScenario('', steps);
  const asked = { path, ...(value === undefined ? {} : { value }) };
  const view = whatIf(scenario, scenario.steps.at(-1)?.id ?? '', asked, { catalog });
  const told = view?.cases.map(({ what, by, code, before, after, owners, against }) =>
    [
      `${what} ${by.manager}: ${code} ${before}>${after} [${owners
        .map(({ manager }) => manager)
        .sort()
        .join(' ')}]`,
      ...against.map(({ manager }) => `!${manager}`),
    ].join(' '),
  );
  expect(told ?? []).toEqual(is);
  expect(structuredClone(view)).toEqual(view);
});

test('a pasted object is asked as it lies, and the server’s words are its own', () => {
  const text = `${deployment('  replicas: 2\n').replace('metadata: {', 'metadata: {managedFields: [{manager: ui, operation: Update, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:replicas": {}}}}], ')}  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: nginx}]}\n`;
  const view = whatIf(newScenario('', [{ kind: 'live', text }]), 's1', { path: '.spec.replicas' }, { catalog });
  const told = view?.cases.map(({ what, code, after }) => `${what} ${code} ${after}`);
  expect(told).toEqual([
    'writes-without 200 1',
    'applies-same 200 2',
    'applies-other 409 2',
    'forces-other 200 3',
    'updates-other 200 3',
  ]);
  expect(view?.cases.find(({ what }) => what === 'applies-other')?.message).toBe(
    'Apply failed with 1 conflict: conflict with "ui" using apps/v1: .spec.replicas',
  );
});
