import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { amountOf, signOf } from './amount.ts';
import { claimSpec } from './claim.ts';
import {
  descending,
  fieldReference,
  localFile,
  resourceReference,
  volumeFields,
  withoutBacksteps,
} from './environment.ts';
import { duplicate, type Errors, forbidden, invalid, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labels } from './label-selector.ts';
import { dns1123Subdomain } from './names.ts';
import { count, flag, has, list, number, pointer, struct, structs, text } from './object.ts';
import { isGiven, isGivenOneOf, isLabel, isOneOf, named } from './scalars.ts';

/** Volumes of a Pod by name, those that are valid. */
export type Volumes = ReadonlyMap<string, ValueMap>;

/** A Pod's volumes: those that are valid by name, and complaints about all. Upstream: ValidateVolumes. */
export function podVolumes(
  spec: ValueMap,
  podName: string,
  isPod: boolean,
  field: Field,
): { readonly volumes: Volumes; readonly errors: Errors } {
  const volumes = new Map<string, ValueMap>();
  const created = new Set(
    structs(spec, 'volumes').flatMap((volume) =>
      podName !== '' && has(volume, 'ephemeral') ? [`${podName}-${text(volume, 'name')}`] : [],
    ),
  );
  const errors = structs(spec, 'volumes').flatMap((volume, i) => {
    const place = at(field, i);
    const name = text(volume, 'name');
    const found = [
      ...volumeSource(volume, podName, isPod, place),
      ...(name === '' ? [required(child(place, 'name'))] : isLabel(name, child(place, 'name'))),
      ...(volumes.has(name) ? [duplicate(child(place, 'name'), name)] : []),
    ];
    if (found.length === 0) volumes.set(name, volume);
    const claim = text(pointer(volume, 'persistentVolumeClaim'), 'claimName');
    if (has(volume, 'persistentVolumeClaim') && created.has(claim)) {
      const words = 'must not reference a PVC that gets created for an ephemeral volume';
      found.push(invalid(child(place, 'persistentVolumeClaim', 'claimName'), claim, words));
    }
    return found;
  });
  return { volumes, errors };
}

type SourceCheck = (source: ValueMap, field: Field, isPod: boolean) => Errors;

/** A check that some text fields are given. */
function given(...names: readonly string[]): SourceCheck {
  return (source, field) => names.flatMap((name) => isGiven(source, name, field));
}

