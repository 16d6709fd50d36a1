import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Scenario } from '@managed-fields/scenario';
import { newScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { run } from '../run/run.ts';
import { configMap } from '../sample-texts.ts';
import { previewWays, resolveConflict, type WayChoices } from './resolve.ts';

const catalog = await loadKubernetesTypes();
const ways = ['overwrite', 'give-up', 'share'] as const;

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Foo, plural: foos, singular: foo, listKind: FooList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              count: {type: integer}
              whole: {type: object, additionalProperties: {type: string}, x-kubernetes-map-type: atomic}
              rules: {type: array, items: {type: string}, x-kubernetes-list-type: atomic}
              tags: {type: array, items: {type: string}, x-kubernetes-list-type: set}
              items:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name, protocol]
                items:
                  type: object
                  required: [name]
                  properties:
                    name: {type: string}
                    protocol: {type: string, default: TCP}
                    v: {type: integer}
                    w: {type: integer}
`;
const head = 'apiVersion: example.com/v1\nkind: Foo\nmetadata:\n  name: x\n';

interface Case {
  readonly name: string;
  /** The specs of the live object and of the configuration, without indentation of their first lines. */
  readonly live: string;
  readonly config: string;
  readonly givenUp: string;
  readonly shared: string;
}

describe('two ways out change the text of', () => {
  test.each<Case>([
    {
      name: 'a scalar',
      live: 'spec: {count: 1}\n',
      config: 'spec:\n  # agreed\n  count: 2 # two\n  rules: [a]\n',
      givenUp: 'spec:\n  # agreed\n  rules: [a]\n',
      shared: 'spec:\n  # agreed\n  count: 1 # two\n  rules: [a]\n',
    },
    {
      name: 'an atomic map',
      live: 'spec:\n  whole: {a: "1", b: "2"}\n',
      config: 'spec:\n  whole:\n    # mine\n    a: "3"\n  count: 1\n',
      givenUp: 'spec:\n  count: 1\n',
      shared: 'spec:\n  whole:\n    # mine\n    a: "1"\n    b: "2"\n  count: 1\n',
    },
    {
      name: 'an atomic list',
      live: 'spec:\n  rules: [a, b]\n',
      config: 'spec:\n  rules:\n  - a\n  count: 1\n',
      givenUp: 'spec:\n  count: 1\n',
      shared: 'spec:\n  rules:\n  - a\n  - b\n  count: 1\n',
    },
    {
      name: 'an item by a key that is defaulted',
      live: 'spec:\n  items: [{name: p, v: 1, w: 1}]\n',
      config: 'spec:\n  items:\n  - v: 2\n    name: p # the key\n  - name: q\n',
      givenUp: 'spec:\n  items:\n  - name: p # the key\n  - name: q\n',
      shared: 'spec:\n  items:\n  - v: 1\n    name: p # the key\n  - name: q\n',
    },
    {
      name: 'JSON',
      live: 'spec: {count: 1}\n',
      config: 'spec: {"count": 2, "rules": ["a"]}\n',
      givenUp: 'spec: {"rules": ["a"]}\n',
      shared: 'spec: {"count": 1, "rules": ["a"]}\n',
    },
    {
      name: 'a field that is all there is',
      live: 'spec: {count: 1}\n',
      config: 'spec:\n  count: 2\n# the end\n',
      givenUp: '# the end\n',
      shared: 'spec:\n  count: 1\n# the end\n',
    },
  ])('$name', ({ live, config, givenUp, shared }) => {
    const scenario = newScenario('', [
      { kind: 'crd', text: crd },
      { kind: 'apply', manager: 'a', text: head + live },
      { kind: 'apply', manager: 'b', text: head + config },
    ]);
    expect(statusOf(scenario, 's3')).toBe('conflict');
    const texts = ways.map((way) => resolveConflict(scenario, 's3', way, { catalog }).steps.at(-1)?.text);
    expect(texts).toEqual([head + config, head + givenUp, head + shared]);
    for (const way of ways) {
      expect(statusOf(resolveConflict(scenario, 's3', way, { catalog }), 's3'), way).toMatch(/changed/);
    }
  });
});

describe('a way for each field', () => {
  const scenario = newScenario('', [
    { kind: 'crd', text: crd },
    { kind: 'apply', manager: 'a', text: `${head}spec: {count: 1, rules: [a], tags: [p]}\n` },
    { kind: 'merge-patch', manager: 'u', text: '{"spec":{"count":3}}' },
    { kind: 'apply', manager: 'b', text: `${head}spec:\n  # mine\n  count: 2\n  rules: [b]\n  tags: [q]\n` },
  ]);

  test.each<readonly [ways: WayChoices, text: string, force: boolean, status: string, owners: readonly string[]]>([
    [
      { '.spec.count': 'overwrite', '.spec.rules': 'give-up' },
      'spec:\n  # mine\n  count: 2\n  tags: [q]\n',
      true,
      'changed',
      ['b +.spec.count', 'b +.spec.tags[="q"]', 'u -.spec.count'],
    ],
    [
      { '.spec.count': 'share', '.spec.rules': 'overwrite' },
      'spec:\n  # mine\n  count: 3\n  rules: [b]\n  tags: [q]\n',
      true,
      'changed',
      ['a -.spec.rules', 'b +.spec.count', 'b +.spec.rules', 'b +.spec.tags[="q"]'],
    ],
    [
      { '.spec.count': 'share', '.spec.rules': 'give-up' },
      'spec:\n  # mine\n  count: 3\n  tags: [q]\n',
      false,
      'changed',
      ['b +.spec.count', 'b +.spec.tags[="q"]'],
    ],
    [{ '.spec.count': 'give-up' }, 'spec:\n  # mine\n  rules: [b]\n  tags: [q]\n', false, 'conflict', []],
    [{}, 'spec:\n  # mine\n  count: 2\n  rules: [b]\n  tags: [q]\n', false, 'conflict', []],
  ])('%j', (ways, text, force, status, owners) => {
    const changed = resolveConflict(scenario, 's4', ways, { catalog });
    expect(changed.steps.at(-1)).toMatchObject({ text: head + text, ...(force ? { force } : {}) });
    expect(statusOf(changed, 's4')).toBe(status);
    const preview = previewWays(scenario, 's4', ways, { catalog });
    expect(preview?.status).toBe(status);
    const told = preview?.objects[0]?.owners.flatMap(({ owner, gained, lost }) => [
      ...gained.map((path) => `${owner.manager} +${path}`),
      ...lost.map((path) => `${owner.manager} -${path}`),
    ]);
    expect(told ?? []).toEqual(owners);
  });

  test('shows the object as it would be', () => {
    const preview = previewWays(scenario, 's4', 'overwrite', { catalog });
    const [changed] = preview?.objects ?? [];
    expect(changed).toMatchObject({
      object: 'Foo x',
      values: [
        { path: '.spec.count', before: '3', after: '2' },
        { path: '.spec.rules', before: '["a"]', after: '["b"]' },
        { path: '.spec.tags[="q"]', before: undefined, after: 'q' },
      ],
    });
    expect(changed?.result?.text).toContain('count: 2');
    expect(changed?.result?.managers.map(({ manager }) => manager)).toEqual(['a', 'b']);
  });
});

