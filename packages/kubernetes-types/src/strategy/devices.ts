import type { ValueMap } from '@managed-fields/merge-engine';
import { deviceKey } from '../validation/device-key.ts';
import { has, mapStructs, structAt, structs, text, withAt, withoutAt } from '../validation/object.ts';
import { holdsFor } from '../versions.ts';
import { type FeatureFields, withoutUnused } from './disabled-fields.ts';
import { type KindRules, statusMetadata } from './kind-rules.ts';

/*
 * The strategies of the resource group.
 * Upstream: k8s.io/kubernetes pkg/registry/resource, pkg/api/resourceclaimspec/util.go.
 */

function requestFields(spec: string, name: string): readonly string[] {
  return ['exactly', 'firstAvailable[]'].map((kind) => `${spec}.devices.requests[].${kind}.${name}`);
}

const results = 'status.allocation.devices.results[]';

/** What a claim's spec has of features that are off, but for what depends on more than a feature. */
function specFeatures(spec: string): FeatureFields {
  return { DRADerivedAttributes: requestFields(spec, 'derivedAttributes') };
}

/** Tolerations go in v1.35 alone: before nobody looks, and from v1.36 on they count. */
function withoutTolerations(spec: string): NonNullable<KindRules['prepare']> {
  return (claim, old, _, version) =>
    holdsFor({ from: 'v1.35', until: 'v1.35' }, version)
      ? withoutUnused(claim, old, requestFields(spec, 'tolerations'))
      : claim;
}

/** Drops what asks for a part of a device, or says which part there is, where nothing did before. */
function withoutParts(spec: string): NonNullable<KindRules['prepare']> {
  const attribute = `${spec}.devices.constraints[].distinctAttribute`;
  const fields = [
    ...requestFields(spec, 'capacity'),
    ...['shareID', 'consumedCapacity'].map((name) => `${results}.${name}`),
    'status.devices[].shareID',
  ];
  return (claim, old, _, version) => {
    if (holdsFor({ from: 'v1.36' }, version)) return claim;
    // v1.34 means to drop the attribute, but changes a copy.
    const dropped = holdsFor({ until: 'v1.34' }, version) ? fields : [attribute, ...fields];
    return withoutUnused(claim, old, dropped, [attribute, ...fields]);
  };
}

function each(...steps: readonly NonNullable<KindRules['prepare']>[]): NonNullable<KindRules['prepare']> {
  return (object, old, subresource, version, asked) =>
    steps.reduce((result, step) => step(result, old, subresource, version, asked), object);
}

/** The time of an allocation goes in v1.34 alone, with the conditions of binding. */
const withoutBinding: NonNullable<KindRules['prepare']> = (claim, old, _, version) => {
  if (holdsFor({ from: 'v1.36' }, version)) return claim;
  const conditions = ['bindingConditions', 'bindingFailureConditions'].map((name) => `${results}.${name}`);
  const time = holdsFor({ until: 'v1.34' }, version) ? ['status.allocation.allocationTimestamp'] : [];
  return withoutUnused(claim, old, [...conditions, ...time]);
};

/** Drops what drivers say about devices that are no longer allocated. Upstream: dropDeallocatedStatusDevices. */
const withoutDeallocated: NonNullable<KindRules['prepare']> = (claim, old, subresource) => {
  if (subresource !== 'status' || old === undefined) return claim;
  const allocated = (object: ValueMap) =>
    structs(structAt(object, 'status', 'allocation', 'devices'), 'results').map(deviceKey);
  const now = allocated(claim);
  const gone = allocated(old).filter((key) => !now.includes(key));
  const devices = structs(structAt(claim, 'status'), 'devices');
  const kept = devices.filter((device) => !gone.includes(deviceKey(device)));
  if (kept.length === devices.length) return claim;
  return kept.length === 0 ? withoutAt(claim, ['status', 'devices']) : withAt(claim, ['status', 'devices'], kept);
};

