import type { Value, ValueList, ValueMap } from '@managed-fields/merge-engine';
import { fillPodLevelResources } from '../defaults/resource-list.ts';
import { isOn } from '../features.ts';
import {
  has,
  list,
  mapStructs,
  pointer,
  struct,
  structs,
  text,
  textMap,
  texts,
  withAt,
  withFieldOf,
  withoutAt,
} from '../validation/object.ts';
import { qosClass } from '../validation/pod-quality.ts';
import { sameAt } from '../validation/semantic.ts';
import { holdsFor, type PlayedVersion } from '../versions.ts';
import { carriedAppArmorWarnings, withAppArmorAnnotations, withAppArmorProfiles } from './app-armor.ts';
import { withoutDisabledFields, withoutFeatures } from './disabled-fields.ts';
import { keep, statusMetadata, withGenerationAfter } from './kind-rules.ts';

/**
 * Prepares a new Pod: sets its phase and quality of service, and copies its labels into its selectors.
 * Upstream: k8s.io/kubernetes pkg/registry/core/pod/strategy.go PrepareForCreate.
 */
export function prepareNewPod(pod: ValueMap, version: PlayedVersion): ValueMap {
  const metadata = struct(pod, 'metadata');
  const allowed = fillPodLevelResources(withoutDisabledFields(struct(pod, 'spec'), undefined, version), version);
  const status = new Map<string, Value>([
    ['phase', 'Pending'],
    ['qosClass', text(struct(pod, 'status'), 'qosClass') || qosClass(allowed, version)],
  ]);
  const gated = list(allowed, 'schedulingGates').length > 0;
  if (gated) status.set('conditions', [gatedCondition(metadata)]);
  const selecting = withLabelsInSelectors(allowed, textMap(metadata, 'labels'), version);
  const spec = withAppArmorProfiles(selecting, metadata);
  const annotated = holdsFor({ until: 'v1.33' }, version) ? withAppArmorAnnotations(metadata, selecting) : metadata;
  return new Map(pod).set('spec', spec).set('status', status).set('metadata', new Map(annotated).set('generation', 1n));
}

function gatedCondition(metadata: ValueMap): ValueMap {
  return new Map<string, Value>([
    ['type', 'PodScheduled'],
    ['status', 'False'],
    ['lastProbeTime', null],
    ['lastTransitionTime', metadata.get('creationTimestamp') ?? null],
    ['reason', 'SchedulingGated'],
    ['message', 'Scheduling is blocked due to non-empty scheduling gates'],
  ]);
}

const affinityLists = [
  'preferredDuringSchedulingIgnoredDuringExecution',
  'requiredDuringSchedulingIgnoredDuringExecution',
];

/**
 * Copies labels into the selectors of affinities and spread constraints.
 * Upstream: mutatePodAffinity, mutateTopologySpreadConstraints.
 */
function withLabelsInSelectors(spec: ValueMap, labels: ReadonlyMap<string, string>, version: PlayedVersion): ValueMap {
  let result = spec;
  const affinity = pointer(spec, 'affinity');
  if (affinity !== undefined) {
    const changed = ['podAffinity', 'podAntiAffinity'].reduce((all, name) => {
      const one = pointer(all, name);
      if (one === undefined) return all;
      const terms = affinityLists.reduce(
        (lists, field) => mapStructs(lists, field, (term) => withTerm(term, labels)),
        one,
      );
      return new Map(all).set(name, terms);
    }, affinity);
    result = new Map(result).set('affinity', changed);
  }
  if (!isOn('MatchLabelKeysInPodTopologySpreadSelectorMerge', version)) return result;
  return mapStructs(result, 'topologySpreadConstraints', (constraint) => withRequirements(constraint, labels));
}

function withTerm(term: ValueMap, labels: ReadonlyMap<string, string>): ValueMap {
  const weighted = pointer(term, 'podAffinityTerm');
  if (weighted === undefined) return withRequirements(term, labels);
  return new Map(term).set('podAffinityTerm', withRequirements(weighted, labels));
}

function withRequirements(term: ValueMap, labels: ReadonlyMap<string, string>): ValueMap {
  const selector = pointer(term, 'labelSelector');
  if (selector === undefined) return term;
  const added = [
    ...requirements(texts(term, 'matchLabelKeys'), 'In', labels),
    ...requirements(texts(term, 'mismatchLabelKeys'), 'NotIn', labels),
  ];
  if (added.length === 0) return term;
  const expressions = [...list(selector, 'matchExpressions'), ...added];
  return new Map(term).set('labelSelector', new Map(selector).set('matchExpressions', expressions));
}

function requirements(
  keys: readonly string[],
  operator: string,
  labels: ReadonlyMap<string, string>,
): readonly ValueMap[] {
  return keys.flatMap((key) => {
    const value = labels.get(key);
    if (value === undefined) return [];
    return [
      new Map<string, Value>([
        ['key', key],
        ['operator', operator],
        ['values', [value]],
      ]),
    ];
  });
}

/**
 * Prepares a changed Pod: restores the fields that the request may not change, by subresource.
 * Upstream: the strategies of pods and their subresources.
 */
