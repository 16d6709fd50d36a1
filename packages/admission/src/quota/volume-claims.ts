import {
  compareQuantities,
  mapAt,
  metadataOf,
  roundUpQuantity,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type ResourceList, readList, whole } from '../resource-list.ts';
import { countName, type Evaluator, isWrite, type ScopeSelector, type Surroundings, selects } from './evaluator.ts';

const counted = countName('', 'persistentvolumeclaims');
const measured = ['persistentvolumeclaims', 'requests.storage'];
const classInfix = '.storageclass.storage.k8s.io/';

/** Measures PersistentVolumeClaims. Upstream: k8s.io/kubernetes pkg/quota/v1/evaluator/core/persistent_volume_claims.go pvcEvaluator. */
export const volumeClaimEvaluator: Evaluator = {
  // Upstream compares two pointers, so that each write of a status counts.
  handles: (request) => isWrite(request) || (request.subresource === 'status' && request.operation === 'UPDATE'),
  matching: (names) =>
    names.filter(
      (name) =>
        name === counted || measured.includes(name) || measured.some((each) => name.endsWith(`${classInfix}${each}`)),
    ),
  matchesScope,
  constraint: () => undefined,
  usage,
};

function usage(claim: ValueMap): ResourceList {
  const one = whole(1);
  const storage = storageOf(claim);
  const result = new Map([
    ['persistentvolumeclaims', one],
    [counted, one],
  ]);
  const storageClass = classOfClaim(claim);
  if (storageClass !== '') result.set(`${storageClass}${classInfix}persistentvolumeclaims`, one);
  if (storage === undefined) return result;
  result.set('requests.storage', storage);
  if (storageClass !== '') result.set(`${storageClass}${classInfix}requests.storage`, storage);
  return result;
}

/** The storage class that a claim names. Upstream: k8s.io/component-helpers storage/volume/helpers.go GetPersistentVolumeClaimClass. */
export function classOfClaim(claim: ValueMap): string {
  const beta = stringAt(mapAt(metadataOf(claim), 'annotations'), 'volume.beta.kubernetes.io/storage-class');
  return beta ?? stringAt(mapAt(claim, 'spec'), 'storageClassName') ?? '';
}

/** What a claim asks for, or has been given where that is more, in whole bytes. Upstream: getStorageUsage. */
function storageOf(claim: ValueMap) {
  const asked = readList(mapAt(mapAt(mapAt(claim, 'spec'), 'resources'), 'requests')).get('storage');
  if (asked === undefined) return undefined;
  const given = readList(mapAt(mapAt(claim, 'status'), 'allocatedResources')).get('storage');
  const rounded = roundUpQuantity(asked, 0);
  return given !== undefined && compareQuantities(given, rounded) > 0 ? roundUpQuantity(given, 0) : rounded;
}

/** Volume attributes classes are scopes since v1.34. Upstream: pvcMatchesScopeFunc, pvcMatchesSelector. */
function matchesScope(selector: ScopeSelector, claim: ValueMap, { minor }: Surroundings): boolean {
  if (minor < 34 || selector.scope !== 'VolumeAttributesClass') return false;
  const status = mapAt(claim, 'status');
  const names = [
    stringAt(mapAt(claim, 'spec'), 'volumeAttributesClassName'),
    stringAt(status, 'currentVolumeAttributesClassName'),
    stringAt(mapAt(status, 'modifyVolumeStatus'), 'targetVolumeAttributesClassName'),
  ].filter((name) => name !== undefined && name !== '');
  return names.length === 0 ? selects(selector, undefined) : names.some((name) => selects(selector, name));
}
