import { objectsOf } from '@managed-fields/api-server';
import { addAmounts } from '@managed-fields/kubernetes-types/amounts';
import {
  compareQuantities,
  compareStrings,
  mapAt,
  metadataOf,
  metadataText,
  type Quantity,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
import { type ResourceList, subtract, whole, zero } from '../resource-list.ts';
import { countName, type Evaluator, isWrite, plainEvaluator, type Surroundings } from './evaluator.ts';
import { isExtendedForQuota, podUsage } from './pods.ts';

const counted = countName('resource.k8s.io', 'resourceclaims');
const perClass = '.deviceclass.resource.k8s.io/devices';
const implicit = 'requests.deviceclass.resource.kubernetes.io/';
const resourceGroup = 'resource.k8s.io/v1';
/** As many devices as an allocation may have. Upstream: k8s.io/api resource/v1 AllocationResultsMaxSize. */
const mostDevices = 32n;

/** Which releases count devices of claims as extended resources too, and which compare claims of one Pod. */
function countsExtended(minor: number): boolean {
  return minor >= 36;
}

/** Measures ResourceClaims. Upstream: k8s.io/kubernetes pkg/quota/v1/evaluator/core/resource_claims.go claimEvaluator. */
export const deviceClaimEvaluator: Evaluator = {
  ...plainEvaluator,
  handles: isWrite,
  matching: (names, at) =>
    names.filter((name) => name === counted || name.endsWith(perClass) || isExtendedByClass(name, at)),
  usage,
};

/** Whether a name limits an extended resource that some device class stands for. */
function isExtendedByClass(name: string, at: Surroundings): boolean {
  if (!countsExtended(at.minor) || !isExtendedForQuota(name, at.minor)) return false;
  const extended = name.slice('requests.'.length);
  return classes(at).some(
    (each) => extendedNameOf(each) === extended || name === `${implicit}${metadataText(each, 'name')}`,
  );
}

function classes({ cluster }: Surroundings): readonly ValueMap[] {
  return objectsOf(cluster, resourceGroup, 'deviceclasses');
}

function extendedNameOf(deviceClass: ValueMap | undefined): string | undefined {
  return stringAt(mapAt(deviceClass, 'spec'), 'extendedResourceName');
}

function usage(claim: ValueMap, at: Surroundings): ResourceList {
  const devices = new Map<string, Quantity>();
  for (const request of mapsAt(mapAt(mapAt(claim, 'spec'), 'devices'), 'requests')) {
    for (const [name, amount] of devicesOf(request)) {
      devices.set(name, addAmounts(devices.get(name) ?? zero, amount));
    }
  }
  const result = new Map([[counted, whole(1)], ...devices]);
  if (!countsExtended(at.minor)) return result;
  return new Map([...result, ...extendedUsage(devices, podsShare(claim, at), at)]);
}

/** The devices that a request may get, by class; of alternatives the most of each class. */
function devicesOf(request: ValueMap): ResourceList {
  const alternatives = mapsAt(request, 'firstAvailable');
  const exactly = mapAt(request, 'exactly');
  const most = new Map<string, Quantity>();
  for (const each of alternatives.length > 0 ? alternatives : exactly === undefined ? [] : [exactly]) {
    const name = `${stringAt(each, 'deviceClassName') ?? ''}${perClass}`;
    const amount = whole(deviceCount(each));
    const isMore = compareQuantities(amount, most.get(name) ?? zero) > 0;
    if (isMore || alternatives.length === 0) most.set(name, amount);
  }
  return most;
}

function deviceCount(request: ValueMap): bigint {
  const mode = stringAt(request, 'allocationMode');
  const count = request.get('count');
  if (mode === 'All') return mostDevices;
  return mode === 'ExactCount' && typeof count === 'bigint' ? count : 0n;
}

/** The devices as extended resources, without those that the Pod of the claim counts for. Upstream: addExtendedResourceQuota. */
function extendedUsage(devices: ResourceList, share: ResourceList, at: Surroundings): ResourceList {
  const named = new Map<string, Quantity>();
  for (const [name, amount] of devices) {
    const className = name.slice(0, -perClass.length);
    if (className === '') continue;
    named.set(`${implicit}${className}`, amount);
    const extended = extendedNameOf(classes(at).find((each) => metadataText(each, 'name') === className)) ?? '';
    if (extended !== '') named.set(`requests.${extended}`, amount);
  }
  const rest = [...named].map(([name, amount]) => [name, subtract(amount, share.get(name) ?? zero)] as const);
  return new Map(rest.filter(([, amount]) => compareQuantities(amount, zero) > 0));
}

/** What the Pod for whose extended resources a claim was made counts for. Upstream: getVerifiedPodUsage. */
function podsShare(claim: ValueMap, at: Surroundings): ResourceList {
  const none: ResourceList = new Map();
  const owner = podOwnerOf(claim);
  if (owner === undefined) return none;
  const name = stringAt(owner, 'name');
  const pod = objectsOf(at.cluster, 'v1', 'pods', at.namespace).find((each) => metadataText(each, 'name') === name);
  if (pod === undefined || metadataText(pod, 'uid') !== stringAt(owner, 'uid')) return none;
  const stated = mapAt(mapAt(pod, 'status'), 'extendedResourceClaimStatus');
  if (stated === undefined) return isFirstOf(claim, pod, at) ? podUsage(pod, at) : none;
  return (stringAt(stated, 'resourceClaimName') ?? '') === metadataText(claim, 'name') ? podUsage(pod, at) : none;
}

/** The controller of a claim for extended resources, where it is a Pod. */
function podOwnerOf(claim: ValueMap): ValueMap | undefined {
  const annotation = stringAt(
    mapAt(metadataOf(claim), 'annotations'),
    'resource.kubernetes.io/extended-resource-claim',
  );
  if (annotation !== 'true') return undefined;
  const owners = mapsAt(metadataOf(claim), 'ownerReferences');
  const owner = owners.find((each) => each.get('controller') === true);
  return stringAt(owner, 'kind') === 'Pod' && stringAt(owner, 'apiVersion') === 'v1' ? owner : undefined;
}

/** Whether no other claim of a Pod was made before this one. */
function isFirstOf(claim: ValueMap, pod: ValueMap, at: Surroundings): boolean {
  const order = (each: ValueMap) => [metadataText(each, 'creationTimestamp'), metadataText(each, 'name')] as const;
  const [time, name] = order(claim);
  const others = objectsOf(at.cluster, resourceGroup, 'resourceclaims', at.namespace);
  return !others.some((each) => {
    if (stringAt(podOwnerOf(each), 'uid') !== metadataText(pod, 'uid')) return false;
    const [otherTime, otherName] = order(each);
    return compareStrings(otherTime, time) < 0 || (otherTime === time && compareStrings(otherName, name) < 0);
  });
}