export function prepareChangedPod(pod: ValueMap, old: ValueMap, subresource: string, version: PlayedVersion): ValueMap {
  switch (subresource) {
    case 'status':
      return withOldStatusParts(withoutDisabledStatus(pod, old, version), old);
    case 'ephemeralcontainers': {
      const spec = withFieldOf(struct(old, 'spec'), struct(pod, 'spec'), 'ephemeralContainers');
      return counted(withSpec(pod, old, withoutDisabledFields(spec, struct(old, 'spec'), version)), old);
    }
    case 'resize': {
      const spec = withOldResources(resizedSpec(struct(pod, 'spec'), struct(old, 'spec'), version), old, version);
      const allowed = withoutDisabledFields(fillPodLevelResources(spec, version), struct(old, 'spec'), version);
      return counted(withSpec(pod, old, allowed), old);
    }
    default: {
      const kept = withOldResources(struct(pod, 'spec'), old, version);
      const spec = withoutDisabledFields(kept, struct(old, 'spec'), version);
      return counted(withFieldOf(new Map(pod).set('spec', spec), old, 'status'), old);
    }
  }
}

/** Since v1.37 a change cannot take away the resources of the whole Pod. Upstream: podStrategy.PrepareForUpdate. */
function withOldResources(spec: ValueMap, old: ValueMap, version: PlayedVersion): ValueMap {
  if (!isOn('PodLevelResourcesFixDefaulting', version) || has(spec, 'resources')) return spec;
  return withFieldOf(spec, struct(old, 'spec'), 'resources');
}

function counted(pod: ValueMap, old: ValueMap): ValueMap {
  return sameAt(pod, old, 'spec') ? pod : withGenerationAfter(pod, old);
}

function withSpec(pod: ValueMap, old: ValueMap, spec: ValueMap): ValueMap {
  const kept = statusMetadata.reduce((result, path) => keep(result, old, path), pod);
  return withFieldOf(new Map(kept).set('spec', spec), old, 'status');
}

/**
 * The old spec with the new resources. If the containers differ, the new ones stay for validation to refuse.
 * Upstream: dropNonResizeUpdates.
 */
function resizedSpec(spec: ValueMap, old: ValueMap, version: PlayedVersion): ValueMap {
  const lists = ['containers', 'initContainers'];
  if (lists.some((field) => list(spec, field).length !== list(old, field).length)) return spec;
  let result = old;
  for (const field of lists) {
    const items = structs(spec, field);
    const before = structs(old, field);
    if (items.length === 0) continue;
    const same = items.every((item, i) => text(item, 'name') === text(before[i], 'name'));
    const resized = items.map((item, i) =>
      ['resources', 'resizePolicy'].reduce((merged, name) => withFieldOf(merged, item, name), before[i] ?? item),
    );
    result = withAt(result, [field], same ? resized : items);
  }
  return isOn('InPlacePodLevelResourcesVerticalScaling', version) ? withFieldOf(result, spec, 'resources') : result;
}

/** Upstream: pkg/api/pod/util.go dropDisabledPodStatusFields. */
function withoutDisabledStatus(sent: ValueMap, old: ValueMap, version: PlayedVersion): ValueMap {
  const changed = withoutFeatures(sent, old, { CSIVolumeHealth: ['status.volumeHealth'] }, version);
  const kept =
    isOn('DRANodeAllocatableResources', version) ||
    list(struct(old, 'status'), 'nodeAllocatableResourceClaimStatuses').length > 0;
  const pod = kept ? changed : withoutAt(changed, ['status', 'nodeAllocatableResourceClaimStatuses']);
  const isUsed = list(struct(old, 'spec'), 'resourceClaims').length > 0;
  if (isOn('DynamicResourceAllocation', version) || isUsed) return pod;
  return withoutAt(pod, ['status', 'resourceClaimStatuses']);
}

/** Upstream: podStatusStrategy.PrepareForUpdate. The spec is the old one already. */
function withOldStatusParts(pod: ValueMap, old: ValueMap): ValueMap {
  let result = withoutAt(pod, ['metadata', 'deletionTimestamp']);
  result = keep(result, old, ['metadata', 'ownerReferences']);
  const status = struct(result, 'status');
  const before = struct(old, 'status');
  let next = status;
  if (text(status, 'qosClass') === '') next = withFieldOf(next, before, 'qosClass');
  if (!has(status, 'observedGeneration')) next = withFieldOf(next, before, 'observedGeneration');
  const conditions = withOldGenerations(list(next, 'conditions'), structs(before, 'conditions'));
  if (conditions.length > 0) next = new Map(next).set('conditions', conditions);
  return next === status ? result : new Map(result).set('status', next);
}

function withOldGenerations(conditions: ValueList, old: readonly ValueMap[]): ValueList {
  const before = new Map<string, ValueMap[]>();
  for (const condition of old)
    before.set(text(condition, 'type'), [...(before.get(text(condition, 'type')) ?? []), condition]);
  return conditions.map((condition) => {
    if (!(condition instanceof Map)) return condition;
    const first = before.get(text(condition, 'type'))?.shift();
    if (has(condition, 'observedGeneration') || first === undefined) return condition;
    return withFieldOf(condition, first, 'observedGeneration');
  });
}

/** Warnings about a new Pod as it was sent. */
export function newPodWarnings(pod: ValueMap): readonly string[] {
  return carriedAppArmorWarnings(struct(pod, 'spec'), struct(pod, 'metadata'));
}
