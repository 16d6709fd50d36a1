import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { formatJson } from '@managed-fields/merge-engine';
import { run } from '@managed-fields/player/whole';
import { newScenario } from '@managed-fields/scenario';
import { textCeiling } from '@managed-fields/share-link';
import { expect, test } from 'vitest';
import { versionDifference } from './difference.ts';
import { emptyHistory, historySteps, mostSteps, withRow } from './history.ts';
import { rowOf } from './row.ts';
import { kindsOf } from './session.ts';
import { deployment, oneDeployment } from './written-versions.ts';

const catalog = await loadKubernetesTypes();

function historyOf(count: number, padding = '') {
  const server = oneDeployment(catalog);
  let before = server.write({ manager: 'alice', body: deployment });
  let history = emptyHistory;
  for (let number = 1; number <= count; number++) {
    const annotations = { n: String(number), padding };
    const after = server.write({ manager: number % 2 ? 'hpa' : 'argocd', body: { metadata: { annotations } } });
    const difference = versionDifference(before, after, kindsOf(catalog)(after, before));
    const facts = { number, change: 'changed', received: number, missed: false } as const;
    history = withRow(
      history,
      rowOf(facts, { object: after, resourceVersion: '1', uid: 'u' }, difference),
      formatJson(after),
    );
    before = after;
  }
  return history;
}

test('rows become live steps named after who wrote and when, and they play', () => {
  const { steps, withoutObject, leftOut } = historySteps(historyOf(5), { from: 2, to: 4 });
  expect([withoutObject, leftOut]).toEqual([0, 0]);
  expect(steps.map(({ kind, name }) => [kind, name])).toEqual([
    ['live', 'argocd · 2026-01-01T00:00:03Z'],
    ['live', 'hpa · 2026-01-01T00:00:04Z'],
    ['live', 'argocd · 2026-01-01T00:00:05Z'],
  ]);
  const { outcomes } = run(newScenario('', steps), { catalog });
  expect(outcomes.map(({ status, problems }) => [status, problems])).toEqual([1, 2, 3].map(() => ['read', []]));
});

test('a deletion is no step, and neither is a row whose object is gone', () => {
  const full = historyOf(3);
  const rows = full.rows.map((row) => (row.number === 3 ? { ...row, change: 'deleted' as const } : row));
  const history = { ...full, rows, objects: full.objects.slice(1) };
  const { steps, withoutObject } = historySteps(history, { from: 1, to: 3 });
  expect(steps.map(({ name }) => name)).toEqual(['argocd · 2026-01-01T00:00:03Z']);
  expect(withoutObject).toBe(1);
});

test('the newest are kept where there is no room for all', () => {
  const many = historySteps(historyOf(mostSteps + 5), { from: 1, to: mostSteps + 5 });
  expect([many.steps.length, many.leftOut]).toEqual([mostSteps, 5]);
  const large = historySteps(historyOf(8, 'a'.repeat(240_000)), { from: 1, to: 8 });
  expect([large.steps.length, large.leftOut]).toEqual([6, 2]);
  expect(large.steps.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(textCeiling);
  expect(large.steps.at(-1)?.name).toBe('argocd · 2026-01-01T00:00:09Z');
});
