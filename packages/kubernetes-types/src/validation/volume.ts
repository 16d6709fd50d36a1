import type { ValueMap } from '@managed-fields/merge-engine';
import { amountOf, signOf } from './amount.ts';
import { claimSpec } from './claim.ts';
import { descending } from './environment.ts';
import { duplicate, type Errors, forbidden, inVersions, invalid, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { dns1123Subdomain } from './names.ts';
import { has, pointer, struct, structs, text } from './object.ts';
import { isGiven, isGivenOneOf, isLabel, named } from './scalars.ts';
import { templateMetadata } from './template-metadata.ts';
import { downwardVolume, fileItems, projected } from './volume-files.ts';
import { driverName, type SourceCheck, sharedSources } from './volume-source.ts';

/** The valid volumes of a Pod by name. */
export type Volumes = ReadonlyMap<string, ValueMap>;

/** Checks a Pod's volumes: returns the valid ones by name, and the complaints about all. Upstream: ValidateVolumes. */
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

/** Upstream: validateVolumeSource. */
function volumeSource(volume: ValueMap, podName: string, isPod: boolean, field: Field): Errors {
  const found = order.filter((name) => has(volume, name));
  if (found.length === 0) return [required(field, 'must specify a volume type')];
  return found.flatMap((name, i) => {
    if (i > 0) {
      const named = name === 'downwardAPI' ? 'downwarAPI' : name === 'cephfs' ? 'cephFS' : name;
      return [forbidden(child(field, named), 'may not specify more than 1 volume type')];
    }
    const place = child(field, name === 'gcePersistentDisk' ? 'persistentDisk' : name);
    const source = struct(volume, name);
    if (name === 'image') return image(source, place, isPod);
    const errors = (ownSources[name] ?? checks.get(name))?.(source, place) ?? [];
    return name === 'ephemeral' ? [...errors, ...createdClaimName(volume, podName, field)] : errors;
  });
}

function createdClaimName(volume: ValueMap, podName: string, field: Field): Errors {
  const name = text(volume, 'name');
  if (podName === '' || name === '') return [];
  const claim = `${podName}-${name}`;
  return dns1123Subdomain(claim).map((words) => invalid(child(field, 'name'), name, `PVC name "${claim}": ${words}`));
}

function ephemeral(source: ValueMap, field: Field): Errors {
  const template = pointer(source, 'volumeClaimTemplate');
  const place = child(field, 'volumeClaimTemplate');
  if (template === undefined) return [required(place)];
  return [
    ...templateMetadata(struct(template, 'metadata'), child(place, 'metadata')),
    ...claimSpec(struct(template, 'spec'), child(place, 'spec')),
  ];
}

function image(source: ValueMap, field: Field, isPod: boolean): Errors {
  const missing = text(source, 'reference') === '' ? [required(child(field, 'reference'))] : [];
  return [
    ...(isPod ? missing : inVersions({ from: 'v1.37' }, missing)),
    ...isGivenOneOf(text(source, 'pullPolicy'), ['Always', 'IfNotPresent', 'Never'], child(field, 'pullPolicy')),
  ];
}

/** The checks of sources that only Pods have. */
const ownSources: Readonly<Record<string, SourceCheck>> = {
  emptyDir: emptyDirectory,
  gitRepo: (source, field) => [
    ...isGiven(source, 'repository', field),
    ...descending(text(source, 'directory'), child(field, 'directory')),
  ],
  secret: (source, field) => [...isGiven(source, 'secretName', field), ...fileItems(source, field)],
  persistentVolumeClaim: (source, field) => isGiven(source, 'claimName', field),
  downwardAPI: downwardVolume,
  configMap: (source, field) => [...isGiven(source, 'name', field), ...fileItems(source, field)],
  projected,
  csi: containerStorage,
  ephemeral,
};

const checks = sharedSources(false);

/** Sources in the order in which the server checks them; any after the first one is refused. */
const order = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
];

function emptyDirectory(source: ValueMap, field: Field): Errors {
  const limit = amountOf(source.get('sizeLimit'));
  if (limit === undefined || signOf(limit) >= 0) return [];
  return [forbidden(child(field, 'sizeLimit'), 'SizeLimit field must be a valid resource quantity')];
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
