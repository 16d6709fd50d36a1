import { isList, isMap, listAt, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { GoStruct } from '../codec/go-types.ts';
import { annotations, type Carried, readCarried, withoutCarried, writeCarried } from './annotated-metrics.ts';
import { metricFromV1, metricToV1, statusFromV1, statusToV1 } from './metrics.ts';

/** The CPU target of an autoscaler in autoscaling/v1 that names none. */
const defaultUtilization = 80n;

/**
 * Converts an autoscaler from autoscaling/v1 to autoscaling/v2: parts without a field in v1 come from annotations, and
 * without any metric the target is 80 % of the requested CPU. `selector` is the type of label selectors.
 * Upstream: k8s.io/kubernetes pkg/apis/autoscaling/v1/conversion.go Convert_v1_HorizontalPodAutoscaler_To_autoscaling.
 */
export function autoscalerFromV1(object: ValueMap, selector: GoStruct): ValueMap {
  const metadata = mapAt(object, 'metadata') ?? new Map();
  const read = (carried: Carried): Value | undefined => {
    const text = stringAt(mapAt(metadata, 'annotations'), annotations[carried]);
    return text === undefined ? undefined : readCarried(carried, text, selector);
  };
  return new Map(object)
    .set('apiVersion', 'autoscaling/v2')
    .set('metadata', withoutCarried(metadata))
    .set('spec', specFromV1(mapAt(object, 'spec') ?? new Map(), read))
    .set('status', statusOfV1(mapAt(object, 'status') ?? new Map(), read));
}

type ReadCarried = (carried: Carried) => Value | undefined;

function specFromV1(spec: ValueMap, read: ReadCarried): ValueMap {
  const next = new Map(spec);
  next.delete('targetCPUUtilizationPercentage');
  const utilization = spec.get('targetCPUUtilizationPercentage');
  const own = utilization === undefined ? [] : [cpuUtilization(utilization)];
  const metrics = [...maps(read('metrics')).map(metricFromV1), ...own];
  next.set('metrics', metrics.length === 0 ? [cpuUtilization(defaultUtilization)] : metrics);
  const behavior = read('behavior');
  if (isMap(behavior) && (isMap(behavior.get('ScaleUp')) || isMap(behavior.get('ScaleDown')))) {
    next.set('behavior', renamed(behavior, lowerFirst));
  }
  return next;
}

function cpuUtilization(percentage: Value): ValueMap {
  const target = new Map<string, Value>([
    ['type', 'Utilization'],
    ['averageUtilization', percentage],
  ]);
  return resourceMetric(
    new Map<string, Value>([
      ['name', 'cpu'],
      ['target', target],
    ]),
  );
}

function resourceMetric(resource: ValueMap): ValueMap {
  return new Map<string, Value>([
    ['type', 'Resource'],
    ['resource', resource],
  ]);
}

function statusOfV1(status: ValueMap, read: ReadCarried): ValueMap {
  const next = new Map(status);
  next.delete('currentCPUUtilizationPercentage');
  const utilization = status.get('currentCPUUtilizationPercentage');
  if (utilization !== undefined) {
    const current = new Map([['averageUtilization', utilization]]);
    const resource = new Map<string, Value>([
      ['name', 'cpu'],
      ['current', current],
    ]);
    next.set('currentMetrics', [resourceMetric(resource)]);
  }
  const metrics = read('currentMetrics');
  if (metrics !== undefined) next.set('currentMetrics', maps(metrics).map(statusFromV1));
  const conditions = read('conditions');
  if (conditions !== undefined) next.set('conditions', conditions);
  return next;
}

/**
 * Converts an autoscaler from autoscaling/v2 to autoscaling/v1: the first CPU utilization has a field, the rest goes
 * into annotations.
 * Upstream: the same file, Convert_autoscaling_HorizontalPodAutoscaler_To_v1.
 */
export function autoscalerToV1(object: ValueMap, selector: GoStruct): ValueMap {
  const spec = mapAt(object, 'spec') ?? new Map();
  const status = mapAt(object, 'status') ?? new Map();
  const carried = new Map<string, Value>();
  const carry = (name: Carried, value: Value): void => {
    carried.set(annotations[name], writeCarried(name, value, selector));
  };
  const metrics = maps(spec.get('metrics'));
  const others = metrics.filter((metric) => utilizationOf(metric, 'target') === undefined);
  if (others.length > 0) carry('metrics', others.map(metricToV1));
  const current = maps(status.get('currentMetrics'));
  if (current.length > 0) carry('currentMetrics', current.map(statusToV1));
  const behavior = mapAt(spec, 'behavior');
  if (behavior !== undefined) carry('behavior', renamed(behavior, upperFirst));
  const conditions = listAt(status, 'conditions') ?? [];
  if (conditions.length > 0) carry('conditions', conditions);

  return new Map(object)
    .set('apiVersion', 'autoscaling/v1')
    .set('metadata', withAnnotations(withoutCarried(mapAt(object, 'metadata') ?? new Map()), carried))
    .set('spec', specToV1(spec, metrics))
    .set('status', statusOfV2(status, current));
}

/** The CPU utilization that a metric asks for or reports, whatever the type of its target. */
function utilizationOf(metric: ValueMap, part: 'target' | 'current'): Value | undefined {
  const resource = mapAt(metric, 'resource');
  if (stringAt(metric, 'type') !== 'Resource' || stringAt(resource, 'name') !== 'cpu') return undefined;
  return mapAt(resource, part)?.get('averageUtilization') ?? undefined;
}

function specToV1(spec: ValueMap, metrics: readonly ValueMap[]): ValueMap {
  const next = new Map(spec);
  next.delete('metrics');
  next.delete('behavior');
  const target = metrics.map((metric) => utilizationOf(metric, 'target')).find((value) => value !== undefined);
  if (target !== undefined) next.set('targetCPUUtilizationPercentage', target);
  return next;
}

function statusOfV2(status: ValueMap, current: readonly ValueMap[]): ValueMap {
  const next = new Map(status);
  next.delete('currentMetrics');
  next.delete('conditions');
  const reported = current.map((metric) => utilizationOf(metric, 'current')).findLast((value) => value !== undefined);
  if (reported !== undefined) next.set('currentCPUUtilizationPercentage', reported);
  return next;
}

function withAnnotations(metadata: ValueMap, carried: ValueMap): ValueMap {
  if (carried.size === 0) return metadata;
  return new Map(metadata).set('annotations', new Map([...(mapAt(metadata, 'annotations') ?? new Map()), ...carried]));
}

/** A value with all its fields renamed; annotations hold behavior by the names of Go's fields. */
function renamed(value: Value, rename: (name: string) => string): Value {
  if (isList(value)) return value.map((item) => renamed(item, rename));
  if (!isMap(value)) return value;
  return new Map([...value].map(([name, item]): [string, Value] => [rename(name), renamed(item, rename)]));
}

function lowerFirst(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

function upperFirst(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function maps(value: Value | undefined): readonly ValueMap[] {
  return isList(value) ? value.filter((item) => isMap(item)) : [];
}
