import type { ValueMap } from '@managed-fields/merge-engine';
import { at, child } from '../validation/field-path.ts';
import { has, struct, structAt, structs, text } from '../validation/object.ts';
import { volumeErrors, volumeStatusErrors, volumeUpdateErrors } from '../validation/persistent-volume.ts';
import type { KindChecks } from './kind-checks.ts';
import { selectorTermWarnings } from './node-label-warnings.ts';

const deprecatedAnnotations: readonly (readonly [string, string])[] = [
  ['volume.beta.kubernetes.io/storage-class', 'deprecated since v1.8; use "storageClassName" attribute instead'],
  ['volume.beta.kubernetes.io/mount-options', 'deprecated since v1.31; use "mountOptions" attribute instead'],
];

const deprecatedSources: readonly (readonly [string, string])[] = [
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];

/** Upstream: k8s.io/kubernetes pkg/api/persistentvolume/util.go warningsForPersistentVolumeSpecAndMeta. */
function volumeWarnings(volume: ValueMap): readonly string[] {
  const spec = struct(volume, 'spec');
  const annotations = structAt(volume, 'metadata', 'annotations');
  const terms = 'spec.nodeAffinity.required.nodeSelectorTerms';
  return [
    ...deprecatedAnnotations.flatMap(([name, message]) =>
      annotations.has(name) ? [`metadata.annotations[${name}]: ${message}`] : [],
    ),
    ...(text(spec, 'persistentVolumeReclaimPolicy') === 'Recycle'
      ? [
          'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
        ]
      : []),
    ...structs(structAt(spec, 'nodeAffinity', 'required'), 'nodeSelectorTerms').flatMap((term, i) =>
      selectorTermWarnings(term, false, at(terms, i)),
    ),
    ...deprecatedSources.flatMap(([source, message]) =>
      has(spec, source) ? [`${child('spec', source === 'storageos' ? 'storageOS' : source)}: ${message}`] : [],
    ),
  ];
}

/** The complaints and warnings of volumes. */
export const volumeChecks: Readonly<Record<string, KindChecks>> = {
  PersistentVolume: {
    validate: volumeErrors,
    validateUpdate: volumeUpdateErrors,
    validateSubresource: volumeStatusErrors,
    warn: volumeWarnings,
  },
};
