import { isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Feature, isOn } from '../features.ts';
import { has, list, mapStructs, pointer, struct, structs, text, withAt, withoutAt } from '../validation/object.ts';
import { holdsFor, type PlayedVersion } from '../versions.ts';

/*
 * Fields of features that are off by default in a version. A new object loses them without a word, and so does a
 * changed one that did not have them before.
 * Upstream: k8s.io/kubernetes pkg/api/pod/util.go dropDisabledFields; pkg/features/kube_features.go.
 */

const kinds = ['containers', 'initContainers', 'ephemeralContainers'];
const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'];
const handlers = [...probes, 'lifecycle.postStart', 'lifecycle.preStop'];

/** Fields of all containers of a Pod's spec. */
function ofContainers(...fields: readonly string[]): readonly string[] {
  return kinds.flatMap((kind) => fields.map((field) => `${kind}[].${field}`));
}

/** The owners of the files of volumes. Upstream: dropDisabledAtomicWriteVolumeUserFields. */
const volumeUsers = [
  ...['secret', 'configMap', 'downwardAPI', 'projected'].map((source) => `volumes[].${source}.defaultUser`),
  ...['', 'projected.sources[].'].flatMap((place) =>
    ['secret', 'configMap', 'downwardAPI'].map((source) => `volumes[].${place}${source}.items[].user`),
  ),
  ...['serviceAccountToken', 'clusterTrustBundle', 'podCertificate'].map(
    (source) => `volumes[].projected.sources[].${source}.user`,
  ),
];

/** The fields of a Pod's spec that belong to a feature. A path names fields, `name[]` each item of a list, `name{}` each value of a map. */
const podFields: FeatureFields = {
  AtomicWriteVolumeUserFields: volumeUsers,
  DynamicResourceAllocation: ['resourceClaims', ...ofContainers('resources.claims')],
  EmptyDirVolumeMode: ['volumes[].emptyDir.mode'],
  EnvFiles: ofContainers('env[].valueFrom.fileKeyRef'),
  EvictionRequestAPI: ['evictionResponders'],
  GRPCContainerProbeTLS: ofContainers(...probes.map((probe) => `${probe}.grpc.mode`)),
  H2CContainerProbe: ofContainers(...handlers.map((handler) => `${handler}.httpGet.protocol`)),
  HostnameOverride: ['hostnameOverride'],
  PodLevelResources: ['resources'],
  ContainerStopSignals: ofContainers('lifecycle.stopSignal'),
  ClusterTrustBundleProjection: ['volumes[].projected.sources[].clusterTrustBundle'],
  PodCertificateRequest: ['volumes[].projected.sources[].podCertificate'],
  GenericWorkload: ['schedulingGroup'],
  VolumeBindMountOptions: ofContainers('volumeMounts[].bindMountOptions'),
};

/** The fields of the feature ContainerRestartRules, beside some policies of init containers. */
const restartFields = [
  'containers[].restartPolicy',
  'ephemeralContainers[].restartPolicy',
  ...ofContainers('restartPolicyRules'),
];

/** Paths of fields by the feature that they belong to. */
export type FeatureFields = Partial<Readonly<Record<Feature, readonly string[]>>>;

/**
 * Drops the fields of features that are off. If the old object used a field of a feature, all fields of that feature
 * stay.
 */
export function withoutFeatures(
  object: ValueMap,
  old: ValueMap | undefined,
  fields: FeatureFields,
  version: PlayedVersion,
): ValueMap {
  return (Object.keys(fields) as Feature[])
    .filter((feature) => !isOn(feature, version))
    .reduce((result, feature) => withoutUnused(result, old, fields[feature] ?? []), object);
}

/** Drops the fields of features that are off from a Pod's spec, except those that the old one used. */
export function withoutDisabledFields(spec: ValueMap, old: ValueMap | undefined, version: PlayedVersion): ValueMap {
  const stripped = withoutImageVolumes(
    withoutRestarts(withoutFeatures(spec, old, podFields, version), old, version),
    old,
    version,
  );
  return stripped === spec ? spec : withoutEmptyLifecycles(stripped, spec);
}

/** Drops the fields of the feature ContainerRestartRules. Versions that do not know the feature refuse them instead. */
function withoutRestarts(spec: ValueMap, old: ValueMap | undefined, version: PlayedVersion): ValueMap {
  if (holdsFor({ until: 'v1.33' }, version) || isOn('ContainerRestartRules', version)) return spec;
  return withoutInitRestarts(withoutUnused(spec, old, restartFields), old);
}

