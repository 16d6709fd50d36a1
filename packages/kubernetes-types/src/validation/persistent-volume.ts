import { sortedKeys, type ValueMap } from '@managed-fields/merge-engine';
import { amountOf } from './amount.ts';
import { accessModeErrors } from './claim.ts';
import { withoutBacksteps } from './environment.ts';
import { type Errors, forbidden, forbiddenChange, invalid, notSupported, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { dns1123Label, dns1123Subdomain } from './names.ts';
import { has, pointer, struct, structAt, structs, text, texts, withAt, withoutAt } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { isGiven, isOneOf, isPositiveAmount, isReadableAmount, named } from './scalars.ts';
import { nodeSelector } from './scheduling.ts';
import { sameAt, sameMeaning } from './semantic.ts';
import { shown } from './shown.ts';
import { driverName, type SourceCheck, sharedSources } from './volume-source.ts';

/*
 * PersistentVolumes.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidatePersistentVolume.
 */

/** Complaints about a new PersistentVolume. */
export function volumeErrors(volume: ValueMap): Errors {
  return [
    ...metadataErrors(volume, { namespaced: false, name: dns1123Subdomain }),
    ...volumeSpec(struct(volume, 'spec')),
  ];
}

/** Sources in the order in which the server looks for them. */
const sources = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
];

const shared = sharedSources(true);
const ownSources: Readonly<Record<string, SourceCheck>> = { csi: containerStorage, local: localPath };

function volumeSpec(spec: ValueMap): Errors {
  const policy = text(spec, 'persistentVolumeReclaimPolicy');
  const className = text(spec, 'storageClassName');
  return [
    ...modeErrors(spec, 'spec'),
    ...capacityErrors(spec),
    ...(policy === '' ? [] : isOneOf(policy, ['Delete', 'Recycle', 'Retain'], 'spec.persistentVolumeReclaimPolicy')),
    ...affinityErrors(spec),
    ...sourceErrors(spec, 'spec'),
    ...recycledRoot(spec, 'spec'),
    ...(className === '' ? [] : named(dns1123Subdomain, className, 'spec.storageClassName')),
    ...(has(spec, 'volumeMode') ? isOneOf(text(spec, 'volumeMode'), ['Block', 'Filesystem'], 'spec.volumeMode') : []),
    ...attributesClass(spec),
  ];
}

/**
 * Complaints about a volume that stands inside of a VolumeAttachment.
 * Upstream: ValidatePersistentVolumeSpec with validateInlinePersistentVolumeSpec.
 */
export function inlineVolumeErrors(spec: ValueMap, field: Field): Errors {
  const inline = 'in the context of inline volumes';
  const policy = text(spec, 'persistentVolumeReclaimPolicy');
  const mode = text(spec, 'volumeMode');
  const unwanted = (name: string) => forbidden(child(field, name), `may not be specified ${inline}`);
  return [
    ...(has(spec, 'claimRef') ? [unwanted('claimRef')] : []),
    ...(struct(spec, 'capacity').size > 0 ? [unwanted('capacity')] : []),
    ...(has(spec, 'csi') ? [] : [required(child(field, 'csi'), `has to be specified ${inline}`)]),
    ...modeErrors(spec, field),
    ...(policy === '' || policy === 'Retain'
      ? []
      : [forbidden(child(field, 'persistentVolumeReclaimPolicy'), `may only be Retain ${inline}`)]),
    ...(has(spec, 'nodeAffinity') ? [unwanted('nodeAffinity')] : []),
    ...sourceErrors(spec, field),
    ...recycledRoot(spec, field),
    ...(text(spec, 'storageClassName') === '' ? [] : [unwanted('storageClassName')]),
    ...(has(spec, 'volumeMode') && mode !== 'Filesystem'
      ? [forbidden(child(field, 'volumeMode'), `may not specify volumeMode other than Filesystem ${inline}`)]
      : []),
  ];
}

