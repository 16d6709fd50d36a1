import { isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { list, pointer, struct, withAt, withoutAt } from '../validation/object.ts';

/*
 * Fields of features that are off by default. A new object loses them without a word, and so does a changed one that
 * did not have them before.
 * Upstream: k8s.io/kubernetes pkg/api/pod/util.go dropDisabledFields; pkg/features/kube_features.go.
 */

/** A path into an object: a field, or `name[]` for each item of a list. */
const podFields = [
  // ContainerStopSignals
  'containers[].lifecycle.stopSignal',
  'initContainers[].lifecycle.stopSignal',
  'ephemeralContainers[].lifecycle.stopSignal',
  // ClusterTrustBundleProjection
  'volumes[].projected.sources[].clusterTrustBundle',
  // PodCertificateRequest
  'volumes[].projected.sources[].podCertificate',
  // GenericWorkload
  'schedulingGroup',
];

/** Each feature on its own: what one of its fields used before frees all of them. */
const podFeatures = [podFields.slice(0, 3), ...podFields.slice(3).map((path) => [path])];

/** A Pod's spec without the fields of features that are off, but for those that the old one used. */
export function withoutDisabledFields(spec: ValueMap, old: ValueMap | undefined): ValueMap {
  const stripped = podFeatures.reduce((result, paths) => withoutUnused(result, old, paths), spec);
  return stripped === spec ? spec : withoutEmptyLifecycles(stripped);
}

/** The same for a template at a path of an object. */
export function templateWithoutDisabledFields(
  object: ValueMap,
  old: ValueMap | undefined,
  path: readonly string[],
): ValueMap {
  const find = (from: ValueMap | undefined) =>
    path.reduce<ValueMap | undefined>((at, field) => pointer(at, field), from);
  const spec = pointer(find(object), 'spec');
  if (spec === undefined) return object;
  const stripped = withoutDisabledFields(spec, old === undefined ? undefined : struct(find(old), 'spec'));
  return stripped === spec ? object : withAt(object, [...path, 'spec'], stripped);
}

/** An object without some fields, unless the old one has any of them. */
export function withoutUnused(object: ValueMap, old: ValueMap | undefined, paths: readonly string[]): ValueMap {
  if (old !== undefined && paths.some((path) => holds(old, path.split('.')))) return object;
  return paths.reduce((result, path) => strip(result, path.split('.')), object);
}

function holds(value: Value | undefined, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return value !== undefined && value !== null;
  if (!isMap(value)) return false;
  if (step.endsWith('[]')) return list(value, step.slice(0, -2)).some((item) => holds(item, rest));
  return holds(value.get(step), rest);
}

function strip(object: ValueMap, path: readonly string[]): ValueMap {
  const [step = '', ...rest] = path;
  if (rest.length === 0) return withoutAt(object, [step]);
  if (step.endsWith('[]')) {
    const field = step.slice(0, -2);
    const items = list(object, field);
    const stripped = items.map((item) => (isMap(item) ? strip(item, rest) : item));
    return stripped.every((item, i) => item === items[i]) ? object : new Map(object).set(field, stripped);
  }
  const inner = pointer(object, step);
  if (inner === undefined) return object;
  const stripped = strip(inner, rest);
  return stripped === inner ? object : new Map(object).set(step, stripped);
}

/** A lifecycle of nothing but a stop signal goes with it. */
function withoutEmptyLifecycles(spec: ValueMap): ValueMap {
  let result = spec;
  for (const field of ['containers', 'initContainers', 'ephemeralContainers']) {
    const items = list(result, field);
    const kept = items.map((item) =>
      isMap(item) && pointer(item, 'lifecycle')?.size === 0 ? withoutAt(item, ['lifecycle']) : item,
    );
    if (kept.some((item, i) => item !== items[i])) result = new Map(result).set(field, kept);
  }
  return result;
}