/** Drops restart policies of init containers other than Always, which is older than the feature. */
function withoutInitRestarts(spec: ValueMap, old: ValueMap | undefined): ValueMap {
  const others = (from: ValueMap | undefined) =>
    structs(from, 'initContainers').some(
      (container) => has(container, 'restartPolicy') && text(container, 'restartPolicy') !== 'Always',
    );
  if (!others(spec) || others(old)) return spec;
  return mapStructs(spec, 'initContainers', (container) =>
    text(container, 'restartPolicy') === 'Always' ? container : withoutAt(container, ['restartPolicy']),
  );
}

/** Drops volumes of images and their mounts. Upstream: dropImageVolumes. */
function withoutImageVolumes(spec: ValueMap, old: ValueMap | undefined, version: PlayedVersion): ValueMap {
  const images = (from: ValueMap | undefined) => structs(from, 'volumes').filter((volume) => has(volume, 'image'));
  const dropped = images(spec);
  if (isOn('ImageVolume', version) || dropped.length === 0 || images(old).length > 0) return spec;
  const names = dropped.map((volume) => text(volume, 'name'));
  const without = (object: ValueMap, field: string, goes: (item: ValueMap) => boolean): ValueMap => {
    const items = structs(object, field);
    const kept = items.filter((item) => !goes(item));
    if (kept.length === items.length) return object;
    return kept.length === 0 ? withoutAt(object, [field]) : new Map(object).set(field, kept);
  };
  return kinds.reduce(
    (result, kind) =>
      mapStructs(result, kind, (container) =>
        without(container, 'volumeMounts', (mount) => names.includes(text(mount, 'name'))),
      ),
    without(spec, 'volumes', (volume) => has(volume, 'image')),
  );
}

/** Drops them from a template at a path of an object. */
export function templateWithoutDisabledFields(
  object: ValueMap,
  old: ValueMap | undefined,
  path: readonly string[],
  version: PlayedVersion,
): ValueMap {
  const find = (from: ValueMap | undefined) =>
    path.reduce<ValueMap | undefined>((at, field) => pointer(at, field), from);
  const spec = pointer(find(object), 'spec');
  if (spec === undefined) return object;
  const stripped = withoutDisabledFields(spec, old === undefined ? undefined : struct(find(old), 'spec'), version);
  return stripped === spec ? object : withAt(object, [...path, 'spec'], stripped);
}

/** Drops some fields, unless the old object has any of them, or of others that count like them. */
export function withoutUnused(
  object: ValueMap,
  old: ValueMap | undefined,
  paths: readonly string[],
  used: readonly string[] = paths,
): ValueMap {
  if (old !== undefined && used.some((path) => holds(old, path.split('.')))) return object;
  return paths.reduce((result, path) => strip(result, path.split('.')), object);
}

function holds(value: Value | undefined, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return value !== undefined && value !== null;
  if (!isMap(value)) return false;
  if (step.endsWith('[]')) return list(value, step.slice(0, -2)).some((item) => holds(item, rest));
  if (step.endsWith('{}')) return [...struct(value, step.slice(0, -2)).values()].some((item) => holds(item, rest));
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
  if (step.endsWith('{}')) {
    const field = step.slice(0, -2);
    const before = struct(object, field);
    const after = [...before].map(([key, item]) => [key, isMap(item) ? strip(item, rest) : item] as const);
    return after.every(([key, item]) => item === before.get(key)) ? object : new Map(object).set(field, new Map(after));
  }
  const inner = pointer(object, step);
  if (inner === undefined) return object;
  const stripped = strip(inner, rest);
  return stripped === inner ? object : new Map(object).set(step, stripped);
}

/** Drops a lifecycle that had only a stop signal. */
function withoutEmptyLifecycles(spec: ValueMap, before: ValueMap): ValueMap {
  let result = spec;
  for (const field of kinds) {
    const items = list(result, field);
    const sent = list(before, field);
    const hadSignal = (i: number) => {
      const container = sent[i] ?? null;
      return isMap(container) && has(pointer(container, 'lifecycle'), 'stopSignal');
    };
    const kept = items.map((item, i) =>
      isMap(item) && pointer(item, 'lifecycle')?.size === 0 && hadSignal(i) ? withoutAt(item, ['lifecycle']) : item,
    );
    if (kept.some((item, i) => item !== items[i])) result = new Map(result).set(field, kept);
  }
  return result;
}
