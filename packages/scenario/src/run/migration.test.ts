import { readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { describe, expect, test } from 'vitest';
import { newScenario } from '../edits.ts';
import { readScenario } from '../file.ts';
import type { MigrationView } from '../playback.ts';
import type { Scenario } from '../scenario.ts';
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

  test('that was refused is shown with force', () => {
    const [view] = migrationsOf(example('migrate-other-manager'), 's2');
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
});
