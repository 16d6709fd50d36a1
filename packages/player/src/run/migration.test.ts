import '../whole.ts';
import { readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Scenario } from '@managed-fields/scenario';
import { newScenario, readScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import type { MigrationView } from '../playback.ts';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

function example(name: string): Scenario {
  const read = readScenario(readFileSync(new URL(`../../../../public/examples/${name}.yaml`, import.meta.url), 'utf8'));
  if (read.kind !== 'scenario') throw new Error(JSON.stringify(read));
  return read.scenario;
}

function migrationsOf(scenario: Scenario, stepId: string): readonly MigrationView[] {
  return run(scenario, { catalog, selected: stepId }).view?.command?.migrations ?? [];
}

describe('a migration', () => {
  test.each([
    ['migrate-to-server-side', 's2', { manager: 'kubectl', deleted: [], stuck: [], annotated: true, forced: false }],
    [
      'migrate-other-manager',
      's3',
      { manager: 'pipeline', deleted: [{ path: '.data.size', value: 'large' }], stuck: [], annotated: false },
    ],
    [
      'migrate-after-scale',
      's4',
      {
        deleted: [],
        unowned: [],
        stuck: [
          {
            manager: 'kubectl',
            operation: 'Update',
            subresource: 'scale',
            fields: [{ path: '.spec.replicas', value: '5' }],
          },
        ],
      },
    ],
    [
      'migrate-broken-annotation',
      's4',
      { stuck: [{ manager: 'kubectl-client-side-apply', fields: [{ path: '.data.size', value: 'large' }] }] },
    ],
  ])('of %s at %s', (name, stepId, expected) => {
    expect(migrationsOf(example(name), stepId)).toMatchObject([expected]);
  });

  test.each(['', ' --force-conflicts=false'])('that was refused is shown with force, written with%j', (flag) => {
    const { title, steps } = example('migrate-other-manager');
    const written = steps.map((step) => (step.id === 's2' ? { ...step, text: `${step.text.trim()}${flag}` } : step));
    const [view] = migrationsOf({ title, steps: written }, 's2');
    expect(view).toMatchObject({ forced: true, deleted: [{ path: '.data.size' }] });
  });

  test('tells a default that returns from what is deleted', () => {
    const web = (replicas: string) =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n${replicas}  selector:\n    matchLabels: {app: web}\n  template:\n    metadata:\n      labels: {app: web}\n    spec:\n      containers:\n      - {name: web, image: "web:1"}\n`;
    const scenario = newScenario('', [
      { kind: 'kubectl', text: 'kubectl apply -f a.yaml', files: { 'a.yaml': web('  replicas: 3\n') } },
      { kind: 'kubectl', text: 'kubectl apply --server-side -f a.yaml', files: { 'a.yaml': web('') } },
    ]);
    const second = scenario.steps[1]?.id ?? '';
    expect(migrationsOf(scenario, second)).toMatchObject([
      { deleted: [], stuck: [], unowned: [{ path: '.spec.replicas', before: '3', value: '1' }] },
    ]);
  });

  test.each([
    ['migrate-to-server-side', 's1', 'a client-side apply'],
    ['migrate-to-server-side', 's3', 'an object that was handed over'],
    ['restarted-at', 's2', 'another command'],
  ])('is not shown for %s %s: %s', (name, stepId) => {
    expect(migrationsOf(example(name), stepId)).toEqual([]);
  });

  test('is freed by the patch that it gives, between an apply with the field and one without', () => {
    const { title, steps } = example('migrate-broken-annotation');
    const drop = migrationsOf({ title, steps }, 's4')[0]?.stuck[0]?.drop ?? '';
    const dropped = steps.map((step) =>
      step.id === 's6' ? { ...step, text: `kubectl patch configmap settings --type=json -p '${drop.trim()}'` } : step,
    );
    const { outcomes, view } = run({ title, steps: dropped }, { catalog, selected: 's7' });
    expect(outcomes.find(({ stepId }) => stepId === 's6')?.status).toBe('changed');
    expect(view?.result?.text).not.toContain('size: large');
  });

  test('under another name goes back with an annotation written anew', () => {
    const { title, steps } = example('migrate-other-manager');
    const file = (data: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  colour: blue\n${data}`;
    const back = newScenario(title, [
      ...steps.slice(0, 3).map(({ name: _, note: __, ...step }) => step),
      {
        kind: 'kubectl',
        text: 'kubectl apply set-last-applied --create-annotation -f settings.yaml',
      },
      { kind: 'kubectl', text: 'kubectl apply -f settings.yaml', files: { 'settings.yaml': file('  more: "1"\n') } },
      { kind: 'kubectl', text: 'kubectl apply -f settings.yaml', files: { 'settings.yaml': file('') } },
    ]);
    const { outcomes, view } = run(back, { catalog, selected: back.steps.at(-1)?.id ?? '' });
    expect(outcomes.slice(3).map(({ status }) => status)).toEqual(['changed', 'changed', 'changed']);
    expect(view?.command?.stderr).toBe('');
    expect(view?.result?.text).not.toContain('more:');
  });
});
