import { type AdmissionPlugin, forbiddenBy, objectAt } from '@managed-fields/api-server';
import { compareQuantities, mapAt, type Quantity, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { isFor, specOf } from '../attributes.ts';
import { classOfClaim } from '../quota/volume-claims.ts';
import { readList, zero } from '../resource-list.ts';

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
    const name = classOfClaim(object);
    const found =
      name === '' || name !== classOfClaim(old)
        ? undefined
        : objectAt(cluster, 'storage.k8s.io/v1', 'storageclasses', '', name);
    if (found?.get('allowVolumeExpansion') === true) return undefined;
    const why =
      'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
    return forbiddenBy(attributes, why);
  },
};

function storageOf(claim: ValueMap): Quantity {
  return readList(mapAt(mapAt(specOf(claim), 'resources'), 'requests')).get('storage') ?? zero;
}
