import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { list, pointer } from '../validation/object.ts';
import { type CompiledTable, type Rule, table } from './table.ts';

const percent = new Map<string, string | bigint>([
  ['type', 'Percent'],
  ['value', 100n],
  ['periodSeconds', 15n],
]);
const pods = new Map<string, string | bigint>([
  ['type', 'Pods'],
  ['value', 4n],
  ['periodSeconds', 15n],
]);

const scaleUp: CompiledTable = table({
  absent: { stabilizationWindowSeconds: 0n, selectPolicy: 'Max', policies: [pods, percent] },
});
const scaleDown: CompiledTable = table({ absent: { selectPolicy: 'Max', policies: [percent] } });

/** A target of 80 % of the requested processor time, where no metric is given. */
const processorMetric: ValueMap = new Map<string, string | ValueMap>([
  ['type', 'Resource'],
  [
    'resource',
    new Map<string, string | ValueMap>([
      ['name', 'cpu'],
      [
        'target',
        new Map<string, string | bigint>([
          ['type', 'Utilization'],
          ['averageUtilization', 80n],
        ]),
      ],
    ]),
  ],
]);

const metrics: Rule = (spec) =>
  list(spec, 'metrics').length > 0 ? spec : new Map(spec).set('metrics', [processorMetric]);

/** Fills both directions as soon as there is a behaviour. */
const behavior: Rule = (spec) => {
  const given = pointer(spec, 'behavior');
  if (given === undefined) return spec;
  const missing = ['scaleUp', 'scaleDown'].filter((direction) => pointer(given, direction) === undefined);
  if (missing.length === 0) return spec;
  const both = new Map<string, Value>([...given, ...missing.map((direction) => [direction, new Map()] as const)]);
  return new Map(spec).set('behavior', both);
};

/**
 * The defaults of autoscaling/v2. Upstream: k8s.io/kubernetes pkg/apis/autoscaling/v2/defaults.go.
 */
export const autoscalingV2: Readonly<Record<string, CompiledTable>> = {
  HorizontalPodAutoscaler: table({
    absent: { 'spec.minReplicas': 1n },
    at: {
      spec: { rules: [metrics, behavior] },
      'spec.behavior?.scaleUp': scaleUp,
      'spec.behavior?.scaleDown': scaleDown,
    },
  }),
};

/**
 * The defaults of autoscaling/v1; its processor target is set by conversion, which sees the annotations.
 * Upstream: pkg/apis/autoscaling/v1/defaults.go.
 */
export const autoscalingV1: Readonly<Record<string, CompiledTable>> = {
  HorizontalPodAutoscaler: table({ absent: { 'spec.minReplicas': 1n } }),
};
