import { type ClusterKinds, loadData } from '@managed-fields/kubernetes-types';
import type { Scenario, Step } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { answer, keepKinds } from './answer.ts';

const live: Step = {
  id: 's1',
  kind: 'live',
  text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\ndata: {a: b}\nnovelty: 1\n',
};

/** A document in which ConfigMap has one more field. */
async function kindsOf(release: string): Promise<ClusterKinds> {
  const { definitions } = (await loadData('v1.36')).definitions;
  const schemas = JSON.parse(JSON.stringify(definitions));
  schemas['io.k8s.api.core.v1.ConfigMap'].properties.novelty = { type: 'integer' };
  const text = JSON.stringify({ components: { schemas } });
  return { release, documents: [{ group: '', version: 'v1', hash: 'A', text }], resources: [] };
}

async function problemsOf(kubernetes: Scenario['kubernetes'], kindsKey?: string, withoutChecks = false) {
  const scenario: Scenario = { title: '', steps: [live], ...(kubernetes === undefined ? {} : { kubernetes }) };
  const play = { kind: 'play', revision: 1, scenario, selected: 's1', beside: undefined, withoutChecks } as const;
  const reply = await answer(kindsKey === undefined ? play : { ...play, kindsKey });
  if (reply.kind !== 'played') return reply.kind;
  return {
    shown: reply.playback.view?.result?.text.includes('novelty: 1'),
    notices: reply.playback.view?.notices.map(({ code }) => code).filter((code) => code !== 'no-managed-fields'),
  };
}

test('reads a scenario of the nearest version by the kinds of the cluster that a request names', async () => {
  keepKinds({ kind: 'provide', key: 'A', kinds: await kindsOf('v1.39.1') });
  const read = { shown: true, notices: ['cluster-schema'] };
  expect(await problemsOf('v1.37', 'A')).toEqual(read);
  expect(await problemsOf('v1.37', 'A', true)).toEqual(read);
  expect(await problemsOf('v1.37')).toEqual({ shown: false, notices: [] });
  expect(await problemsOf(undefined, 'A')).toEqual({ shown: false, notices: [] });
});

test('says nothing where the cluster is of a known version', async () => {
  keepKinds({ kind: 'provide', key: 'B', kinds: await kindsOf('v1.36.9') });
  expect(await problemsOf(undefined, 'B')).toEqual({ shown: true, notices: [] });
});

test('says that a document could not be read, or is not there', async () => {
  const broken = await kindsOf('v1.39.1');
  keepKinds({
    kind: 'provide',
    key: 'C',
    kinds: { ...broken, documents: broken.documents.map((each) => ({ ...each, text: '{' })) },
  });
  expect(await problemsOf('v1.37', 'C')).toEqual({ shown: false, notices: ['unreadable-schema'] });
  keepKinds({ kind: 'provide', key: 'D', kinds: { ...broken, documents: [] } });
  expect(await problemsOf('v1.37', 'D')).toEqual({ shown: false, notices: ['nearest-schema'] });
});

test('does not answer by other kinds than those that a request names', async () => {
  expect(await problemsOf('v1.37', 'A')).toBe('broke');
});
