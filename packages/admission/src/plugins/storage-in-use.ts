import type { AdmissionPlugin } from '@managed-fields/api-server';
import { finalizersOf, withMetadata } from '@managed-fields/merge-engine';
import { minorOf, newObject } from '../attributes.ts';

/** The finalizer of each resource, by group and plural name, and the minor version since which it is set. */
const finalizers = [
  { group: '', plural: 'persistentvolumes', finalizer: 'kubernetes.io/pv-protection', since: 0 },
  { group: '', plural: 'persistentvolumeclaims', finalizer: 'kubernetes.io/pvc-protection', since: 0 },
  {
    group: 'storage.k8s.io',
    plural: 'volumeattributesclasses',
    finalizer: 'kubernetes.io/vac-protection',
    since: 34,
  },
];

/**
 * Gives new volumes and claims the finalizer that keeps them while they are in use.
 * Upstream: plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go.
 */
export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  plain: false,
  admit(attributes) {
    for (const { group, plural, finalizer, since } of finalizers) {
      const object = minorOf(attributes) < since ? undefined : newObject(attributes, group, plural);
      if (object === undefined) continue;
      const present = finalizersOf(object);
      if (present.includes(finalizer)) return undefined;
      return { kind: 'admitted', object: withMetadata(object, 'finalizers', [...present, finalizer]) };
    }
    return undefined;
  },
};
