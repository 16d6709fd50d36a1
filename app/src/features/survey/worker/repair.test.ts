import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import '@managed-fields/player/whole';
import { sourceReader, startSurvey } from '@managed-fields/survey';
import { expect, test } from 'vitest';
import type { RepairNews } from '../../../core/engine/protocol.ts';
import { helpFor, repairs } from './repair.ts';

const catalog = await loadKubernetesTypes();

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer', maximum: 3 } } } },
          },
        },
      },
    ],
  },
};

const entry = (operation: string) => ({
  manager: 'argocd-controller',
  operation,
  apiVersion: 'example.com/v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': { 'f:size': {} } },
});

/** A survey of a custom resource that has a finding, with the definition of its kind. */
function surveyOf() {
  const metadata = { name: 'w', namespace: 'shop', uid: 'u', resourceVersion: '1' };
  const managedFields = [entry('Apply'), entry('Update')];
  const widget = {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { ...metadata, managedFields },
    spec: { size: 2 },
  };
  const survey = startSurvey({ catalog, now: '2026-12-01T00:00:00Z' });
  const reader = sourceReader('');
  const bytes = new TextEncoder().encode(JSON.stringify([definition, widget]));
  for (const part of [...reader.push(bytes), ...reader.end()]) survey.add(part);
  survey.judge();
  return survey;
}

const place = { index: 1, place: 0 };
const means = { catalogOf: async () => catalog, computed: async <Value>(compute: () => Value) => compute() };

test('repairs and scenarios of a custom resource go by the definition that the survey has', async () => {
  const survey = surveyOf();
  expect(survey.rows[1]?.findings[0]?.rule).toBe('apply-and-update');
  const help = helpFor(survey, place);
  expect(help?.scenario?.steps.map(({ kind }) => kind).slice(0, 2)).toEqual(['crd', 'live']);
  const told: RepairNews[] = [];
  const asked = { findings: [place], head: ['head'], kubernetes: 'v1.36' } as const;
  const answer = await repairs(survey, asked, { ...means, tell: (news) => told.push(news as RepairNews) });
  expect(answer?.repairs).toBe(1);
  const rows = told.flatMap((news) => news.rows);
  expect(rows.map(({ before, after, refusal }) => [before.length, after.length, refusal])).toEqual([[2, 1, undefined]]);
});
