import { list } from '../validation/object.ts';
import { resourceList } from './resource-list.ts';
import { type CompiledTable, type Rule, table } from './table.ts';
import { persistentVolumeSource } from './volume.ts';

const lifecycleModes: Rule = (spec) =>
  list(spec, 'volumeLifecycleModes').length > 0 ? spec : new Map(spec).set('volumeLifecycleModes', ['Persistent']);

/** The defaults of the storage group by kind. Upstream: k8s.io/kubernetes pkg/apis/storage/v1/defaults.go. */
export const storage: Readonly<Record<string, CompiledTable>> = {
  StorageClass: table({ absent: { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' } }),
  CSIDriver: table({
    at: {
      spec: {
        rules: [lifecycleModes],
        absent: {
          attachRequired: true,
          podInfoOnMount: false,
          storageCapacity: false,
          fsGroupPolicy: 'ReadWriteOnceWithFSType',
          requiresRepublish: false,
          seLinuxMount: false,
        },
        features: { VolumeLimitScaling: { absent: { preventPodSchedulingIfMissing: false } } },
      },
    },
  }),
  VolumeAttachment: table({
    at: {
      'spec.source.inlineVolumeSpec?.capacity?': resourceList,
      'spec.source.inlineVolumeSpec?': persistentVolumeSource,
    },
  }),
  CSINode: table({}),
  CSIStorageCapacity: table({}),
  VolumeAttributesClass: table({}),
};