describe('a command that was refused', () => {
  const files = {
    'all.yaml': `${configMap('  a: mine\n')}---\n# second\n${configMap('  a: mine # why\n  b: more\n').replace('settings', 'other')}`,
  };
  const apply = 'kubectl apply --server-side -f all.yaml';
  const live = (name: string) => configMap('  a: theirs\n').replace('settings', name);
  const scenario = newScenario('', [
    { kind: 'apply', manager: 'them', text: live('settings') },
    { kind: 'apply', manager: 'them', text: live('other') },
    { kind: 'kubectl', text: apply, files },
    { kind: 'kubectl', text: `${apply} --field-manager=again` },
  ]);
  const changedFile = (from: string, to: string) => ({ 'all.yaml': files['all.yaml'].replaceAll(from, to) });

  test('tells its conflicts object by object, at their places in the file', () => {
    const conflict = run(scenario, { catalog, selected: 's3' }).view?.conflict;
    expect(conflict).toMatchObject({ manager: 'kubectl', resolvable: true });
    expect(conflict?.message).toContain('Apply failed with 1 conflict: conflict with "them": .data.a');
    const told = conflict?.fields.map(({ key, object, live: theirs, declared, inFile }) => [
      key,
      object,
      theirs,
      declared,
      inFile && files['all.yaml'].slice(inFile.range.from, inFile.range.to),
    ]);
    expect(told).toEqual([
      ['ConfigMap settings .data.a', 'ConfigMap settings', 'theirs', 'mine', 'a: mine'],
      ['ConfigMap other .data.a', 'ConfigMap other', 'theirs', 'mine', 'a: mine'],
    ]);
  });

  test.each([
    ['s3', 'overwrite', { text: `${apply} --force-conflicts`, files }],
    ['s3', 'share', { text: apply, files: changedFile('a: mine', 'a: theirs') }],
    [
      's3',
      { 'ConfigMap settings .data.a': 'share', 'ConfigMap other .data.a': 'give-up' },
      {
        text: apply,
        files: {
          'all.yaml': files['all.yaml'].replace('a: mine', 'a: theirs').replace('  a: mine # why\n', ''),
        },
      },
    ],
    // A file of an earlier step stays as it is there.
    ['s4', 'share', { text: `${apply} --field-manager=again`, files: changedFile('a: mine', 'a: theirs') }],
  ] as const)('of %s, %j', (stepId, ways, changes) => {
    const changed = resolveConflict(scenario, stepId, ways, { catalog });
    expect(changed.steps.find(({ id }) => id === stepId)).toMatchObject(changes);
    expect(changed.steps.filter(({ id }) => id !== stepId)).toEqual(scenario.steps.filter(({ id }) => id !== stepId));
    expect(statusOf(changed, stepId)).toBe('changed');
    expect(previewWays(scenario, stepId, ways, { catalog })?.objects.map(({ object }) => object)).toEqual([
      'ConfigMap settings',
      'ConfigMap other',
    ]);
  });
});

test('a step without conflict stays as it is', () => {
  const scenario = newScenario('', [
    { kind: 'crd', text: crd },
    { kind: 'apply', manager: 'a', text: `${head}spec: {count: 1}\n` },
  ]);
  for (const way of ways) {
    expect(resolveConflict(scenario, 's2', way, { catalog })).toBe(scenario);
    expect(resolveConflict(scenario, 'nobody', way, { catalog })).toBe(scenario);
  }
  expect(previewWays(scenario, 's2', 'share', { catalog })).toBeUndefined();
});

function statusOf(scenario: Scenario, stepId: string): string | undefined {
  return run(scenario, { catalog }).outcomes.find((outcome) => outcome.stepId === stepId)?.status;
}
