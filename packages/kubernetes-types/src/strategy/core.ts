import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { list, mapStructs, struct, structAt, text, withAt, withFieldOf, withoutAt } from '../validation/object.ts';
import { templateWithoutDisabledFields } from './disabled-fields.ts';
import type { KindRules } from './kind-rules.ts';
import { prepareChangedPod, prepareNewPod } from './pod.ts';
import { asRead, withAddresses, withoutOldTypeFields } from './service.ts';
import { withDataSources, withPhaseTime } from './volume.ts';

/** Sets or keeps the finalizers of a Namespace. Upstream: pkg/registry/core/namespace/strategy.go. */
function namespaceFinalizers(namespace: ValueMap, old: ValueMap | undefined, subresource: string): ValueMap {
  if (subresource !== '') return subresource === 'finalize' && old ? withFieldOf(namespace, old, 'status') : namespace;
  if (old !== undefined)
    return withAt(namespace, ['spec'], withFieldOf(struct(namespace, 'spec'), struct(old, 'spec'), 'finalizers'));
  const finalizers = list(struct(namespace, 'spec'), 'finalizers');
  if (finalizers.includes('kubernetes')) return namespace;
  return withAt(namespace, ['spec', 'finalizers'], [...finalizers, 'kubernetes']);
}

/** The rules of a Namespace. Upstream: k8s.io/kubernetes pkg/registry/core/namespace. */
export const namespace: KindRules = {
  status: new Map([['phase', 'Active']]),
  prepare: namespaceFinalizers,
  deletion: {
    returnsObject: true,
    emptied: {
      begin: (namespace) => withAt(namespace, ['status', 'phase'], 'Terminating'),
      isBusy: (namespace) => list(struct(namespace, 'spec'), 'finalizers').length > 0,
    },
  },
};

/** Keeps only the names of secrets. Upstream: pkg/registry/core/serviceaccount/strategy.go cleanSecretReferences. */
function onlySecretNames(account: ValueMap): ValueMap {
  return mapStructs(account, 'secrets', (secret) => {
    const name = secret.get('name');
    return new Map<string, Value>(name === undefined ? [] : [['name', name]]);
  });
}

/**
 * Drops the configuration of a new node from a ConfigMap, which is no longer possible.
 * Upstream: pkg/registry/core/node/strategy.go.
 */
function newNode(node: ValueMap): ValueMap {
  return withoutAt(withoutAt(node, ['spec', 'configSource']), ['status', 'config']);
}

function changedNode(node: ValueMap, old: ValueMap, subresource: string): ValueMap {
  const path = subresource === 'status' ? ['status', 'config'] : ['spec', 'configSource'];
  const used = structAt(old, ...path).size > 0;
  return used ? node : withoutAt(node, path);
}

/** The grace period of a Pod that is deleted. Upstream: pkg/registry/core/pod/strategy.go CheckGracefulDelete. */
function podGrace(pod: ValueMap, requested: bigint | undefined): bigint {
  const spec = struct(pod, 'spec');
  const own = spec.get('terminationGracePeriodSeconds');
  const period = requested ?? (typeof own === 'bigint' ? own : 0n);
  const phase = text(struct(pod, 'status'), 'phase');
  if (text(spec, 'nodeName') === '' || phase === 'Failed' || phase === 'Succeeded') return 0n;
  return period < 0n ? 1n : period;
}

/**
 * A new LimitRange, which gets a uid of its own for a name where it has none.
 * Upstream: k8s.io/kubernetes pkg/registry/core/limitrange/strategy.go PrepareForCreate.
 */
function named(range: ValueMap): ValueMap {
  const metadata = struct(range, 'metadata');
  if (text(metadata, 'name') !== '') return range;
  // It is another uid than that of the object.
  return withAt(range, ['metadata', 'name'], text(metadata, 'uid').replace(/^./, 'f'));
}

/** The strategies of the core group by kind. Upstream: k8s.io/kubernetes pkg/registry/core. */
export const core: Readonly<Record<string, KindRules>> = {
  // Nothing of a Binding or of a ComponentStatus is ever stored.
  Binding: {},
  ComponentStatus: {},
  ConfigMap: {},
  Endpoints: {
    createOnUpdate: true,
  },
  Event: {
    createOnUpdate: true,
    deletion: { withoutDependents: true },
  },
  LimitRange: {
    createOnUpdate: true,
    prepare: (range, old) => (old === undefined ? named(range) : range),
  },
  Namespace: namespace,
  Node: {
    status: new Map(),
    clientStatus: true,
    prepare: (node, old, subresource) => (old === undefined ? newNode(node) : changedNode(node, old, subresource)),
    features: {
      InPlacePodVerticalScalingSchedulerPreemption: ['spec.podPreemptionPolicy'],
      NodeDeclaredFeatures: ['status.declaredFeatures'],
    },
  },
  PersistentVolume: {
    status: new Map([['phase', 'Pending']]),
    prepare: (volume, old, subresource) => withPhaseTime(volume, old, subresource),
    features: { VolumeAttributesClass: ['spec.volumeAttributesClassName'] },
    deletion: { returnsObject: true },
  },
  PersistentVolumeClaim: {
    status: new Map(),
    prepare: (claim, old, subresource) => (subresource === '' ? withDataSources(claim, old) : claim),
    features: {
      CSIVolumeHealth: ['status.healthStatus'],
      VolumeAttributesClass: [
        'spec.volumeAttributesClassName',
        'status.currentVolumeAttributesClassName',
        'status.modifyVolumeStatus',
      ],
    },
    deletion: { returnsObject: true },
  },
  Pod: {
    prepare: (pod, old, subresource, version) =>
      old === undefined ? prepareNewPod(pod, version) : prepareChangedPod(pod, old, subresource, version),
    deletion: { returnsObject: true, gracePeriod: podGrace },
  },
  PodTemplate: {
    generation: [['template']],
    prepare: (object, old, _, version) => templateWithoutDisabledFields(object, old, ['template'], version),
    deletion: { returnsObject: true },
  },
  ReplicationController: {
    status: new Map([['replicas', 0n]]),
    generation: [['spec']],
    prepare: (object, old, _, version) => templateWithoutDisabledFields(object, old, ['spec', 'template'], version),
    deletion: { orphansDependents: true },
  },
  ResourceQuota: {
    status: new Map(),
    deletion: { returnsObject: true },
  },
  Secret: {
    prepare: (secret, old) =>
      old !== undefined && text(secret, 'type') === '' ? withFieldOf(secret, old, 'type') : secret,
  },
  Service: {
    createOnUpdate: true,
    status: new Map([['loadBalancer', new Map()]]),
    prepare: (service, old, subresource, _version, { dryRun }) => {
      if (subresource !== '') return service;
      const addressed = withAddresses(service, old, dryRun);
      return old === undefined ? addressed : withoutOldTypeFields(addressed, old);
    },
    finish: (service) => asRead(service),
    deletion: { returnsObject: true },
  },
  ServiceAccount: {
    prepare: onlySecretNames,
    deletion: { returnsObject: true },
  },
};
