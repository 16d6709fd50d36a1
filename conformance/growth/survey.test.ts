import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { sourceReader, startSurvey } from '@managed-fields/survey';
import { expect, test } from 'vitest';
import { countWork } from './count-work.ts';

const catalog = await loadKubernetesTypes();

/** Four times as much may cost a little more than four times the work; sixteen times is a square. */
const most = 4.5;

/** Reads a text, judges its objects by all rules and together, and opens the first. */
function survey(text: string): () => void {
  const bytes = new TextEncoder().encode(text);
  return () => {
    const survey = startSurvey({ catalog, now: '2026-12-01T00:00:00Z' });
    const reader = sourceReader('');
    for (const part of [...reader.push(bytes), ...reader.end()]) survey.add(part);
    survey.judge();
    expect(survey.open(0)?.steps.length).toBeGreaterThan(0);
  };
}

function growth(textOf: (size: number) => string, size: number): number {
  // What is made once for all sizes is not counted.
  survey(textOf(3))();
  const [small, large] = [size, 4 * size].map((each) => countWork(survey(textOf(each))));
  return (large ?? 0) / (small ?? 1);
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const object = (more: object, managedFields: readonly object[]) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', uid: 'u', managedFields },
  ...more,
});
const entry = (manager: string, operation: string, fields: object) => ({
  manager,
  operation,
  apiVersion: 'apps/v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': fields },
});

test.each<readonly [string, (size: number) => object | readonly object[]]>([
  [
    'objects',
    (size) =>
      names(size).map((name) => ({
        ...object({ spec: { replicas: 1 } }, [entry('helm', 'Apply', { 'f:replicas': {} })]),
        metadata: { ...object({}, [entry('helm', 'Apply', { 'f:replicas': {} })]).metadata, name, uid: name },
      })),
  ],
  [
    'snapshots of one object',
    (size) =>
      names(size).map((name, index) => ({
        ...object({ spec: { replicas: index } }, [entry(name, 'Update', { 'f:replicas': {} })]),
        status: { observedGeneration: index },
      })),
  ],
  [
    'items of a list with two owners',
    (size) => {
      const fields = {
        'f:hosts': Object.fromEntries(names(size).map((name) => [`k:{"name":"${name}"}`, { '.': {}, 'f:name': {} }])),
      };
      const spec = { hosts: names(size).map((name) => ({ name })) };
      return object({ spec }, [entry('helm', 'Apply', fields), entry('kubectl', 'Update', fields)]);
    },
  ],
  [
    'fields',
    (size) => {
      const fields = Object.fromEntries(names(size).map((name) => [`f:${name}`, {}]));
      const spec = Object.fromEntries(names(size).map((name) => [name, '']));
      return object({ spec }, [entry('helm', 'Apply', fields), entry('helm', 'Update', fields)]);
    },
  ],
  [
    'entries',
    (size) =>
      object(
        { spec: { a: 1 } },
        names(size).map((name) => entry(name, 'Update', { [`f:${name}`]: {} })),
      ),
  ],
  [
    'last-applied',
    (size) => {
      const data = Object.fromEntries(names(size).map((name) => [name, '1']));
      const live = object({ data }, [entry('kubectl-client-side-apply', 'Update', {})]);
      const annotations = {
        'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ data: { ...data, n0: '2' } }),
      };
      return { ...live, metadata: { ...live.metadata, annotations } };
    },
  ],
])('a survey of more %s costs no more for each', (_, of) => {
  const textOf = (size: number) => {
    const made = of(size);
    return JSON.stringify({ apiVersion: 'v1', kind: 'List', items: Array.isArray(made) ? made : [made] });
  };
  expect(growth(textOf, 100)).toBeLessThan(most);
});
