import {
  byteLength,
  lossyText,
  mapAt,
  metadataOf,
  utf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { Description } from './description.ts';
import { writeAnnotations, writeLabels } from './shared.ts';
import { isSet, mapsAt, numberAt, selectorText, shown, sortedBy, sortedEntries, textAt, textsAt } from './values.ts';

/** How a field of a source is shown. */
type Form = 'text' | 'number' | 'flag' | 'texts' | 'joined' | 'reference' | 'options' | ((source: ValueMap) => string);

/** A field of a source: its label, its name, and how it is shown. Another label than with a colon says so itself. */
type Row = readonly [label: string, field: string, form?: Form];

/** A kind of source: what kubectl says of it, its fields, and what follows them. */
interface Source {
  readonly type: string;
  readonly rows: readonly Row[];
  readonly more?: (out: Description, source: ValueMap) => void;
}

const readOnly: Row = ['ReadOnly', 'readOnly', 'flag'];
const fsType: Row = ['FSType', 'fsType'];
const secretRef: Row = ['SecretRef', 'secretRef', 'reference'];
const optional: Row = ['Optional', 'optional', 'flag'];

/** What is shown of a field that is absent, in place of an empty text. */
const or = (field: string, absent: string) => (source: ValueMap) =>
  source.has(field) ? textAt(source, field) : absent;

const scaleIO: readonly Row[] = [
  ['Gateway', 'gateway'],
  ['System', 'system'],
  ['Protection Domain', 'protectionDomain'],
  ['Storage Pool', 'storagePool'],
  ['Storage Mode', 'storageMode'],
  ['VolumeName', 'volumeName'],
];

/** A source with the driver of a container storage interface. */
const interfaceRows: readonly Row[] = [['Driver', 'driver'], fsType];
const withAttributes = (out: Description, source: ValueMap) => writeAttributes(out, mapAt(source, 'volumeAttributes'));

/**
 * The sources of volumes, in the order in which kubectl looks for them. Upstream: kubectl pkg/describe/describe.go
 * describeVolumes.
 */
const sources: Readonly<Record<string, Source>> = {
  hostPath: {
    type: 'HostPath (bare host directory volume)',
    rows: [
      ['Path', 'path'],
      ['HostPathType', 'type', or('type', '<none>')],
    ],
  },
  emptyDir: {
    type: "EmptyDir (a temporary directory that shares a pod's lifetime)",
    rows: [
      ['Medium', 'medium'],
      [
        'SizeLimit',
        'sizeLimit',
        (source) => (/[1-9]/.test(textAt(source, 'sizeLimit')) ? textAt(source, 'sizeLimit') : '<unset>'),
      ],
    ],
  },
  gcePersistentDisk: {
    type: 'GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)',
    rows: [['PDName', 'pdName'], fsType, ['Partition', 'partition', 'number'], readOnly],
  },
  awsElasticBlockStore: {
    type: 'AWSElasticBlockStore (a Persistent Disk resource in AWS)',
    rows: [['VolumeID', 'volumeID'], fsType, ['Partition', 'partition', 'number'], readOnly],
  },
  gitRepo: {
    type: 'GitRepo (a volume that is pulled from git when the pod is created)',
    rows: [
      ['Repository', 'repository'],
      ['Revision', 'revision'],
    ],
  },
  secret: { type: 'Secret (a volume populated by a Secret)', rows: [['SecretName', 'secretName'], optional] },
  configMap: { type: 'ConfigMap (a volume populated by a ConfigMap)', rows: [['Name', 'name'], optional] },
  nfs: {
    type: 'NFS (an NFS mount that lasts the lifetime of a pod)',
    rows: [['Server', 'server'], ['Path', 'path'], readOnly],
  },
  iscsi: {
    type: "ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
    rows: [
      ['TargetPortal', 'targetPortal'],
      ['IQN', 'iqn'],
      ['Lun', 'lun'],
      ['ISCSIInterface\t', 'iscsiInterface'],
      fsType,
      readOnly,
      ['Portals', 'portals', 'texts'],
      ['DiscoveryCHAPAuth', 'chapAuthDiscovery', 'flag'],
      ['SessionCHAPAuth', 'chapAuthSession', 'flag'],
      secretRef,
      ['InitiatorName', 'initiatorName', or('initiatorName', '<none>')],
    ],
  },
  glusterfs: {
    type: "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
    rows: [['EndpointsName', 'endpoints'], ['Path', 'path'], readOnly],
  },
  persistentVolumeClaim: {
    type: 'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
    rows: [['ClaimName', 'claimName'], readOnly],
  },
  ephemeral: {
    type: 'EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)',
    rows: [],
    more(out, source) {
      const template = mapAt(source, 'volumeClaimTemplate');
      if (template === undefined) return;
      const annotated = mapAt(metadataOf(template), 'annotations')?.get('volume.beta.kubernetes.io/storage-class');
      const named = typeof annotated === 'string' ? annotated : textAt(mapAt(template, 'spec'), 'storageClassName');
      out.within(2, () => writeClaim(out, template, { storageClass: named }));
    },
  },
  rbd: {
    type: "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
    rows: [
      ['CephMonitors', 'monitors', 'texts'],
      ['RBDImage', 'image'],
      fsType,
      ['RBDPool', 'pool'],
      ['RadosUser', 'user'],
      ['Keyring', 'keyring'],
      secretRef,
      readOnly,
    ],
  },
  quobyte: {
    type: "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)",
    rows: [['Registry', 'registry'], ['Volume', 'volume'], readOnly],
  },
  downwardAPI: {
    type: 'DownwardAPI (a volume populated by information about the pod)',
    rows: [],
    more(out, source) {
      out.write(2, 'Items:\n');
      for (const item of mapsAt(source, 'items')) {
        const [field, resource] = [mapAt(item, 'fieldRef'), mapAt(item, 'resourceFieldRef')];
        if (field !== undefined) out.write(3, `${textAt(field, 'fieldPath')} -> ${textAt(item, 'path')}\n`);
        if (resource !== undefined) out.write(3, `${textAt(resource, 'resource')} -> ${textAt(item, 'path')}\n`);
      }
    },
  },
  azureDisk: {
    type: 'AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)',
    rows: [
      ['DiskName', 'diskName'],
      ['DiskURI', 'diskURI'],
      ['Kind: \t', 'kind'],
      fsType,
      ['CachingMode', 'cachingMode'],
      readOnly,
    ],
  },
  vsphereVolume: {
    type: 'vSphereVolume (a Persistent Disk resource in vSphere)',
    rows: [['VolumePath', 'volumePath'], fsType, ['StoragePolicyName', 'storagePolicyName']],
  },
  cinder: {
    type: 'Cinder (a Persistent Disk resource in OpenStack)',
    rows: [['VolumeID', 'volumeID'], fsType, readOnly, secretRef],
  },
  photonPersistentDisk: {
    type: 'PhotonPersistentDisk (a Persistent Disk resource in photon platform)',
    rows: [['PdID', 'pdID'], fsType],
  },
  portworxVolume: { type: 'PortworxVolume (a Portworx Volume resource)', rows: [['VolumeID', 'volumeID']] },
  scaleIO: {
    type: 'ScaleIO (a persistent volume backed by a block device in ScaleIO)',
    rows: [...scaleIO, fsType, readOnly],
  },
  cephfs: {
    type: "CephFS (a CephFS mount on the host that shares a pod's lifetime)",
    rows: [
      ['Monitors', 'monitors', 'texts'],
      ['Path', 'path'],
      ['User', 'user'],
      ['SecretFile', 'secretFile'],
      secretRef,
      readOnly,
    ],
  },
  storageos: {
    type: 'StorageOS (a StorageOS Persistent Disk resource)',
    rows: [['VolumeName', 'volumeName'], ['VolumeNamespace', 'volumeNamespace'], fsType, readOnly],
  },
  fc: {
    type: 'FC (a Fibre Channel disk)',
    rows: [['TargetWWNs', 'targetWWNs', 'joined'], ['LUN', 'lun', or('lun', '<none>')], fsType, readOnly],
  },
  azureFile: {
    type: 'AzureFile (an Azure File Service mount on the host and bind mount to the pod)',
    rows: [['SecretName', 'secretName'], ['ShareName', 'shareName'], readOnly],
  },
  flexVolume: {
    type: 'FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)',
    rows: [['Driver', 'driver'], fsType, secretRef, readOnly, ['Options', 'options', 'options']],
  },
  flocker: {
    type: 'Flocker (a Flocker volume mounted by the Flocker agent)',
    rows: [
      ['DatasetName', 'datasetName'],
      ['DatasetUUID', 'datasetUUID'],
    ],
  },
  projected: {
    type: 'Projected (a volume that contains injected data from multiple sources)',
    rows: [],
    more(out, source) {
      for (const each of mapsAt(source, 'sources')) writeProjected(out, each);
    },
  },
  csi: {
    type: 'CSI (a Container Storage Interface (CSI) volume source)',
    rows: [...interfaceRows, readOnly],
    more: withAttributes,
  },
  image: {
    type: 'Image (a container image or OCI artifact)',
    rows: [
      ['Reference', 'reference'],
      ['PullPolicy', 'pullPolicy'],
    ],
  },
  local: {
    type: 'LocalVolume (a persistent volume backed by local storage on a node)',
    rows: [['Path', 'path']],
  },
};

const inSecret = (field: string) => (source: ValueMap) => textAt(mapAt(source, 'secretRef'), field);

/** Those that are shown otherwise in a PersistentVolume. Upstream: describe.go describePersistentVolume. */
const persistentRows: Readonly<Record<string, readonly Row[]>> = {
  glusterfs: [
    ['EndpointsName', 'endpoints'],
    ['EndpointsNamespace', 'endpointsNamespace', or('endpointsNamespace', '<unset>')],
    ['Path', 'path'],
    readOnly,
  ],
  scaleIO: [
    ...scaleIO,
    ['SecretName', 'secretRef', inSecret('name')],
    ['SecretNamespace', 'secretRef', inSecret('namespace')],
    fsType,
    readOnly,
  ],
  azureFile: [
    ['SecretName', 'secretName'],
    ['SecretNamespace', 'secretNamespace'],
    ['ShareName', 'shareName'],
    readOnly,
  ],
  csi: [...interfaceRows, ['VolumeHandle', 'volumeHandle'], readOnly],
};

/** Writes the source that a volume has. */
function writeSource(out: Description, volume: ValueMap | undefined, isPersistent: boolean): void {
  for (const [name, { type, rows, more }] of Object.entries(sources)) {
    const source = mapAt(volume, name);
    if (source === undefined) continue;
    out.line(2, 'Type', type);
    for (const [label, field, form] of (isPersistent ? persistentRows[name] : undefined) ?? rows) {
      out.write(2, `${label.endsWith('\t') ? label : `${label}:\t`}${formed(source, field, form, isPersistent)}\n`);
    }
    more?.(out, source);
    return;
  }
  out.write(1, '<unknown>\n');
}

function formed(source: ValueMap, field: string, form: Form | undefined, isPersistent: boolean): string {
  if (typeof form === 'function') return form(source);
  switch (form) {
    case 'number':
      return numberAt(source, field);
    case 'flag':
      return String(source.get(field) === true);
    case 'texts':
      return shown(textsAt(source, field));
    case 'joined':
      return textsAt(source, field).join(', ');
    case 'options':
      return shown(mapAt(source, field) ?? new Map<string, Value>());
    case 'reference':
      return referenceText(mapAt(source, field), isPersistent);
    default:
      return textAt(source, field);
  }
}

/** A reference to a secret as Go prints the structure. */
function referenceText(reference: ValueMap | undefined, isPersistent: boolean): string {
  if (reference === undefined) return 'nil';
  const name = `Name:${textAt(reference, 'name')},`;
  if (!isPersistent) return `&LocalObjectReference{${name}}`;
  return `&SecretReference{${name}Namespace:${textAt(reference, 'namespace')},}`;
}

/** The most bytes of an attribute that are shown. */
const longest = 140;

/** Upstream: describe.go printCSIPersistentVolumeAttributesMultiline. */
function writeAttributes(out: Description, attributes: ValueMap | undefined): void {
  const entries = sortedEntries(attributes);
  out.write(2, `VolumeAttributes:\t${entries.length === 0 ? '<none>\n' : ''}`);
  for (const [index, [key, value]] of entries.entries()) {
    const line = `${key}=${shown(value)}`;
    const text = byteLength(line) > longest ? `${lossyText(utf8(line).subarray(0, longest))}...` : line;
    if (index > 0) {
      out.write(2, '');
      out.write(2, '\t');
    }
    out.write(2, `${text}\n`);
  }
}

function writeProjected(out: Description, each: ValueMap): void {
  const [secret, downward, map, token] = ['secret', 'downwardAPI', 'configMap', 'serviceAccountToken'].map((field) =>
    mapAt(each, field),
  );
  const named = secret ?? map;
  if (downward !== undefined) out.line(2, 'DownwardAPI', 'true');
  else if (named !== undefined) {
    out.line(2, secret !== undefined ? 'SecretName' : 'ConfigMapName', textAt(named, 'name'));
    out.line(2, 'Optional', String(named.get('optional') === true));
  } else if (token !== undefined) out.line(2, 'TokenExpirationSeconds', numberAt(token, 'expirationSeconds'));
}

/** Writes the volumes of a Pod or a template. */
export function writeVolumes(out: Description, volumes: readonly ValueMap[], space: string): void {
  out.write(0, `${space}Volumes:${volumes.length === 0 ? '\t<none>' : ''}\n`);
  for (const volume of volumes) {
    out.write(1, `${space === '' ? '' : ' '}${textAt(volume, 'name')}:\n`);
    writeSource(out, volume, false);
  }
}

/** Writes the source of a PersistentVolume. */
export function writePersistentSource(out: Description, spec: ValueMap | undefined): void {
  writeSource(out, spec, true);
}

/** What is shown of a claim beside its own fields. Those of a claim that stands by itself have a phase. */
interface ClaimTexts {
  readonly storageClass: string;
  readonly phase?: string;
  /** The access modes of its volume. */
  readonly modes?: string;
}

/** Writes a claim, or the template of one. Upstream: describe.go printPersistentVolumeClaim. */
export function writeClaim(out: Description, claim: ValueMap, texts: ClaimTexts): void {
  const [metadata, spec, status] = [metadataOf(claim), mapAt(claim, 'spec'), mapAt(claim, 'status')];
  const isWhole = texts.phase !== undefined;
  const volume = textAt(spec, 'volumeName');
  out.line(0, 'StorageClass', texts.storageClass);
  if (texts.phase !== undefined) out.line(0, 'Status', texts.phase);
  out.line(0, 'Volume', volume);
  writeLabels(out, 'Labels', mapAt(metadata, 'labels'));
  writeAnnotations(out, 'Annotations', mapAt(metadata, 'annotations'));
  if (isWhole) out.line(0, 'Finalizers', shown(textsAt(metadata, 'finalizers')));
  out.line(0, 'Capacity', volume === '' ? '' : numberAt(mapAt(status, 'capacity'), 'storage'));
  out.line(0, 'Access Modes', volume === '' ? '' : (texts.modes ?? ''));
  out.line(0, 'VolumeMode', textAt(spec, 'volumeMode'));
  const from = mapAt(spec, 'dataSource');
  if (from === undefined) return;
  out.write(0, 'DataSource:\n');
  if (isSet(from, 'apiGroup')) out.line(1, 'APIGroup', textAt(from, 'apiGroup'));
  out.line(1, 'Kind', textAt(from, 'kind'));
  out.line(1, 'Name', textAt(from, 'name'));
}

/** Upstream: describe.go describeTopologySpreadConstraints. */
export function writeSpread(out: Description, constraints: readonly ValueMap[], space: string): void {
  if (constraints.length === 0) return;
  const sorted = sortedBy(constraints, (each) => textAt(each, 'topologyKey'));
  out.write(0, `${space}Topology Spread Constraints:\t`);
  for (const [index, each] of sorted.entries()) {
    const selector = mapAt(each, 'labelSelector');
    const text = `${textAt(each, 'topologyKey')}:${textAt(each, 'whenUnsatisfiable')} when max skew ${numberAt(each, 'maxSkew')} is exceeded`;
    const by = selector === undefined ? '' : ` for selector ${selectorText(selector) || '<none>'}`;
    out.write(0, `${index === 0 ? '' : `${space}\t`}${text}${by}\n`);
  }
}
