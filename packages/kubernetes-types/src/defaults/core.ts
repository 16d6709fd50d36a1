import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { has, list, pointer, struct, text, textMap } from '../validation/object.ts';
import { dropInitAnnotations, pod, podSpec, podTemplate } from './pod-spec.ts';
import { resourceList } from './resource-list.ts';
import { service } from './service.ts';
import { type CompiledTable, type Rule, table } from './table.ts';
import { claimSpec, persistentVolumeSource } from './volume.ts';

/**
 * Sets the label with the name of a namespace; one without a name gets none yet.
 * Upstream: pkg/apis/core/v1/defaults.go SetDefaults_Namespace.
 */
const nameLabel: Rule = (namespace) => {
  const metadata = struct(namespace, 'metadata');
  const name = text(metadata, 'name');
  const labels = textMap(metadata, 'labels');
  if (name === '' || labels.get('kubernetes.io/metadata.name') === name) return namespace;
  const labelled = new Map(labels).set('kubernetes.io/metadata.name', name);
  return new Map(namespace).set('metadata', new Map(metadata).set('labels', labelled));
};

/** Upstream: SetDefaults_NodeStatus. */
const allocatable: Rule = (status) => {
  const capacity = pointer(status, 'capacity');
  if (capacity === undefined || has(status, 'allocatable')) return status;
  return new Map(status).set('allocatable', capacity);
};

/**
 * Aligns the single address range and the list of them; the single one counts.
 * Upstream: pkg/apis/core/v1/conversion.go.
 */
const podCidrs: Rule = (spec) => {
  const one = text(spec, 'podCIDR');
  const first = list(spec, 'podCIDRs')[0];
  if (one !== '' && first !== one) return new Map(spec).set('podCIDRs', [one]);
  if (one === '' && typeof first === 'string') return new Map(spec).set('podCIDR', first);
  return spec;
};

/** Upstream: SetDefaults_ReplicationController. */
const labelsFromTemplate: Rule = (controller) => {
  const spec = struct(controller, 'spec');
  const labels = pointer(struct(pointer(spec, 'template'), 'metadata'), 'labels');
  if (labels === undefined) return controller;
  const metadata = struct(controller, 'metadata');
  const result = new Map(controller);
  if (struct(spec, 'selector').size === 0) result.set('spec', new Map(spec).set('selector', labels));
  if (struct(metadata, 'labels').size === 0) result.set('metadata', new Map(metadata).set('labels', labels));
  return result;
};

/**
 * For containers, limits default to the maximum, requests to the limits and then to the minimum.
 * Upstream: SetDefaults_LimitRangeItem.
 */
const containerLimits: Rule = (item) => {
  if (text(item, 'type') !== 'Container') return item;
  const limits = filled(struct(item, 'default'), struct(item, 'max'));
  const requests = filled(filled(struct(item, 'defaultRequest'), limits), struct(item, 'min'));
  return new Map(item).set('default', limits).set('defaultRequest', requests);
};

function filled(amounts: ValueMap, from: ValueMap): ValueMap {
  const missing = [...from].filter(([name]) => !amounts.has(name));
  return missing.length === 0 ? amounts : new Map<string, Value>([...amounts, ...missing]);
}

const protocol: CompiledTable = table({ zero: { protocol: 'TCP' } });

/** The defaults of a PersistentVolumeClaim, alone or in a StatefulSet. */
export const claim: CompiledTable = table({
  zero: { 'status.phase': 'Pending' },
  at: { spec: claimSpec, 'status.capacity?': resourceList, 'status.allocatedResources?': resourceList },
});

/**
 * The defaults of the core group by kind.
 * Upstream: k8s.io/kubernetes pkg/apis/core/v1/defaults.go, zz_generated.defaults.go and conversion.go.
 */
export const core: Readonly<Record<string, CompiledTable>> = {
  ConfigMap: table({}),
  Endpoints: table({ at: { 'subsets[].ports[]': protocol } }),
  LimitRange: table({
    at: {
      'spec.limits[]': {
        rules: [containerLimits],
        at: {
          'max?': resourceList,
          'min?': resourceList,
          'default?': resourceList,
          'defaultRequest?': resourceList,
          'maxLimitRequestRatio?': resourceList,
        },
      },
    },
  }),
  Namespace: table({ rules: [nameLabel], zero: { 'status.phase': 'Active' } }),
  Node: table({
    at: {
      spec: { rules: [podCidrs] },
      status: { rules: [allocatable], at: { 'capacity?': resourceList, 'allocatable?': resourceList } },
    },
  }),
  PersistentVolume: table({
    zero: { 'status.phase': 'Pending', 'spec.persistentVolumeReclaimPolicy': 'Retain' },
    absent: { 'spec.volumeMode': 'Filesystem' },
    at: { 'spec.capacity?': resourceList, spec: persistentVolumeSource },
  }),
  PersistentVolumeClaim: claim,
  Pod: pod,
  PodTemplate: table({ at: { template: podTemplate } }),
  ReplicationController: table({
    rules: [labelsFromTemplate],
    absent: { 'spec.replicas': 1n },
    at: { 'spec.template?.metadata': { rules: [dropInitAnnotations] }, 'spec.template?.spec': podSpec },
  }),
  ResourceQuota: table({
    at: { 'spec.hard?': resourceList, 'status.hard?': resourceList, 'status.used?': resourceList },
  }),
  Secret: table({ zero: { type: 'Opaque' } }),
  Service: service,
};
