import { pointer, text } from '../validation/object.ts';
import { pullPolicyOf } from './image-name.ts';
import { resourceRequirements } from './resource-list.ts';
import { type CompiledTable, type Rule, table } from './table.ts';

/** Permissions of the files of a projected volume: 0644. */
const fileMode = 0o644n;

const objectFieldSelector: CompiledTable = table({ zero: { apiVersion: 'v1' } });
const hostPath: CompiledTable = table({ absent: { type: '' } });
const azureDisk: CompiledTable = table({
  absent: { cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared' },
});
const iscsi: CompiledTable = table({ zero: { iscsiInterface: 'default' } });
const rbd: CompiledTable = table({ zero: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' } });
const scaleIo: CompiledTable = table({ zero: { storageMode: 'ThinProvisioned', fsType: 'xfs' } });
const downwardItems: CompiledTable = table({ at: { 'items[].fieldRef?': objectFieldSelector } });

/** The defaults of a volume claim's spec. */
export const claimSpec: CompiledTable = table({
  absent: { volumeMode: 'Filesystem' },
  at: { resources: resourceRequirements },
});

/** The defaults of the sources that a PersistentVolume shares with a Pod's volume. */
export const persistentVolumeSource: CompiledTable = table({
  at: { 'hostPath?': hostPath, 'rbd?': rbd, 'iscsi?': iscsi, 'azureDisk?': azureDisk, 'scaleIO?': scaleIo },
});

/** Makes a volume without a source an empty directory. Upstream: pkg/apis/core/v1/defaults.go SetDefaults_Volume. */
const emptyDirectory: Rule = (volume) => {
  for (const [field, value] of volume) if (field !== 'name' && value !== null) return volume;
  return new Map(volume).set('emptyDir', new Map());
};

/** Upstream: pkg/apis/core/v1/defaults.go SetDefaults_Volume. */
const imagePullPolicy: Rule = (volume) => {
  const image = pointer(volume, 'image');
  if (image === undefined || text(image, 'pullPolicy') !== '') return volume;
  return new Map(volume).set('image', new Map(image).set('pullPolicy', pullPolicyOf(text(image, 'reference'))));
};

/** The defaults of one volume of a Pod. */
export const volume: CompiledTable = table({
  rules: [emptyDirectory, imagePullPolicy],
  at: {
    'hostPath?': hostPath,
    'secret?': { absent: { defaultMode: fileMode } },
    'iscsi?': iscsi,
    'rbd?': rbd,
    'downwardAPI?': { absent: { defaultMode: fileMode }, at: { 'items[].fieldRef?': objectFieldSelector } },
    'configMap?': { absent: { defaultMode: fileMode } },
    'azureDisk?': azureDisk,
    'projected?': {
      absent: { defaultMode: fileMode },
      at: {
        'sources[].downwardAPI?': downwardItems,
        'sources[].serviceAccountToken?': { absent: { expirationSeconds: 3600n } },
      },
    },
    'scaleIO?': scaleIo,
    'ephemeral?.volumeClaimTemplate?.spec': claimSpec,
  },
});

/** The defaults of a field reference in an environment variable. */
export const fieldReference: CompiledTable = objectFieldSelector;