/** Says since when a device has a taint, where the client does not. Upstream: pkg/apis/resource/v1/defaults.go. */
const withTimes: NonNullable<KindRules['prepare']> = (slice, _old, _subresource, _version, { now }) => {
  const spec = structAt(slice, 'spec');
  const timed = mapStructs(spec, 'devices', (device) =>
    mapStructs(device, 'taints', (taint) => (has(taint, 'timeAdded') ? taint : new Map(taint).set('timeAdded', now))),
  );
  return timed === spec ? slice : withAt(slice, ['spec'], timed);
};

/**
 * Says since when a rule has its taint, where the client does not; anew where the effect changes and the time does not.
 * Upstream: pkg/apis/resource/v1/defaults.go, pkg/registry/resource/devicetaintrule/strategy.go PrepareForUpdate.
 */
const withTaintTime: NonNullable<KindRules['prepare']> = (rule, old, subresource, _version, { now }) => {
  if (subresource !== '') return rule;
  const [taint, before] = [structAt(rule, 'spec', 'taint'), structAt(old, 'spec', 'taint')];
  const isStale =
    old !== undefined &&
    text(taint, 'effect') !== text(before, 'effect') &&
    text(taint, 'timeAdded') === text(before, 'timeAdded');
  return isStale || !has(taint, 'timeAdded') ? withAt(rule, ['spec', 'taint', 'timeAdded'], now) : rule;
};

const devices = 'spec.devices[]';

/** The rules of the resource group by kind. */
export const deviceRules: Readonly<Record<string, KindRules>> = {
  DeviceClass: {
    generation: [['spec']],
    features: { DRAExtendedResource: ['spec.extendedResourceName'] },
    deletion: { returnsObject: true },
  },
  DeviceTaintRule: {
    status: new Map(),
    conditionalUpdate: true,
    statusKeeps: statusMetadata,
    generation: [['spec']],
    prepare: withTaintTime,
  },
  ResourceClaim: {
    status: new Map(),
    statusKeeps: statusMetadata,
    features: { ...specFeatures('spec'), DRAOptionalNodeOperations: [`${results}.skipNodeOperations`] },
    prepare: each(withoutTolerations('spec'), withoutParts('spec'), withoutBinding, withoutDeallocated),
    deletion: { returnsObject: true },
  },
  ResourceClaimTemplate: {
    features: specFeatures('spec.spec'),
    prepare: each(withoutTolerations('spec.spec'), withoutParts('spec.spec')),
    deletion: { returnsObject: true },
  },
  ResourceSlice: {
    generation: [['spec']],
    prepare: withTimes,
    lateFeatures: true,
    features: {
      DRADeviceTaints: [`${devices}.taints`],
      DRAPartitionableDevices: [
        'spec.sharedCounters',
        'spec.perDeviceNodeSelection',
        ...['consumesCounters', 'nodeName', 'nodeSelector', 'allNodes'].map((name) => `${devices}.${name}`),
      ],
      DRADeviceBindingConditions: ['bindingConditions', 'bindingFailureConditions', 'bindsToNode'].map(
        (name) => `${devices}.${name}`,
      ),
      DRADeviceCompatibilityGroups: [`${devices}.consumesCounters[].compatibilityGroups`],
      DRAConsumableCapacity: [`${devices}.allowMultipleAllocations`, `${devices}.capacity{}.requestPolicy`],
      DRANodeAllocatableResources: [
        `${devices}.nodeAllocatableResourceMappings`,
        `${devices}.nodeAllocatableResources`,
      ],
      DRAListTypeAttributes: ['bools', 'ints', 'strings', 'versions'].map((name) => `${devices}.attributes{}.${name}`),
      DRAPartitionableDevicesType: ['spec.partitionTypeAttribute'],
      DRAOptionalNodeOperations: ['spec.skipNodeOperations'],
    },
    deletion: { returnsObject: true },
  },
};