function modeErrors(spec: ValueMap, field: Field): Errors {
  const modes = texts(spec, 'accessModes');
  const place = child(field, 'accessModes');
  return [...(modes.length === 0 ? [required(place)] : []), ...accessModeErrors(modes, place)];
}

function recycledRoot(spec: ValueMap, field: Field): Errors {
  const root = has(spec, 'hostPath') && isRoot(text(struct(spec, 'hostPath'), 'path'));
  if (!root || text(spec, 'persistentVolumeReclaimPolicy') !== 'Recycle') return [];
  return [forbidden(child(field, 'persistentVolumeReclaimPolicy'), "may not be 'recycle' for a hostPath mount of '/'")];
}

function isRoot(path: string): boolean {
  return path.startsWith('/') && path.split('/').every((part) => part === '' || part === '.');
}

function capacityErrors(spec: ValueMap): Errors {
  const field = 'spec.capacity';
  const capacity = struct(spec, 'capacity');
  const odd = !capacity.has('storage') || capacity.size > 1;
  return [
    ...(capacity.size === 0 ? [required(field)] : []),
    ...(odd ? [notSupported(field, shown('core.ResourceList', spec.get('capacity')), ['storage'])] : []),
    ...sortedKeys(capacity).flatMap((name) => {
      const amount = amountOf(capacity.get(name));
      if (amount === undefined) return [];
      const place = at(field, name);
      return [...isReadableAmount(amount, place), ...isPositiveAmount(amount, place)];
    }),
  ];
}

function affinityErrors(spec: ValueMap): Errors {
  const affinity = pointer(spec, 'nodeAffinity');
  if (affinity === undefined) return [];
  const chosen = pointer(affinity, 'required');
  const place = 'spec.nodeAffinity.required';
  return chosen === undefined
    ? [required(place, 'must specify required node constraints')]
    : nodeSelector(chosen, place);
}

function sourceErrors(spec: ValueMap, field: Field): Errors {
  const found = sources.filter((name) => has(spec, name));
  if (found.length === 0) return [required(field, 'must specify a volume type')];
  return found.flatMap((name, i) => {
    if (i > 0 && name !== 'flexVolume') {
      return [forbidden(child(field, name === 'cephfs' ? 'cephFS' : name), 'may not specify more than 1 volume type')];
    }
    const place = child(field, name === 'gcePersistentDisk' ? 'persistentDisk' : name);
    const errors = (ownSources[name] ?? shared.get(name))?.(struct(spec, name), place) ?? [];
    const placed = name !== 'local' || has(spec, 'nodeAffinity');
    return placed ? errors : [...errors, required(child(field, 'nodeAffinity'), 'Local volume requires node affinity')];
  });
}

function localPath(source: ValueMap, field: Field): Errors {
  const path = text(source, 'path');
  return path === '' ? [required(child(field, 'path'))] : withoutBacksteps(path, child(field, 'path'));
}

const secretFields = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
];

function containerStorage(source: ValueMap, field: Field): Errors {
  return [
    ...driverName(text(source, 'driver'), child(field, 'driver')),
    ...isGiven(source, 'volumeHandle', field),
    ...secretFields.flatMap((name) => {
      const secret = pointer(source, name);
      return secret === undefined ? [] : secretErrors(secret, child(field, name));
    }),
  ];
}

/** Upstream: validatePVSecretReference. */
function secretErrors(secret: ValueMap, field: Field): Errors {
  return ['name', 'namespace'].flatMap((name) => {
    const value = text(secret, name);
    const place = child(field, name);
    return value === '' ? [required(place)] : named(name === 'name' ? dns1123Subdomain : dns1123Label, value, place);
  });
}

