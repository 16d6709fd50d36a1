import { type AdmissionPlugin, forbiddenBy, objectAt } from '@managed-fields/api-server';
import { amountOf } from '@managed-fields/kubernetes-types/amounts';
import {
  compareQuantities,
  mapAt,
  metadataOf,
  parseQuantity,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { isFor, specOf } from '../attributes.ts';

/**
 * Lets a claim grow only where it is bound and its storage class allows it.
 * Upstream: plugin/pkg/admission/storage/persistentvolume/resize/admission.go.
 */
export const persistentVolumeClaimResize: AdmissionPlugin = {
  name: 'PersistentVolumeClaimResize',
  plain: true,
  validate(attributes) {
    const { cluster, object, old } = attributes;
    if (object === undefined || old === undefined || !isFor(attributes, '', 'persistentvolumeclaims')) return undefined;
    if (compareQuantities(storageOf(object), storageOf(old)) <= 0) return undefined;
    if (stringAt(mapAt(old, 'status'), 'phase') !== 'Bound') {
      return forbiddenBy(attributes, 'Only bound persistent volume claims can be expanded');
    }
    const name = classOf(object);
    const found =
      name === '' || name !== classOf(old)
        ? undefined
        : objectAt(cluster, 'storage.k8s.io/v1', 'storageclasses', '', name);
    if (found?.get('allowVolumeExpansion') === true) return undefined;
    const why =
      'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
    return forbiddenBy(attributes, why);
  },
};

const nothing = (() => {
  const zero = parseQuantity('0');
  if (zero.kind === 'error') throw new Error(zero.message);
  return zero.quantity;
})();

function storageOf(claim: ValueMap) {
  return amountOf(mapAt(mapAt(specOf(claim), 'resources'), 'requests')?.get('storage')) ?? nothing;
}

/** Upstream: pkg/apis/core/helper/helpers.go GetPersistentVolumeClaimClass. */
function classOf(claim: ValueMap): string {
  const annotation = stringAt(mapAt(metadataOf(claim), 'annotations'), 'volume.beta.kubernetes.io/storage-class');
  return annotation ?? stringAt(specOf(claim), 'storageClassName') ?? '';
}
