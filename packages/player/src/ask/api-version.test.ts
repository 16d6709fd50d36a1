import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { configMap } from '../sample-texts.ts';
import { apiVersionsOf, withApiVersion } from './api-version.ts';

const catalog = await loadKubernetesTypes();

const hpa = `apiVersion: autoscaling/v2 # the newest
kind: HorizontalPodAutoscaler
metadata: {name: web, namespace: shop}
spec:
  maxReplicas: 3
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
`;
const scenario = newScenario('', [
  { kind: 'apply', manager: 'a', text: hpa },
  { kind: 'merge-patch', manager: 'b', text: '{"spec":{"maxReplicas":4}}' },
  { kind: 'apply', manager: 'a', text: configMap('  a: b\n') },
  { kind: 'live', text: hpa },
] satisfies readonly NewStep[]);

test('tells the versions where there are several', () => {
  const both = { current: 'autoscaling/v2', served: expect.arrayContaining(['autoscaling/v1', 'autoscaling/v2']) };
  expect(['s1', 's2', 's3', 's4', 'none'].map((id) => apiVersionsOf(scenario, id, { catalog }))).toEqual([
    both,
    both,
    undefined,
    undefined,
    undefined,
  ]);
});

test('changes the version in the text, comments kept, or in the settings', () => {
  const [first] = withApiVersion(scenario, 's1', 'autoscaling/v1', { catalog }).steps;
  expect(first?.text).toBe(hpa.replace('v2 #', 'v1 #'));
  expect(first).not.toHaveProperty('object');
  const [, second] = withApiVersion(scenario, 's2', 'autoscaling/v1', { catalog }).steps;
  expect(second).toHaveProperty('object', {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    namespace: 'shop',
    name: 'web',
  });
  expect(second?.text).toBe(scenario.steps[1]?.text);
});
