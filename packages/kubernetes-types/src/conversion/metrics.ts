import { canonicalQuantity, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';

/**
 * Metrics of an autoscaler between autoscaling/v2 and the form that autoscaling/v1 keeps in annotations.
 * Upstream: k8s.io/kubernetes pkg/apis/autoscaling/v1/conversion.go, one function for each source and direction. Some look alike
 * and stay apart as upstream's do: each direction names, adds and drops fields of its own.
 */

/** A metric to scale by, from its form in autoscaling/v1. */
export function metricFromV1(metric: ValueMap): ValueMap {
  return eachSource(metric, {
    object(source) {
      const average = source.get('averageValue');
      const value = source.get('targetValue');
      // A zero that v1 cannot leave out would not pass as a second target.
      const kept = average === undefined || !isZero(value) ? value : undefined;
      return fields({
        describedObject: source.get('target'),
        target: target(average === undefined ? 'Value' : 'AverageValue', { value: kept, averageValue: average }),
        metric: identifier(source, 'selector'),
      });
    },
    pods: (source) =>
      fields({
        metric: identifier(source, 'selector'),
        target: target('AverageValue', { averageValue: source.get('targetAverageValue') }),
      }),
    resource: (source) => fields({ name: source.get('name'), target: resourceTarget(source) }),
    containerResource: (source) =>
      fields({ name: source.get('name'), container: source.get('container'), target: resourceTarget(source) }),
    external(source) {
      const value = source.get('targetValue');
      const average = source.get('targetAverageValue');
      return fields({
        metric: identifier(source, 'metricSelector'),
        target: target(value === undefined ? 'AverageValue' : 'Value', { value, averageValue: average }),
      });
    },
  });
}

/** A metric to scale by, in its form in autoscaling/v1. */
export function metricToV1(metric: ValueMap): ValueMap {
  return eachSource(metric, {
    object: (source) =>
      fields({
        target: source.get('describedObject'),
        metricName: metricName(source),
        targetValue: mapAt(source, 'target')?.get('value'),
        selector: selector(source),
        averageValue: mapAt(source, 'target')?.get('averageValue'),
      }),
    pods: (source) =>
      fields({
        metricName: metricName(source),
        targetAverageValue: mapAt(source, 'target')?.get('averageValue'),
        selector: selector(source),
      }),
    resource: resourceToV1,
    containerResource: (source) =>
      new Map([...resourceToV1(source), ...fields({ container: source.get('container') })]),
    external: (source) =>
      fields({
        metricName: metricName(source),
        metricSelector: selector(source),
        targetValue: mapAt(source, 'target')?.get('value'),
        targetAverageValue: mapAt(source, 'target')?.get('averageValue'),
      }),
  });
}

/** A reported metric, from its form in autoscaling/v1. */
export function statusFromV1(metric: ValueMap): ValueMap {
  return eachSource(metric, {
    object: (source) =>
      fields({
        metric: identifier(source, 'selector'),
        current: fields({ value: source.get('currentValue'), averageValue: source.get('averageValue') }),
        describedObject: source.get('target'),
      }),
    pods: (source) =>
      fields({
        metric: identifier(source, 'selector'),
        current: fields({ averageValue: source.get('currentAverageValue') }),
      }),
    resource: (source) => fields({ name: source.get('name'), current: resourceCurrent(source) }),
    containerResource: (source) =>
      fields({ name: source.get('name'), container: source.get('container'), current: resourceCurrent(source) }),
    external: (source) =>
      fields({
        metric: identifier(source, 'metricSelector'),
        current: fields({ value: source.get('currentValue'), averageValue: source.get('currentAverageValue') }),
      }),
  });
}

// Beside metricToV1, because upstream's types are two, whose fields have other names.
/** A reported metric, in its form in autoscaling/v1. */
export function statusToV1(metric: ValueMap): ValueMap {
  const resource = (source: ValueMap): ValueMap =>
    fields({
      name: source.get('name'),
      currentAverageUtilization: mapAt(source, 'current')?.get('averageUtilization'),
      currentAverageValue: mapAt(source, 'current')?.get('averageValue'),
    });
  return eachSource(metric, {
    object: (source) =>
      fields({
        target: source.get('describedObject'),
        metricName: metricName(source),
        currentValue: mapAt(source, 'current')?.get('value'),
        selector: selector(source),
        averageValue: mapAt(source, 'current')?.get('averageValue'),
      }),
    pods: (source) =>
      fields({
        metricName: metricName(source),
        currentAverageValue: mapAt(source, 'current')?.get('averageValue'),
        selector: selector(source),
      }),
    resource,
    containerResource: (source) => new Map([...resource(source), ...fields({ container: source.get('container') })]),
    external: (source) =>
      fields({
        metricName: metricName(source),
        metricSelector: selector(source),
        currentValue: mapAt(source, 'current')?.get('value'),
        currentAverageValue: mapAt(source, 'current')?.get('averageValue'),
      }),
  });
}

type Source = 'object' | 'pods' | 'resource' | 'containerResource' | 'external';

function eachSource(metric: ValueMap, convert: Readonly<Record<Source, (source: ValueMap) => ValueMap>>): ValueMap {
  const converted = fields({ type: metric.get('type') });
  const sources = Object.entries(convert).flatMap(([name, run]): [string, Value][] => {
    const source = mapAt(metric, name);
    return source === undefined ? [] : [[name, run(source)]];
  });
  return new Map([...converted, ...sources]);
}

/** The fields that are set. */
function fields(entries: Readonly<Record<string, Value | undefined>>): ValueMap {
  const set = Object.entries(entries).filter((entry): entry is [string, Value] => entry[1] !== undefined);
  return new Map(set);
}

function target(type: string, values: Readonly<Record<string, Value | undefined>>): ValueMap {
  return fields({ type, ...values });
}

function resourceTarget(source: ValueMap): ValueMap {
  const utilization = source.get('targetAverageUtilization');
  return target(utilization === undefined ? 'AverageValue' : 'Utilization', {
    averageValue: source.get('targetAverageValue'),
    averageUtilization: utilization,
  });
}

function resourceToV1(source: ValueMap): ValueMap {
  return fields({
    name: source.get('name'),
    targetAverageUtilization: mapAt(source, 'target')?.get('averageUtilization'),
    targetAverageValue: mapAt(source, 'target')?.get('averageValue'),
  });
}

function resourceCurrent(source: ValueMap): ValueMap {
  return fields({
    averageValue: source.get('currentAverageValue'),
    averageUtilization: source.get('currentAverageUtilization'),
  });
}

function identifier(source: ValueMap, selectorName: string): ValueMap {
  return fields({ name: source.get('metricName'), selector: source.get(selectorName) });
}

function metricName(source: ValueMap): Value | undefined {
  return stringAt(mapAt(source, 'metric'), 'name');
}

function selector(source: ValueMap): Value | undefined {
  return mapAt(source, 'metric')?.get('selector');
}

function isZero(quantity: Value | undefined): boolean {
  return typeof quantity !== 'string' || canonicalQuantity(quantity) === '0';
}
