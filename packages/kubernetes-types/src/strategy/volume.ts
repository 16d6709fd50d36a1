import { compareStrings, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { at, child } from '../validation/field-path.ts';
import { has, struct, structAt, structs, text, withAt } from '../validation/object.ts';
import { volumeErrors, volumeStatusErrors, volumeUpdateErrors } from '../validation/persistent-volume.ts';
import type { KindRules } from './kind-rules.ts';
import { selectorTermWarnings } from './node-label-warnings.ts';

/** The time of the request: that of the newest entry of managedFields, or of the object itself. */
function now(object: ValueMap): Value {
  const metadata = struct(object, 'metadata');
  const times = structs(metadata, 'managedFields').map((entry) => text(entry, 'time'));
  const newest = times.sort(compareStrings).at(-1) ?? '';
  return newest === '' ? (metadata.get('creationTimestamp') ?? null) : newest;
}

/** When a volume's phase last changed. Upstream: k8s.io/kubernetes pkg/registry/core/persistentvolume/strategy.go. */
function withPhaseTime(volume: ValueMap, old: ValueMap | undefined, subresource: string): ValueMap {
  const path = ['status', 'lastPhaseTransitionTime'];
  const status = struct(volume, 'status');
  if (old === undefined) return withAt(volume, path, struct(volume, 'metadata').get('creationTimestamp') ?? null);
  if (subresource !== 'status') return volume;
  const before = struct(old, 'status');
  const time = status.get('lastPhaseTransitionTime') ?? null;
  const oldTime = before.get('lastPhaseTransitionTime') ?? null;
  if (text(status, 'phase') === text(before, 'phase')) {
    return time === null && oldTime !== null ? withAt(volume, path, oldTime) : volume;
  }
  return time === null || time === oldTime ? withAt(volume, path, now(volume)) : volume;
}

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

/** The strategy of volumes. */
export const volumeRules: Readonly<Record<string, KindRules>> = {
  PersistentVolume: {
    status: new Map([['phase', 'Pending']]),
    prepare: withPhaseTime,
    deletion: { returnsObject: true },
    validate: volumeErrors,
    validateUpdate: volumeUpdateErrors,
    validateSubresource: volumeStatusErrors,
    warn: volumeWarnings,
  },
};
