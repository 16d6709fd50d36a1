import { volumeNames } from './container.ts';
import { any, list, map, oneOf } from './makers.ts';
import { annotations, key, labels, name, optional, yes } from './words.ts';

const modeItems = list(map({ 'key!': key, 'path!': any('p', 'q/r'), mode: any(0o644, 0o400, 0) }), 0, 2, 'key');
const downward = list(
  map({
    'path!': any('p', 'q'),
    '...': oneOf({
      fieldRef: map({
        'fieldPath!': any('metadata.name', 'metadata.labels', "metadata.annotations['n']"),
        apiVersion: 'v1',
      }),
      resourceFieldRef: map({ 'containerName!': 'web', 'resource!': 'limits.cpu', divisor: any('1m', '1') }),
    }),
    'mode?': any(0o400, 0),
  }),
  0,
  2,
  'path',
);
const defaultMode = any(0o644, 0o600, 0);
const projected = map({
  defaultMode,
  sources: list(
    oneOf({
      configMap: map({ 'name!': name, items: modeItems, ...optional }),
      secret: map({ 'name!': name, items: modeItems, ...optional }),
      downwardAPI: map({ items: downward }),
      serviceAccountToken: map({
        'path!': any('token', 't'),
        audience: any('a', ''),
        expirationSeconds: any(3600, 7200),
      }),
    }),
    0,
    3,
  ),
});
/** The spec of a PersistentVolumeClaim. */
export const claimSpec = map({
  'accessModes!': list(any('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany'), 1, 2),
  'resources!': map({
    'requests!': map({ 'storage!': any('1Gi', '1024Mi', '0.5Gi', '1G', 1073741824, '2Gi', '1e9') }),
  }),
  storageClassName: any('', 'fast', 'slow'),
  volumeMode: any('Filesystem', 'Block'),
  'volumeName?': any('pv', ''),
  'selector?': map({ matchLabels: labels }),
  'volumeAttributesClassName?': 'gold',
  'dataSource?': any(
    { kind: 'PersistentVolumeClaim', name: 'src' },
    { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' },
  ),
});
/** The sources of volumes that pods and persistent volumes share. */
export const sharedSources = {
  hostPath: map({ 'path!': any('/d', '/tmp'), type: any('', 'Directory', 'FileOrCreate') }),
  nfs: map({ 'server!': 's', 'path!': '/p', readOnly: yes }),
  fc: map({ 'targetWWNs!': list(any('a', 'b'), 1, 2), 'lun!': any(0, 1), fsType: 'ext4', readOnly: yes }),
  gcePersistentDisk: map({ 'pdName!': 'd', fsType: 'ext4', 'partition?': any(0, 1), readOnly: yes }),
  awsElasticBlockStore: map({ 'volumeID!': 'd', fsType: 'ext4', 'partition?': any(0, 1), readOnly: yes }),
  azureDisk: map({
    'diskName!': 'd',
    'diskURI!': 'https://x/y',
    cachingMode: any('None', 'ReadOnly'),
    fsType: 'ext4',
    kind: any('Shared', 'Dedicated'),
  }),
  vsphereVolume: map({ 'volumePath!': 'd', fsType: 'ext4' }),
  portworxVolume: map({ 'volumeID!': 'd', fsType: 'ext4' }),
};
/** A volume of any source. */
export const volume = map({
  'name!': volumeNames,
  '...': oneOf({
    ...sharedSources,
    emptyDir: any({}, map({ medium: any('Memory', ''), sizeLimit: any('1Gi', '1024Mi', 1000, '0.5Gi') })),
    configMap: map({ 'name!': name, items: modeItems, defaultMode, ...optional }),
    secret: map({ 'secretName!': name, items: modeItems, defaultMode, ...optional }),
    projected,
    downwardAPI: map({ items: downward, defaultMode }),
    persistentVolumeClaim: map({ 'claimName!': any('c', 'd'), readOnly: yes }),
    ephemeral: map({ 'volumeClaimTemplate!': map({ metadata: map({ labels, annotations }), 'spec!': claimSpec }) }),
    csi: map({ 'driver!': 'x.io', readOnly: yes, fsType: any('ext4', ''), volumeAttributes: labels }),
    iscsi: map({
      'targetPortal!': '1.2.3.4:3260',
      'iqn!': 'iqn.2015-02.example.com:a',
      'lun!': any(0, 1),
      iscsiInterface: any('default', 'x'),
      portals: list(any('1.2.3.5', '1.2.3.6'), 0, 2),
      fsType: 'ext4',
    }),
    rbd: map({
      'monitors!': list(any('m1', 'm2'), 1, 2),
      'image!': 'i',
      pool: any('rbd', 'p'),
      user: any('admin', 'u'),
      keyring: '/k',
      fsType: 'ext4',
    }),
    cephfs: map({ 'monitors!': list(any('m1', 'm2'), 1, 2), path: '/p', user: 'u' }),
    glusterfs: map({ 'endpoints!': 'e', 'path!': 'p', readOnly: yes }),
    azureFile: map({ 'secretName!': 's', 'shareName!': 'h', readOnly: yes }),
    scaleIO: map({
      'gateway!': 'g',
      'system!': 's',
      'secretRef!': { name: 's' },
      'volumeName!': 'v',
      storageMode: any('ThinProvisioned', 'x'),
      fsType: any('xfs', 'ext4'),
    }),
    flexVolume: map({ 'driver!': 'x/y', options: labels, readOnly: yes }),
    cinder: map({ 'volumeID!': 'd', fsType: 'ext4' }),
    quobyte: map({ 'registry!': 'r:1', 'volume!': 'v', user: 'u' }),
    storageos: map({ 'volumeName!': 'v', fsType: 'ext4' }),
    flocker: map({ 'datasetName!': 'd' }),
    image: map({ 'reference!': 'r.io/x:1', pullPolicy: any('Always', 'IfNotPresent') }),
  }),
});
/** The volumes that the mounts of containers name. */
export const plainVolumes = list(
  any(
    map({ 'name!': 'v', 'emptyDir!': any({}, map({ medium: 'Memory', sizeLimit: '1Gi' })) }),
    map({ 'name!': 'w', 'configMap!': map({ 'name!': name, items: modeItems, defaultMode, ...optional }) }),
    map({ 'name!': 'cfg', 'secret!': map({ 'secretName!': name, defaultMode }) }),
  ),
  3,
  3,
  'name',
);