function attributesClass(spec: ValueMap): Errors {
  const field = 'spec.volumeAttributesClassName';
  if (!has(spec, 'volumeAttributesClassName')) return [];
  const name = text(spec, 'volumeAttributesClassName');
  return [
    ...(name === '' ? [required(field, 'an empty string is disallowed')] : named(dns1123Subdomain, name, field)),
    ...(has(spec, 'csi') ? [] : [required('spec.csi', 'has to be specified when using volumeAttributesClassName')]),
  ];
}

/** Complaints about a changed PersistentVolume. */
export function volumeUpdateErrors(volume: ValueMap, old: ValueMap): Errors {
  const spec = struct(volume, 'spec');
  const before = struct(old, 'spec');
  const name = 'volumeAttributesClassName';
  const moved = has(before, 'nodeAffinity') && !sameAt(withOldLabels(spec, before), before, 'nodeAffinity');
  const words = 'field is immutable, except for updating from beta label to GA';
  return [
    // The server checks the whole object twice.
    ...volumeErrors(volume),
    ...volumeErrors(volume),
    ...sourceChange(spec, before),
    ...(sameAt(spec, before, 'volumeMode')
      ? []
      : [invalid('volumeMode', spec.get('volumeMode') ?? null, 'field is immutable')]),
    ...(moved ? [invalid('nodeAffinity', shown('*core.VolumeNodeAffinity', spec.get('nodeAffinity')), words)] : []),
    ...(has(before, name) && !has(spec, name)
      ? [forbidden(child('spec', name), 'update from non-nil value to nil is forbidden')]
      : []),
  ];
}

/** Labels of Nodes that were beta, and what they are called now. */
const stableLabels: ReadonlyMap<string, string> = new Map([
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['beta.kubernetes.io/os', 'kubernetes.io/os'],
  ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
]);

/**
 * A spec that asks for labels by their old names where it may ask for the new ones instead. Every other label may be
 * replaced by none, as the server looks for its new name and finds an empty text.
 * Upstream: getMaskNodeSelectorLabelChangeEqualities.
 */
function withOldLabels(spec: ValueMap, before: ValueMap): ValueMap {
  const path = ['nodeAffinity', 'required'];
  const old = structs(structAt(before, ...path), 'nodeSelectorTerms');
  if (old.length === 0 || !has(structAt(spec, 'nodeAffinity'), 'required')) return spec;
  const required = mapItems(structAt(spec, ...path), 'nodeSelectorTerms', (term, i) =>
    ['matchExpressions', 'matchFields'].reduce(
      (result, field) =>
        mapItems(result, field, (wanted, j) => {
          const was = text(structs(old[i], field)[j], 'key');
          return (stableLabels.get(was) ?? '') === text(wanted, 'key') ? new Map(wanted).set('key', was) : wanted;
        }),
      term,
    ),
  );
  return withAt(spec, path, required);
}

function mapItems(holder: ValueMap, field: string, each: (item: ValueMap, i: number) => ValueMap): ValueMap {
  const items = structs(holder, field);
  return items.length === 0 ? holder : new Map(holder).set(field, items.map(each));
}

/** Complaints about a changed source; a secret for expansion may be added. */
function sourceChange(spec: ValueMap, before: ValueMap): Errors {
  const added = ['csi', 'controllerExpandSecretRef'];
  const free = has(before, 'csi') && !structAt(before, 'csi').has('controllerExpandSecretRef');
  const after = free ? withoutAt(spec, added) : spec;
  if (sources.every((name) => sameMeaning(after.get(name), before.get(name)))) return [];
  const field = 'spec.persistentvolumesource';
  return [
    forbiddenChange(field, `${field} is immutable after creation`, {
      type: 'core.PersistentVolumeSource',
      before,
      after,
    }),
  ];
}

/** Complaints about a PersistentVolume whose status changes. */
export function volumeStatusErrors(volume: ValueMap, old: ValueMap): Errors {
  const version = text(struct(volume, 'metadata'), 'resourceVersion');
  return [...metadataUpdateErrors(volume, old), ...(version === '' ? [required('resourceVersion')] : [])];
}
