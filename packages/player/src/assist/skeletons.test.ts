import '@managed-fields/admission/whole';
import '@managed-fields/api-server/whole';
import { kubernetesVersions, loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapAt } from '@managed-fields/merge-engine';
import type { Scenario, Step } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { playScenario } from '../run/run.ts';
import { kindsOf } from './kinds.ts';
import { outlineAt } from './outline.ts';
import { skeletonsFor } from './skeletons.ts';

const deployment = (replicas: number) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {containers: [{name: c, image: d}]}
`;

const rootOf = (text: string) => outlineAt(text, text.length).root;

test.each(kubernetesVersions)('the skeletons that %s has are taken and do something', async (kubernetes) => {
  const catalog = await loadKubernetesTypes(kubernetes);
  const found = skeletonsFor(undefined, kindsOf(catalog));
  const play = (texts: readonly string[]) => {
    const steps = texts.map(
      (text, index): Step => ({ id: `${index}`, kind: 'apply', manager: 'm', force: false, text }),
    );
    const scenario: Scenario = { title: '', kubernetes, steps };
    return playScenario(scenario, catalog);
  };
  const textsOf = (start: string) => found.filter(({ kind }) => kind.startsWith(start)).map(({ missing }) => missing);
  const all = ['MutatingAdmission', 'ValidatingAdmission', 'MutatingWebhook', 'ValidatingWebhook'].map(textsOf);
  expect(all.map((texts) => texts.length)).toEqual([kubernetes < 'v1.36' ? 0 : 2, 2, 1, 1]);
  for (const [index, texts] of all.entries()) {
    const played = play([...texts, deployment(9)]);
    expect(played.slice(0, -1).map(({ outcome }) => [outcome.status, outcome.message])).toEqual(
      texts.map(() => ['created', undefined]),
    );
    const last = played.at(-1);
    if (texts.length === 0) continue;
    const labels = mapAt(mapAt(last?.shown, 'metadata'), 'labels');
    if (index % 2 === 0) expect(labels?.get('example.com/admitted')).toBe('true');
    else expect(last?.outcome.message).toMatch(index === 1 ? 'at most 5 replicas, not 9' : 'not today');
  }
});

test('a text that names a kind gets what it lacks, and one that says more gets nothing', async () => {
  const kinds = kindsOf(await loadKubernetesTypes());
  const missing = (text: string) => skeletonsFor(rootOf(text), kinds).map((each) => each.missing.split(':')[0]);
  expect(missing('')).toHaveLength(6);
  expect(missing('kind: ValidatingAdmissionPolicy\n')).toEqual(['apiVersion']);
  expect(missing('apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\n')).toEqual([
    'metadata',
  ]);
  expect(
    missing('apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {name: a}\n'),
  ).toEqual(['spec']);
  expect(missing('kind: ValidatingAdmissionPolicy\nspec: {}\n')).toEqual([]);
  expect(missing('apiVersion: apps/v1\nkind: ValidatingAdmissionPolicy\n')).toEqual([]);
  expect(missing('kind: Deployment\n')).toEqual([]);
  expect(missing('apiVersion: v1\n')).toEqual([]);
  expect(missing('- a\n')).toEqual([]);
  expect(skeletonsFor(undefined, [])).toEqual([]);
});
