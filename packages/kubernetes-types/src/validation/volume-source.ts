import type { ValueMap } from '@managed-fields/merge-engine';
import { withoutBacksteps } from './environment.ts';
import { type Errors, inVersions, invalid, notSupported, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { dns1123Subdomain, inRange } from './names.ts';
import { count, flag, has, list, number, pointer, text, textMap } from './object.ts';
import { isGiven, isLabel, isOneOf, named } from './scalars.ts';

/*
 * Where volumes come from, as volumes of Pods and PersistentVolumes both have it.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go.
 */

/** The check of one kind of source. */
export type SourceCheck = (source: ValueMap, field: Field) => Errors;

/** A check that some text fields are given. */
export function given(...names: readonly string[]): SourceCheck {
  return (source, field) => names.flatMap((name) => isGiven(source, name, field));
}

/** A check that a list is not empty. */
export function filled(name: string): SourceCheck {
  return (source, field) => (list(source, name).length === 0 ? [required(child(field, name))] : []);
}

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

/** Checks a path of the node. */
function hostPath(source: ValueMap, field: Field): Errors {
  const path = text(source, 'path');
  if (path === '') return [required(child(field, 'path'))];
  return [
    ...withoutBacksteps(path, child(field, 'path')),
    ...isOneOf(text(source, 'type'), hostPathTypes, child(field, 'type')),
  ];
}

/** Checks a directory of another machine. */
function networkDirectory(source: ValueMap, field: Field): Errors {
  const path = text(source, 'path');
  const absolute = path.startsWith('/') ? [] : [invalid(child(field, 'path'), path, 'must be an absolute path')];
  return [...given('server', 'path')(source, field), ...absolute];
}

/** Checks a Flocker data set. */
function flocker(source: ValueMap, field: Field): Errors {
  const [name, id] = [text(source, 'datasetName'), text(source, 'datasetUUID')];
  const both = 'datasetName and datasetUUID can not be specified simultaneously';
  return [
    ...(name === '' && id === '' ? [required(field, 'one of datasetName and datasetUUID is required')] : []),
    ...(name !== '' && id !== '' ? [invalid(field, 'resource', both)] : []),
    ...(name.includes('/') ? [invalid(child(field, 'datasetName'), name, "must not contain '/'")] : []),
  ];
}

/** Complaints about the name of a storage driver. Upstream: ValidateCSIDriverName. */
export function driverName(driver: string, field: Field): Errors {
  const grammar = named((name) => dns1123Subdomain(name.toLowerCase()), driver, field);
  if (driver === '') return [required(field), ...inVersions({ until: 'v1.34' }, grammar)];
  const long = driver.length > 63 ? [{ type: 'TooLong' as const, field, detail: 'may not be more than 63 bytes' }] : [];
  return [...long, ...grammar];
}

/** Combines several checks of one source, in their order. */
function all(...checks: readonly SourceCheck[]): SourceCheck {
  return (source, field) => checks.flatMap((check) => check(source, field));
}

/**
 * The checks of the sources that Pods and PersistentVolumes both have. In PersistentVolumes, references to namespaced
 * objects include the namespace.
 */
export function sharedSources(persistent: boolean): ReadonlyMap<string, SourceCheck> {
  const secret = persistent ? secretReference('name', 'namespace') : secretReference('name');
  return new Map<string, SourceCheck>([
    ['hostPath', hostPath],
    ['gcePersistentDisk', all(given('pdName'), partition)],
    ['awsElasticBlockStore', all(given('volumeID'), partition)],
    ['nfs', networkDirectory],
    ['iscsi', blockTarget(persistent)],
    ['glusterfs', persistent ? all(given('endpoints', 'path'), endpointsNamespace) : given('endpoints', 'path')],
    ['flocker', flocker],
    ['rbd', all(filled('monitors'), given('image'))],
    ['cinder', all(given('volumeID'), secret)],
    ['cephfs', filled('monitors')],
    ['quobyte', quobyte],
    ['fc', fibreChannel],
    ['flexVolume', all(given('driver'), ownOptions)],
    [
      'azureFile',
      persistent ? all(given('secretName', 'shareName'), secretNamespace) : given('secretName', 'shareName'),
    ],
    ['vsphereVolume', given('volumePath')],
    ['photonPersistentDisk', given('pdID')],
    ['portworxVolume', given('volumeID')],
    ['azureDisk', azureDisk],
    ['storageos', all(storageOs, secret)],
    ['scaleIO', given('gateway', 'system', 'volumeName')],
  ]);
}

function secretReference(...names: readonly string[]): SourceCheck {
  return (source, field) => {
    const secret = pointer(source, 'secretRef');
    return secret === undefined ? [] : given(...names)(secret, child(field, 'secretRef'));
  };
}

function partition(source: ValueMap, field: Field): Errors {
  const value = number(source, 'partition');
  if (value >= 0 && value <= 255) return [];
  return [invalid(child(field, 'partition'), BigInt(value), 'must be between 1 and 255, inclusive')];
}

/** The forms of the names of block devices in a network, by how they start. */
const targetForms: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.([A-Za-z0-9.-]+)(:[^,;*&$|\s]+)$/,
  eui: /^eui.[A-Za-z0-9]{16}$/,
  naa: /^naa.[A-Za-z0-9]{32}$/,
};

