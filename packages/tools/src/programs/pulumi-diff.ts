import type { ResourceVersion } from '@managed-fields/api-server';
import {
  base64,
  equals,
  isList,
  isMap,
  mapAt,
  stringAt,
  utf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** How a program differs from what was applied last. `replace`: the object has to be made anew. */
export type Change = 'none' | 'update' | 'replace';

/** The names along the way to a field; items of lists have none of their own. */
type Path = readonly string[];

/**
 * What a resource's inputs come to once they are read as their kind and written again: quantities in their canonical form,
 * without zero values and without fields that the kind does not have. Custom objects stay as they are. Upstream:
 * pulumi-kubernetes provider/pkg/provider/provider.go normalizeInputs, pkg/clients/unstructured.go Normalize.
 */
export function normalized(inputs: ValueMap, version: ResourceVersion): ValueMap {
  const { kind, origin } = version.resource;
  const plain = withoutReadOnly(inputs);
  if (origin === 'custom' || kind === 'CustomResourceDefinition') return plain;
  if (kind === 'Secret' && version.apiVersion === 'v1') return secretOf(plain);
  const decoded = version.decode(plain, 'client');
  if (decoded.kind === 'error') return plain;
  return pruned(version.encode?.(decoded.object) ?? decoded.object, plain);
}

function withoutReadOnly(inputs: ValueMap): ValueMap {
  const readOnly = new Set([
    ...['creationTimestamp', 'deletionGracePeriodSeconds', 'deletionTimestamp', 'generation'],
    ...['managedFields', 'resourceVersion', 'uid'],
  ]);
  const metadata = mapAt(inputs, 'metadata');
  if (metadata === undefined) return inputs;
  return new Map(inputs).set('metadata', new Map([...metadata].filter(([key]) => !readOnly.has(key))));
}

function secretOf(inputs: ValueMap): ValueMap {
  const texts = mapAt(inputs, 'stringData');
  if (texts === undefined || texts.size === 0) return inputs;
  const data = new Map(mapAt(inputs, 'data') ?? []);
  for (const [key, text] of texts) if (typeof text === 'string') data.set(key, base64(utf8(text)));
  return new Map([...new Map<string, Value>(inputs).set('data', data)].filter(([key]) => key !== 'stringData'));
}

/** The fields of a value that another one has, too. Upstream: pkg/provider/provider.go pruneLiveState, pruneMap, pruneSlice. */
export function pruned(source: ValueMap, target: ValueMap): ValueMap {
  const result = new Map<string, Value>();
  for (const [key, value] of source) {
    const wanted = target.get(key);
    if (wanted === undefined) continue;
    if (isMap(value) && isMap(wanted)) result.set(key, pruned(value, wanted));
    else if (isList(value) && isList(wanted)) result.set(key, prunedList(value, wanted));
    else result.set(key, value);
  }
  return result;
}

function prunedList(source: readonly Value[], target: readonly Value[]): readonly Value[] {
  if (source.length === 0 || target.length === 0) return [];
  return target.slice(0, source.length).map((wanted, index) => {
    const value = source[index] ?? null;
    if (isMap(value) && isMap(wanted)) return pruned(value, wanted);
    return isList(value) && isList(wanted) ? prunedList(value, wanted) : value;
  });
}

/** What decides how a change is made. */
export interface DiffOptions {
  readonly version: ResourceVersion;
  readonly ignored: readonly string[];
  readonly mutableConfigMap: boolean;
  readonly mutableSecret: boolean;
}

/** Compares inputs with the last ones. Upstream: pkg/provider/provider.go Diff, convertPatchToDiff. */
export function changeOf(before: ValueMap, now: ValueMap, options: DiffOptions): Change {
  const changed = changedPaths(before, now, []).filter(
    (path) => !options.ignored.some((each) => isWithin(path, each.split('.'))),
  );
  if (changed.length === 0) return 'none';
  const forced = forcedPaths(now, options);
  return changed.some((path) => forced.some((each) => isWithin(path, each) || isWithin(each, path)))
    ? 'replace'
    : 'update';
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((name, index) => path[index] === name);
}

function changedPaths(before: Value | undefined, now: Value | undefined, path: Path): readonly Path[] {
  if (isMap(before) && isMap(now)) {
    const keys = [...new Set([...before.keys(), ...now.keys()])];
    return keys.flatMap((key) => changedPaths(before.get(key), now.get(key), [...path, key]));
  }
  if (isList(before) && isList(now)) {
    const length = Math.max(before.length, now.length);
    return Array.from({ length }, (_, index) => changedPaths(before[index], now[index], path)).flat();
  }
  if (before === undefined || now === undefined) return before === now ? [] : [path];
  return equals(before, now) ? [] : [path];
}

/**
 * The fields whose change makes an object anew; those of ConfigMaps and Secrets unless the provider is told that they may
 * change. Upstream: pkg/provider/diff.go forceNewProperties.
 */
function forcedPaths(inputs: ValueMap, options: DiffOptions): readonly Path[] {
  const { group, kind } = options.version.resource;
  const isFixed = inputs.get('immutable') === true;
  const own = (): readonly string[] => {
    if (group === '' && kind === 'Secret') {
      return options.mutableSecret && !isFixed ? ['type'] : ['type', 'stringData', 'data'];
    }
    if (group === '' && kind === 'ConfigMap') return options.mutableConfigMap && !isFixed ? [] : ['binaryData', 'data'];
    return forced.get(group === '' ? kind : `${kind}.${group}`) ?? [];
  };
  return ['metadata.name', 'metadata.namespace', ...own()].map((path) => path.split('.'));
}

const volumeSources = [
  ...['awsElasticBlockStore', 'azureDisk', 'azureFile', 'cephfs', 'cinder', 'csi', 'fc', 'flexVolume', 'flocker'],
  ...['gcePersistentDisk', 'glusterfs', 'hostPath', 'iscsi', 'local', 'nfs', 'photonPersistentDisk', 'portworxVolume'],
  ...['quobyte', 'rbd', 'scaleIO', 'storageos', 'vsphereVolume'],
].map((name) => `spec.${name}`);

const podFields = [
  ...['affinity', 'automountServiceAccountToken', 'dnsConfig', 'dnsPolicy', 'enableServiceLinks', 'hostAliases'],
  ...['hostIPC', 'hostNetwork', 'hostPID', 'hostname', 'imagePullSecrets', 'nodeName', 'nodeSelector', 'overhead'],
  ...['preemptionPolicy', 'priority', 'priorityClassName', 'readinessGates', 'restartPolicy', 'runtimeClassName'],
  ...['schedulerName', 'securityContext', 'serviceAccount', 'serviceAccountName', 'shareProcessNamespace', 'subdomain'],
  ...['terminationGracePeriodSeconds', 'volumes'],
].map((name) => `spec.${name}`);

const containerFields = [
  ...['args', 'command', 'env', 'image', 'imagePullPolicy', 'lifecycle', 'livenessProbe', 'ports', 'readinessProbe'],
  ...[
    'resources',
    'securityContext',
    'stdin',
    'stdinOnce',
    'terminationMessagePath',
    'terminationMessagePolicy',
    'tty',
  ],
  ...['volumeDevices', 'volumeMounts', 'workingDir'],
].flatMap((name) => [`spec.containers.${name}`, `spec.initContainers.${name}`]);

const forced: ReadonlyMap<string, readonly string[]> = new Map([
  ['PersistentVolume', volumeSources],
  ['PersistentVolumeClaim', ['spec.accessModes', 'spec.selector', 'spec.storageClassName', 'spec.volumeName']],
  ['Pod', [...podFields, ...containerFields]],
  ['ResourceQuota', ['spec.scopes']],
  ['Service', ['spec.clusterIP']],
  ['DaemonSet.apps', ['spec.selector']],
  ['Deployment.apps', ['spec.selector']],
  [
    'StatefulSet.apps',
    ['podManagementPolicy', 'revisionHistoryLimit', 'selector', 'serviceName', 'volumeClaimTemplates'].map(
      (name) => `spec.${name}`,
    ),
  ],
  ['ClusterRoleBinding.rbac.authorization.k8s.io', ['roleRef']],
  ['RoleBinding.rbac.authorization.k8s.io', ['roleRef']],
  ['StorageClass.storage.k8s.io', ['parameters', 'provisioner']],
  ['Job.batch', ['spec.completions', 'spec.parallelism', 'spec.selector', 'spec.template']],
]);

/** Whether a path of names is among the fields of an entry of managedFields, itself or by something in it. */
export function hasField(fields: ValueMap | undefined, path: Path): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return fields !== undefined;
  return hasField(mapAt(fields, `f:${name}`), rest);
}

/** The value at a path of names; undefined where there is none. */
export function valueAt(object: Value | undefined, path: Path): Value | undefined {
  return path.reduce<Value | undefined>((value, name) => (isMap(value) ? value.get(name) : undefined), object);
}

/** An object with another value at a path, or without one. */
export function withValueAt(object: ValueMap, path: Path, value: Value | undefined): ValueMap {
  const [name, ...rest] = path;
  if (name === undefined) return object;
  const copy = new Map(object);
  if (rest.length > 0) {
    const inner = mapAt(object, name);
    if (inner === undefined && value === undefined) return object;
    return copy.set(name, withValueAt(inner ?? new Map(), rest, value));
  }
  if (value === undefined) copy.delete(name);
  else copy.set(name, value);
  return copy;
}

/** Whether an annotation says `true`. */
export function isAnnotated(object: ValueMap, name: string): boolean {
  return stringAt(mapAt(mapAt(object, 'metadata'), 'annotations'), name) === 'true';
}
