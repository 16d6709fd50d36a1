import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { RequestSettings } from '@managed-fields/scenario';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { configMap, whole } from '../sample-texts.ts';
import { type ForceView, forcePreview } from './force.ts';

const catalog = await loadKubernetesTypes();
const apply = (manager: string, text: string, more: RequestSettings = {}): NewStep => ({
  kind: 'apply',
  manager,
  text,
  ...more,
});

/** `without > with`, then who loses, shares and keeps what. */
function told(view: ForceView | undefined): readonly string[] {
  if (view === undefined) return [];
  return [
    `${view.forced ? 'forced: ' : ''}${view.without.status} > ${view.with.status}`,
    ...view.objects.flatMap(({ object, manager, taken, shared, beyond }) => [
      `${manager} on ${object}`,
      ...taken.map(
        ({ owner, fields, gone }) =>
          `${owner.manager} loses ${fields.map(({ path, before, after }) => `${path} ${before}>${after}`).join(', ')}${gone ? ' and is gone' : ''}`,
      ),
      ...shared.map(({ owner, fields }) => `${owner.manager} shares ${fields.join(', ')}`),
      ...beyond.map(({ owner, fields }) => `${owner.manager} keeps ${fields.join(', ')}`),
    ]),
  ];
}

const live = [
  apply('a', configMap('  k: v\n  l: w\n  m: x\n')),
  { kind: 'merge-patch', manager: 'u', text: 'data: {m: z}\n' },
] as const;

test.each<readonly [name: string, steps: readonly NewStep[], is: readonly string[]]>([
  [
    'a refused apply',
    [...live, apply('b', configMap('  k: other\n  l: w\n'))],
    ['conflict > changed', 'b on ConfigMap settings', 'a loses .data.k v>other', 'a shares .data.l', 'u keeps .data.m'],
  ],
  [
    'one that is forced',
    [...live, apply('b', configMap('  k: other\n  m: own\n'), { force: true })],
    [
      'forced: conflict > changed',
      'b on ConfigMap settings',
      'a loses .data.k v>other',
      'u loses .data.m z>own and is gone',
      'a keeps .data.l',
    ],
  ],
  [
    'one that needs none',
    [...live, apply('b', configMap('  n: new\n'))],
    ['changed > changed', 'b on ConfigMap settings', 'a keeps .data.k, .data.l', 'u keeps .data.m'],
  ],
  [
    'one that shares an item: the item counts, and its key',
    [
      apply('a', 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: one}]}\n'),
      apply('b', 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: two}]}\n'),
    ],
    [
      'conflict > changed',
      'b on Pod web',
      'a loses .spec.containers[name="web"].image one>two',
      'a shares .spec.containers[name="web"], .spec.containers[name="web"].name',
    ],
  ],
  [
    'one that is refused for something else',
    [apply('a', whole), apply('b', whole.replace('{app: web}}\n  template', '{app: other}}\n  template'))],
    ['conflict > error'],
  ],
  [
    'a command',
    [
      ...live,
      {
        kind: 'kubectl',
        text: 'kubectl apply --server-side --force-conflicts -f c.yaml',
        files: { 'c.yaml': configMap('  k: other\n') },
      },
    ],
    [
      'forced: conflict > changed',
      'kubectl on ConfigMap settings',
      'a loses .data.k v>other',
      'a keeps .data.l',
      'u keeps .data.m',
    ],
  ],
  [
    'a command whose flags are on and off in other words',
    [
      ...live,
      {
        kind: 'kubectl',
        text: 'kubectl -n default apply --server-side=1 --force-conflicts=false -f c.yaml',
        files: { 'c.yaml': configMap('  k: v\n') },
      },
    ],
    ['changed > changed', 'kubectl on ConfigMap settings', 'a shares .data.k', 'a keeps .data.l', 'u keeps .data.m'],
  ],
  ['an update', [...live, { kind: 'merge-patch', manager: 'u', text: 'data: {m: q}\n' }], []],
])('what force does in %s', (_, steps, is) => {
  const scenario = newScenario('', steps);
  const view = forcePreview(scenario, scenario.steps.at(-1)?.id ?? '', { catalog });
  expect(told(view)).toEqual(is);
  expect(structuredClone(view)).toEqual(view);
});
