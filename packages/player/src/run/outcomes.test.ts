import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Outcome } from '@managed-fields/scenario';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import type { Playback } from '../playback.ts';
import { configMap, crd, deployment, whole } from '../sample-texts.ts';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

function play(steps: readonly NewStep[], selected = steps.length): Playback {
  return run(newScenario('', steps), { catalog, selected: `s${selected}` });
}

function lastOutcome(playback: Playback): Outcome {
  const outcome = playback.outcomes.at(-1);
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

interface OutcomeCase {
  readonly name: string;
  readonly steps: readonly NewStep[];
  readonly is: Partial<Outcome>;
  /** The text at each problem. */
  readonly at?: readonly string[];
}

const apply: NewStep = { kind: 'apply', manager: 'a', text: configMap('  key: one\n') };

describe('a step ends', () => {
  test.each<OutcomeCase>([
    {
      name: 'created, in the default namespace',
      steps: [apply],
      is: { status: 'created', code: 201, object: 'v1 ConfigMap default/settings', manager: 'a' },
    },
    { name: 'unchanged', steps: [apply, apply], is: { status: 'unchanged', code: 200 } },
    {
      name: 'changed, by a patch about the object of the step before',
      steps: [apply, { kind: 'merge-patch', userAgent: 'tool/1.0', text: 'data: {key: two}' }],
      is: { status: 'changed', manager: 'tool' },
    },
    {
      name: 'recorded as unknown, where nobody says who it is',
      steps: [apply, { kind: 'merge-patch', text: '{"data": {"key": "two"}}' }],
      is: { status: 'changed', manager: 'unknown' },
    },
    {
      name: 'changed, by a JSON patch written in YAML',
      steps: [apply, { kind: 'json-patch', manager: 'p', text: '- {op: add, path: /data/new, value: x}\n' }],
      is: { status: 'changed' },
    },
    {
      name: 'changed, about the object that its settings name',
      steps: [
        apply,
        { kind: 'create', manager: 'c', text: configMap('  x: y\n').replace('settings', 'other') },
        {
          kind: 'merge-patch',
          manager: 'p',
          text: 'data: {key: two}',
          object: { apiVersion: 'v1', kind: 'ConfigMap', name: 'settings' },
        },
      ],
      is: { status: 'changed', object: 'v1 ConfigMap default/settings' },
    },
    {
      name: 'in conflict',
      steps: [apply, { ...apply, manager: 'b', text: configMap('  key: two\n') }],
      is: { status: 'conflict', code: 409, message: 'Apply failed with 1 conflict: conflict with "a": .data.key' },
    },
    {
      name: 'in an error that is a conflict of another kind',
      steps: [apply, { kind: 'create', manager: 'a', text: configMap('  key: one\n') }],
      is: { status: 'error', code: 409 },
    },
    {
      name: 'changed by a scale that is a bare number',
      steps: [
        { kind: 'apply', manager: 'a', text: whole },
        { kind: 'scale', manager: 's', text: '7' },
      ],
      is: { status: 'changed', object: 'apps/v1 Deployment shop/web', manager: 's' },
    },
    { name: 'deleted', steps: [apply, { kind: 'delete', text: '' }], is: { status: 'deleted' } },
    {
      name: 'created again after a delete',
      steps: [apply, { kind: 'delete', text: '' }, apply],
      is: { status: 'created' },
    },
    { name: 'changed by a reset', steps: [apply, { kind: 'reset', text: '' }], is: { status: 'changed' } },
    {
      name: 'skipped when it is off',
      steps: [apply, { ...apply, off: true, manager: 'b' }],
      is: { status: 'skipped' },
    },
    { name: 'skipped when it is empty', steps: [{ ...apply, text: '# soon\n' }], is: { status: 'skipped' } },
    {
      name: 'in an error where the manager is missing',
      steps: [{ kind: 'apply', text: configMap('  key: one\n') }],
      is: { status: 'error', code: 422 },
    },
    {
      name: 'in an error where nothing says what it is about',
      steps: [{ kind: 'merge-patch', manager: 'a', text: '{}' }],
      is: { status: 'error' },
    },
    {
      name: 'in an error for a kind that nobody knows',
      steps: [{ kind: 'apply', manager: 'a', text: configMap('').replace('ConfigMap', 'ConfigMop') }],
      is: { status: 'error', message: 'no matches for kind "ConfigMop" in version "v1"' },
      at: ['ConfigMop'],
    },
    {
      name: 'in an error for YAML that does not read',
      steps: [{ ...apply, text: 'apiVersion: v1\nkind: [\n' }],
      is: { status: 'error' },
      at: [expect.any(String)],
    },
    {
      name: 'in an error for JSON that YAML does not have, as on the server',
      steps: [
        {
          ...apply,
          text: '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"b": "\\/"}}',
        },
      ],
      is: { status: 'error' },
    },
    {
      name: 'in an error for unknown fields and wrong types, each at its place',
      steps: [{ kind: 'apply', manager: 'a', text: deployment('  replica: 3\n  replicas: two\n') }],
      is: { status: 'error', code: 500 },
      at: ['replica', 'two'],
    },
    {
      name: 'with a warning for an unknown field of a patch',
      steps: [
        { kind: 'apply', manager: 'a', text: whole },
        { kind: 'merge-patch', manager: 'p', text: 'spec:\n  replica: 3\n' },
      ],
      is: { warnings: ['unknown field "spec.replica"'] },
      at: ['replica'],
    },
    {
      name: 'in an error for an unknown field under strict validation',
      steps: [
        { kind: 'apply', manager: 'a', text: whole },
        { kind: 'merge-patch', manager: 'p', text: 'spec:\n  replica: 3\n', fieldValidation: 'Strict' },
      ],
      is: { status: 'error' },
      at: ['replica'],
    },
    {
      name: 'well, with a warning for a key that stands twice',
      steps: [{ ...apply, text: configMap('  key: one\n  key: two\n') }],
      is: { status: 'created' },
      at: ['key'],
    },
    {
      name: 'changed, in the namespace of the object of the same kind and name before',
      steps: [
        { kind: 'live', text: whole },
        {
          kind: 'apply',
          manager: 'a',
          text: 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {paused: true}\n',
        },
      ],
      is: { status: 'changed', object: 'apps/v1 Deployment shop/web' },
    },
    {
      name: 'read, for a pasted object',
      steps: [{ kind: 'live', text: whole }],
      is: { status: 'read', object: 'apps/v1 Deployment shop/web' },
    },
    {
      name: 'read, with warnings for what its schema does not know',
      steps: [{ kind: 'live', text: `${whole}  surplus: 1\n` }],
      is: { status: 'read' },
      at: ['surplus'],
    },
    {
      name: 'read, for a custom resource without a definition',
      steps: [
        {
          kind: 'live',
          text: 'apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x, namespace: a}\nspec: {b: [1]}\n',
        },
      ],
      is: { status: 'read', object: 'example.com/v1 Foo a/x' },
    },
    {
      name: 'in an error for a pasted list',
      steps: [{ kind: 'live', text: 'apiVersion: v1\nkind: List\nitems: []\n' }],
      is: { status: 'error' },
      at: ['List'],
    },
    {
      name: 'installed',
      steps: [{ kind: 'crd', text: crd('            type: object') }],
      is: { status: 'installed', object: 'apiextensions.k8s.io/v1 CustomResourceDefinition foos.example.com' },
    },
    {
      name: 'refused, for a command whose file is missing',
      steps: [apply, { kind: 'kubectl', text: 'kubectl apply -f a.yaml' }],
      is: { status: 'error', message: 'error: the path "a.yaml" does not exist' },
    },
  ])('$name', ({ steps, is, at = [] }) => {
    const outcome = lastOutcome(play(steps));
    expect(outcome).toMatchObject(is);
    const text = steps.at(-1)?.text ?? '';
    expect(outcome.problems.map(({ from, to }) => text.slice(from, to))).toEqual(at);
  });
});

test.each([
  ['depth', `data: ${'['.repeat(300)}${']'.repeat(300)}\n`, 'at most 256 levels of maps and lists are read here'],
  [
    'length',
    `data: {a: ${'a'.repeat(1_600_000)}}\n`,
    'at most 1572864 characters of a text are read here; this one has 1600063',
  ],
] as const)('a text beyond the limit of %s is not sent, and says whose limit it is', (_, data, message) => {
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n${data}`;
  for (const kind of ['apply', 'live', 'json-patch', 'crd'] as const) {
    const step = kind === 'apply' || kind === 'json-patch' ? ({ kind, manager: 'm', text } as const) : { kind, text };
    const outcome = lastOutcome(play([step]));
    expect(outcome).toMatchObject({ status: 'error', message });
    expect(outcome.code).toBeUndefined();
  }
});