/** A check that a list is not empty. */
function filled(name: string): SourceCheck {
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

/** Sources in the order in which the server looks for them; what follows a first one is refused. */
const sources: readonly (readonly [string, SourceCheck])[] = [
  ['emptyDir', emptyDirectory],
  ['hostPath', hostPath],
  [
    'gitRepo',
    (source, field) => [
      ...given('repository')(source, field, false),
      ...descending(text(source, 'directory'), child(field, 'directory')),
    ],
  ],
  ['gcePersistentDisk', given('pdName')],
  ['awsElasticBlockStore', given('volumeID')],
  ['secret', (source, field) => [...given('secretName')(source, field, false), ...fileItems(source, field)]],
  ['nfs', networkDirectory],
  ['iscsi', given('targetPortal', 'iqn')],
  ['glusterfs', given('endpoints', 'path')],
  ['flocker', flocker],
  ['persistentVolumeClaim', given('claimName')],
  ['rbd', (source, field) => [...filled('monitors')(source, field, false), ...given('image')(source, field, false)]],
  ['cinder', given('volumeID')],
  ['cephfs', filled('monitors')],
  ['quobyte', given('registry', 'volume')],
  ['downwardAPI', (source, field) => [...mode(source, 'defaultMode', field), ...downwardFiles(source, field)]],
  ['fc', () => []],
  ['flexVolume', given('driver')],
  ['configMap', (source, field) => [...given('name')(source, field, false), ...fileItems(source, field)]],
  ['azureFile', given('secretName', 'shareName')],
  ['vsphereVolume', given('volumePath')],
  ['photonPersistentDisk', given('pdID')],
  ['portworxVolume', given('volumeID')],
  ['azureDisk', given('diskName', 'diskURI')],
  ['storageos', given('volumeName')],
  ['projected', projected],
  ['scaleIO', given('gateway', 'system', 'volumeName')],
  ['csi', containerStorage],
  ['ephemeral', ephemeral],
  ['image', image],
];

/** Upstream: validateVolumeSource. */
function volumeSource(volume: ValueMap, podName: string, isPod: boolean, field: Field): Errors {
  const found = sources.filter(([name]) => has(volume, name));
  if (found.length === 0) return [required(field, 'must specify a volume type')];
  return found.flatMap(([name, check], i) => {
    if (i > 0) {
      const named = name === 'downwardAPI' ? 'downwarAPI' : name === 'cephfs' ? 'cephFS' : name;
      return [forbidden(child(field, named), 'may not specify more than 1 volume type')];
    }
    const place = child(field, name === 'gcePersistentDisk' ? 'persistentDisk' : name);
    const errors = check(pointer(volume, name) ?? new Map(), place, isPod);
    return name === 'ephemeral' ? [...errors, ...createdClaimName(volume, podName, field)] : errors;
  });
}

function createdClaimName(volume: ValueMap, podName: string, field: Field): Errors {
  const name = text(volume, 'name');
  if (podName === '' || name === '') return [];
  const claim = `${podName}-${name}`;
  return dns1123Subdomain(claim).map((words) => invalid(child(field, 'name'), name, `PVC name "${claim}": ${words}`));
}

function emptyDirectory(source: ValueMap, field: Field): Errors {
  const limit = amountOf(source.get('sizeLimit'));
  if (limit === undefined || signOf(limit) >= 0) return [];
  return [forbidden(child(field, 'sizeLimit'), 'SizeLimit field must be a valid resource quantity')];
}

function hostPath(source: ValueMap, field: Field): Errors {
  const path = text(source, 'path');
  if (path === '') return [required(child(field, 'path'))];
  return [
    ...withoutBacksteps(path, child(field, 'path')),
    ...isOneOf(text(source, 'type'), hostPathTypes, child(field, 'type')),
  ];
}

function networkDirectory(source: ValueMap, field: Field): Errors {
  const path = text(source, 'path');
  const absolute = path.startsWith('/') ? [] : [invalid(child(field, 'path'), path, 'must be an absolute path')];
  return [...given('server', 'path')(source, field, false), ...absolute];
}

function flocker(source: ValueMap, field: Field): Errors {
  if (text(source, 'datasetName') !== '' || text(source, 'datasetUUID') !== '') return [];
  return [required(field, 'one of datasetName and datasetUUID is required')];
}

/** Upstream: ValidateCSIDriverName. */
function containerStorage(source: ValueMap, field: Field): Errors {
  const driver = text(source, 'driver');
  const secret = pointer(source, 'nodePublishSecretRef');
  const missing = secret !== undefined && text(secret, 'name') === '';
  return [
    ...driverName(driver, child(field, 'driver')),
    ...(missing ? [required(child(field, 'nodePublishSecretRef', 'name'))] : []),
    ...(secret !== undefined && !missing ? named(dns1123Subdomain, text(secret, 'name'), child(field, 'name')) : []),
  ];
}

/** The name of a storage driver. Upstream: ValidateCSIDriverName. */
export function driverName(driver: string, field: Field): Errors {
  if (driver === '') return [required(field)];
  const long = driver.length > 63 ? [{ type: 'TooLong' as const, field, detail: 'may not be more than 63 bytes' }] : [];
  return [...long, ...named(dns1123Subdomain, driver.toLowerCase(), field)];
}

function ephemeral(source: ValueMap, field: Field): Errors {
  const template = pointer(source, 'volumeClaimTemplate');
  const place = child(field, 'volumeClaimTemplate');
  if (template === undefined) return [required(place)];
  return [
    ...labels(struct(template, 'metadata'), 'labels', child(place, 'metadata')),
    ...claimSpec(struct(template, 'spec'), child(place, 'spec')),
  ];
}

function image(source: ValueMap, field: Field, isPod: boolean): Errors {
  const missing = isPod && text(source, 'reference') === '';
  return [
    ...(missing ? [required(child(field, 'reference'))] : []),
    ...isGivenOneOf(text(source, 'pullPolicy'), ['Always', 'IfNotPresent', 'Never'], child(field, 'pullPolicy')),
  ];
}

const modeWords = 'must be a number between 0 and 0777 (octal), both inclusive';

function mode(source: ValueMap, name: string, field: Field): Errors {
  const value = count(source, name);
  if (value === undefined || (value >= 0 && value <= 0o777)) return [];
  return [invalid(child(field, name), BigInt(value), modeWords)];
}

function fileItems(source: ValueMap, field: Field): Errors {
  return [
    ...mode(source, 'defaultMode', field),
    ...structs(source, 'items').flatMap((item, i) => fileItem(item, at(child(field, 'items'), i))),
  ];
}

/** Upstream: validateKeyToPath. */
function fileItem(item: ValueMap, field: Field): Errors {
  return [
    ...given('key', 'path')(item, field, false),
    ...localFile(text(item, 'path'), child(field, 'path')),
    ...mode(item, 'mode', field),
  ];
}

/** All files complain about the volume, not about themselves. Upstream: validateDownwardAPIVolumeFile. */
function downwardFiles(source: ValueMap, field: Field): Errors {
  return structs(source, 'items').flatMap((file) => {
    const fieldRef = pointer(file, 'fieldRef');
    const resourceRef = pointer(file, 'resourceFieldRef');
    const both = 'fieldRef and resourceFieldRef can not be specified simultaneously';
    const content =
      fieldRef !== undefined
        ? [
            ...fieldReference(fieldRef, volumeFields, child(field, 'fieldRef')),
            ...(resourceRef === undefined ? [] : [invalid(field, 'resource', both)]),
          ]
        : resourceRef !== undefined
          ? resourceReference(resourceRef, child(field, 'resourceFieldRef'), true)
          : [required(field, 'one of fieldRef and resourceFieldRef is required')];
    return [
      ...given('path')(file, field, false),
      ...localFile(text(file, 'path'), child(field, 'path')),
      ...content,
      ...mode(file, 'mode', field),
    ];
  });
}

/** Upstream: validateProjectionSources. */
function projected(source: ValueMap, field: Field): Errors {
  const paths = new Set<string>();
  const conflict = (path: string, shown: Value): Errors => {
    if (path === '' || !paths.has(path)) {
      paths.add(path);
      return [];
    }
    return [invalid(field, shown, 'conflicting duplicate paths')];
  };
  return [
    ...mode(source, 'defaultMode', field),
    ...structs(source, 'sources').flatMap((one, i) => projection(one, at(child(field, 'sources'), i), field, conflict)),
  ];
}

function projection(
  source: ValueMap,
  place: Field,
  field: Field,
  conflict: (path: string, shown: Value) => Errors,
): Errors {
  const errors: Errors[number][] = [];
  for (const kind of ['secret', 'configMap']) {
    const files = pointer(source, kind);
    if (files === undefined) continue;
    errors.push(...given('name')(files, child(place, kind), false));
    for (const [i, item] of structs(files, 'items').entries()) {
      errors.push(...fileItem(item, at(child(place, kind, 'items'), i)));
      errors.push(...conflict(text(item, 'path'), text(files, 'name')));
    }
  }
  const downward = pointer(source, 'downwardAPI');
  if (downward !== undefined) {
    for (const item of structs(downward, 'items')) {
      errors.push(...downwardFiles(new Map([['items', [item]]]), child(place, 'downwardAPI')));
      errors.push(...conflict(text(item, 'path'), text(item, 'path')));
    }
  }
  const token = pointer(source, 'serviceAccountToken');
  if (token !== undefined) errors.push(...tokenFile(token, child(place, 'serviceAccountToken'), field));
  if (Object.keys(Object.fromEntries(source)).length > 1) {
    errors.push(forbidden(place, 'may not specify more than 1 volume type'));
  }
  return errors;
}

function tokenFile(token: ValueMap, place: Field, field: Field): Errors {
  const seconds = number(token, 'expirationSeconds');
  const shown = BigInt(seconds);
  const lasting = child(place, 'expirationSeconds');
  return [
    ...(seconds < 600 ? [invalid(lasting, shown, 'may not specify a duration less than 10 minutes')] : []),
    ...(seconds > 2 ** 32 ? [invalid(lasting, shown, 'may not specify a duration larger than 2^32 seconds')] : []),
    ...(text(token, 'path') === ''
      ? [required(child(field, 'path'))]
      : localFile(text(token, 'path'), child(field, 'path'))),
  ];
}

/** Where volumes are mounted in a container. Upstream: ValidateVolumeMounts. */
export function volumeMounts(container: ValueMap, volumes: Volumes, field: Field): Errors {
  const mounts = child(field, 'volumeMounts');
  const devices = structs(container, 'volumeDevices');
  const paths = new Set<string>();
  const privileged = flag(struct(container, 'securityContext'), 'privileged') === true;
  return structs(container, 'volumeMounts').flatMap((mount, i) => {
    const place = at(mounts, i);
    const name = text(mount, 'name');
    const path = text(mount, 'mountPath');
    const errors: Errors[number][] = [...given('name')(mount, place, false)];
    if (!volumes.has(name)) errors.push({ type: 'NotFound', field: child(place, 'name'), value: name, detail: '' });
    if (path === '') errors.push(required(child(place, 'mountPath')));
    if (paths.has(path)) errors.push(invalid(child(place, 'mountPath'), path, 'must be unique'));
    paths.add(path);
    if (devices.some((device) => text(device, 'name') === name)) {
      errors.push(invalid(child(place, 'name'), name, 'must not already exist in volumeDevices'));
    }
    if (devices.some((device) => text(device, 'devicePath') === path)) {
      errors.push(invalid(child(place, 'mountPath'), path, 'must not already exist as a path in volumeDevices'));
    }
    const subPath = text(mount, 'subPath');
    const expression = text(mount, 'subPathExpr');
    if (subPath !== '') errors.push(...descending(subPath, child(mounts, 'subPath')));
    if (expression !== '') {
      const words = 'subPathExpr and subPath are mutually exclusive';
      if (subPath !== '') errors.push(invalid(child(place, 'subPathExpr'), expression, words));
      errors.push(...descending(expression, child(mounts, 'subPathExpr')));
    }
    return [...errors, ...propagation(mount, privileged, mounts), ...recursiveReadOnly(mount, mounts)];
  });
}

function propagation(mount: ValueMap, privileged: boolean, field: Field): Errors {
  if (!has(mount, 'mountPropagation')) return [];
  const mode = text(mount, 'mountPropagation');
  const place = child(field, 'mountPropagation');
  const words = 'Bidirectional mount propagation is available only to privileged containers';
  return [
    ...isOneOf(mode, ['Bidirectional', 'HostToContainer', 'None'], place),
    ...(mode === 'Bidirectional' && !privileged ? [forbidden(place, words)] : []),
  ];
}

function recursiveReadOnly(mount: ValueMap, field: Field): Errors {
  if (!has(mount, 'recursiveReadOnly')) return [];
  const mode = text(mount, 'recursiveReadOnly');
  const place = child(field, 'recursiveReadOnly');
  const errors = isOneOf(mode, ['Disabled', 'Enabled', 'IfPossible'], place);
  if (errors.length > 0 || mode === 'Disabled') return errors;
  const propagated = has(mount, 'mountPropagation') && text(mount, 'mountPropagation') !== 'None';
  return [
    ...(flag(mount, 'readOnly') === true ? [] : [forbidden(place, 'may only be specified when readOnly is true')]),
    ...(propagated ? [forbidden(place, 'may only be specified when mountPropagation is None or not specified')] : []),
  ];
}

/** Block devices of a container. Upstream: ValidateVolumeDevices. */
export function volumeDevices(container: ValueMap, volumes: Volumes, field: Field): Errors {
  const mounts = structs(container, 'volumeMounts');
  const names = new Set<string>();
  const paths = new Set<string>();
  return structs(container, 'volumeDevices').flatMap((device, i) => {
    const place = at(child(field, 'volumeDevices'), i);
    const name = text(device, 'name');
    const path = text(device, 'devicePath');
    const source = volumes.get(name);
    const claimed = source !== undefined && (has(source, 'persistentVolumeClaim') || has(source, 'ephemeral'));
    const errors: Errors[number][] = [...given('name')(device, place, false)];
    if (names.has(name)) errors.push(invalid(child(place, 'name'), name, 'must be unique'));
    if (source !== undefined && !claimed) {
      const words = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      errors.push(invalid(child(place, 'name'), name, words));
    }
    if (source === undefined) errors.push({ type: 'NotFound', field: child(place, 'name'), value: name, detail: '' });
    if (path === '') errors.push(required(child(place, 'devicePath')));
    if (paths.has(path)) errors.push(invalid(child(place, 'devicePath'), path, 'must be unique'));
    if (path.split('/').includes('..')) {
      errors.push(invalid(child(place, 'devicePath'), path, "can not contain backsteps ('..')"));
    } else paths.add(path);
    if (mounts.some((mount) => text(mount, 'name') === name)) {
      errors.push(invalid(child(place, 'name'), name, 'must not already exist in volumeMounts'));
    }
    if (mounts.some((mount) => text(mount, 'mountPath') === path)) {
      errors.push(invalid(child(place, 'devicePath'), path, 'must not already exist as a path in volumeMounts'));
    }
    if (name !== '') names.add(name);
    return errors;
  });
}