function blockTarget(persistent: boolean): SourceCheck {
  const form = (name: string, field: Field): Errors => {
    const pattern = targetForms[name.slice(0, 3)];
    const start = persistent ? 'must be valid format' : 'must be valid format starting with iqn, eui, or naa';
    if (pattern === undefined) return [invalid(field, name, start)];
    return pattern.test(name) ? [] : [invalid(field, name, 'must be valid format')];
  };
  return (source, field) => {
    const name = text(source, 'iqn');
    const lun = number(source, 'lun');
    const secret = pointer(source, 'secretRef');
    const needsSecret = flag(source, 'chapAuthDiscovery') === true || flag(source, 'chapAuthSession') === true;
    return [
      ...isGiven(source, 'targetPortal', field),
      ...(name === '' ? [required(child(field, 'iqn'))] : form(name, child(field, 'iqn'))),
      ...named(() => inRange(lun, 0, 255), String(lun), child(field, 'lun')).map((error) => ({
        ...error,
        value: BigInt(lun),
      })),
      ...(needsSecret && secret === undefined ? [required(child(field, 'secretRef'))] : []),
      ...(persistent ? secretReference('name')(source, field) : []),
      ...(has(source, 'initiatorName') ? form(text(source, 'initiatorName'), child(field, 'initiatorname')) : []),
    ];
  };
}

function endpointsNamespace(source: ValueMap, field: Field): Errors {
  if (!has(source, 'endpointsNamespace')) return [];
  const name = text(source, 'endpointsNamespace');
  const place = child(field, 'endpointsNamespace');
  if (name !== '') return isLabel(name, place);
  return [invalid(place, name, 'if the endpointnamespace is set, it must be a valid namespace name')];
}

function secretNamespace(source: ValueMap, field: Field): Errors {
  const empty = has(source, 'secretNamespace') && text(source, 'secretNamespace') === '';
  return empty ? [required(child(field, 'secretNamespace'))] : [];
}

function quobyte(source: ValueMap, field: Field): Errors {
  const words = 'must be a host:port pair or multiple pairs separated by commas';
  const registry = text(source, 'registry');
  const place = child(field, 'registry');
  const volume = isGiven(source, 'volume', field);
  if (registry === '') return [required(place, words), ...volume];
  if (text(source, 'tenant').length >= 65) {
    return [required(child(field, 'tenant'), 'must be a UUID and may not exceed a length of 64 characters'), ...volume];
  }
  const wrong = registry.split(',').filter((pair) => !/^(\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/.test(pair));
  return [...wrong.map(() => invalid(place, registry, words)), ...volume];
}

function fibreChannel(source: ValueMap, field: Field): Errors {
  const targets = list(source, 'targetWWNs');
  const names = list(source, 'wwids');
  const place = child(field, 'targetWWNs');
  const lun = count(source, 'lun');
  const errors: Errors[number][] = [];
  if (targets.length === 0 && names.length === 0) {
    errors.push(required(place, 'must specify either targetWWNs or wwids, but not both'));
  }
  if (targets.length === 0) return errors;
  if (names.length > 0) {
    errors.push(invalid(place, targets, 'targetWWNs and wwids can not be specified simultaneously'));
  }
  if (lun === undefined)
    return [...errors, required(child(field, 'lun'), 'lun is required if targetWWNs is specified')];
  return [...errors, ...inRange(lun, 0, 255).map((words) => invalid(child(field, 'lun'), BigInt(lun), words))];
}

function ownOptions(source: ValueMap, field: Field): Errors {
  const reserved = (key: string) => /\.(kubernetes|k8s)\.io$/.test(`.${(key.split('/', 1)[0] ?? '').toLowerCase()}`);
  return [...textMap(source, 'options').keys()].filter(reserved).map((key) => {
    const words = 'kubernetes.io and k8s.io namespaces are reserved';
    return invalid(at(child(field, 'options'), key), key, words);
  });
}

const managedUri = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const blobUri = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

function azureDisk(source: ValueMap, field: Field): Errors {
  const kind = text(source, 'kind');
  const uri = text(source, 'diskURI');
  const managed = kind === 'Managed';
  const fits = !has(source, 'kind') || uri.startsWith(managed ? '/subscriptions/' : 'https://');
  return [
    ...given('diskName', 'diskURI')(source, field),
    ...(has(source, 'cachingMode')
      ? isOneOf(text(source, 'cachingMode'), ['None', 'ReadOnly', 'ReadWrite'], child(field, 'cachingMode'))
      : []),
    ...(has(source, 'kind') ? isOneOf(kind, ['Dedicated', 'Managed', 'Shared'], child(field, 'kind')) : []),
    ...(fits ? [] : [notSupported(child(field, 'diskURI'), uri, [managed ? managedUri : blobUri])]),
  ];
}

function storageOs(source: ValueMap, field: Field): Errors {
  const name = text(source, 'volumeName');
  const namespace = text(source, 'volumeNamespace');
  return [
    ...(name === '' ? [required(child(field, 'volumeName'))] : isLabel(name, child(field, 'volumeName'))),
    ...(namespace === '' ? [] : isLabel(namespace, child(field, 'volumeNamespace'))),
  ];
}
