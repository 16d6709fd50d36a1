import type { RandomKind } from './kind.ts';
import { any, list, map } from './makers.ts';
import { labelSelector } from './scheduling.ts';

const metricTarget = any(
  map({ 'type!': 'Utilization', 'averageUtilization!': any(50, 60, 80) }),
  map({ 'type!': 'AverageValue', 'averageValue!': any('100m', '0.5', 1, '1k', '1000') }),
);
const valueTarget = any(
  map({ 'type!': 'Value', 'value!': any('10', 5, '1500m', '2k') }),
  map({ 'type!': 'AverageValue', 'averageValue!': any('100m', '0.5') }),
);
const metric = map({ 'name!': any('qps', 'lag'), selector: labelSelector });
const metrics = list(
  any(
    map({ 'type!': 'Resource', 'resource!': map({ 'name!': any('cpu', 'memory'), 'target!': metricTarget }) }),
    map({
      'type!': 'ContainerResource',
      'containerResource!': map({ 'name!': 'cpu', 'container!': 'web', 'target!': metricTarget }),
    }),
    map({
      'type!': 'Pods',
      'pods!': map({
        'metric!': metric,
        'target!': map({ 'type!': 'AverageValue', 'averageValue!': any('1', '500m') }),
      }),
    }),
    map({ 'type!': 'External', 'external!': map({ 'metric!': metric, 'target!': valueTarget }) }),
    map({
      'type!': 'Object',
      'object!': map({
        'describedObject!': { apiVersion: 'v1', kind: 'Service', name: 's' },
        'metric!': metric,
        'target!': valueTarget,
      }),
    }),
  ),
  0,
  3,
);
const scalingRules = map({
  stabilizationWindowSeconds: any(0, 60, 300),
  selectPolicy: any('Max', 'Min', 'Disabled'),
  policies: list(
    map({ 'type!': any('Pods', 'Percent'), 'value!': any(1, 4, 100), 'periodSeconds!': any(15, 60) }),
    1,
    2,
    'type',
  ),
  'tolerance?': any('0.1', '100m', 0),
});
const target = { 'scaleTargetRef!': map({ 'apiVersion!': 'apps/v1', 'kind!': 'Deployment', 'name!': any('d', 'e') }) };

/** The kinds that scale others. */
export const autoscalingKinds: readonly RandomKind[] = [
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    plural: 'horizontalpodautoscalers',
    body: map({
      'spec!': map({
        minReplicas: any(1, 2),
        'maxReplicas!': any(5, 6),
        ...target,
        metrics,
        behavior: map({ scaleUp: scalingRules, scaleDown: scalingRules }),
      }),
    }),
    status: map({
      'currentReplicas!': any(1, 2),
      'desiredReplicas!': any(2, 3),
      conditions: list(
        map({
          'type!': any('AbleToScale', 'ScalingActive'),
          'status!': 'True',
          reason: 'R',
          message: 'm',
          'lastTransitionTime?': '2025-01-01T00:00:00Z',
        }),
        0,
        2,
        'type',
      ),
      currentMetrics: list(
        map({
          'type!': 'Resource',
          'resource!': { name: 'cpu', current: { averageUtilization: 5, averageValue: '10m' } },
        }),
        0,
        1,
      ),
    }),
    other: {
      apiVersion: 'autoscaling/v1',
      body: map({
        'spec!': map({
          minReplicas: any(1, 2),
          'maxReplicas!': any(5, 7),
          ...target,
          targetCPUUtilizationPercentage: any(50, 70),
        }),
      }),
    },
  },
];
