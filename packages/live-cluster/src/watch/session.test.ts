import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import '@managed-fields/player/whole';
import type { ValueMap } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { followedAt } from './follow.ts';
import { newsOf, rangeScenario, rowScenario, rowStep, startSession, tell, type WatchSession } from './session.ts';
import { deployment, eventLine, listText, oneDeployment } from './written-versions.ts';

const catalog = await loadKubernetesTypes();
const definition = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n';

/** A session in which the object was found, scaled, deleted and made anew. */
function session(): { readonly all: readonly WatchSession[]; readonly last: WatchSession } {
  const server = oneDeployment(catalog);
  const followed = followedAt(server.name, server.path);
  if (followed === undefined) throw new Error('no path');
  const all = [startSession({ followed, kubernetes: 'v1.35', definitions: [definition], now: 0 }, catalog)];
  const after = (happening: Parameters<typeof tell>[1]) => {
    const before = all.at(-1);
    if (before !== undefined) all.push(tell(before, happening));
  };
  const line = (type: string, object: ValueMap) => after({ kind: 'line', line: eventLine(type, object), now: 1 });
  after({
    kind: 'answered',
    code: 200,
    text: listText(server.write({ manager: 'alice', body: deployment }), '1'),
    now: 1,
  });
  line('MODIFIED', server.write({ manager: 'hpa', body: { spec: { replicas: 5 } } }));
  line('DELETED', server.remove());
  line('ADDED', server.write({ manager: 'bob', body: deployment }));
  return { all, last: all.at(-1) as WatchSession };
}

test('news are what is new after another state', () => {
  const { all, last } = session();
  const rows = all.map((each, index) => newsOf(each, all[index - 1]).rows.map(({ change }) => change));
  expect(rows).toEqual([[], ['found'], ['changed'], ['deleted'], ['recreated']]);
  expect(newsOf(last).rows).toHaveLength(4);
  expect(newsOf(last, all.at(-2))).toMatchObject({ exists: true, keptFrom: 1, leftOut: 0, fights: undefined });
  expect(newsOf(last).fights).toEqual([]);
});

test('a row is compared with the row before, but for another object of the same name', () => {
  const { last } = session();
  const live = (row: number) => rowScenario(last, row)?.steps.filter(({ kind }) => kind === 'live');
  expect(live(2)?.map(({ text }) => /replicas: \d/.exec(text)?.[0])).toEqual(['replicas: 3', 'replicas: 5']);
  expect(live(4)).toHaveLength(1);
  expect(live(1)).toHaveLength(1);
  expect(live(9)).toBeUndefined();
});

test('scenarios begin with the definitions, and are of the version of the cluster', () => {
  const { last } = session();
  const { scenario } = rangeScenario(last, { from: 1, to: 9 }, 'web');
  expect(scenario).toMatchObject({ title: 'web', kubernetes: 'v1.35' });
  expect(scenario.steps.map(({ kind }) => kind)).toEqual(['crd', 'live', 'live', 'live']);
  expect(rowScenario(last, 2)?.steps.map(({ kind }) => kind)).toEqual(['crd', 'live', 'live']);
  expect(rowStep(last, 4)).toMatchObject({ kind: 'live', name: 'bob · 2026-01-01T00:00:04Z' });
});
