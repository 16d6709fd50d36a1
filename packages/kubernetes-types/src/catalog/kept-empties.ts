import type { Strategy } from '@managed-fields/api-server';
import { formatJson, generationOf, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { Held } from '../codec/custom.ts';
import { holdsFor, type PlayedVersion } from '../versions.ts';

/**
 * Kinds whose validation treats an empty list or map and none differently, in what it refuses or in what it shows.
 * Upstream: k8s.io/kubernetes pkg/apis/…/validation.
 */
const toldApart: ReadonlySet<string> = new Set([
  '/ConfigMap',
  '/PersistentVolume',
  '/Pod',
  '/ReplicationController',
  '/ResourceQuota',
  '/Secret',
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'autoscaling/HorizontalPodAutoscaler',
  'batch/Job',
  'networking.k8s.io/ServiceCIDR',
  'resource.k8s.io/ResourceClaim',
  'resource.k8s.io/ResourceClaimTemplate',
  'resource.k8s.io/ResourceSlice',
  'storage.k8s.io/StorageClass',
  'storage.k8s.io/VolumeAttachment',
]);

/**
 * Kinds whose atomic lists hold structs with lists or maps of their own. Such lists are compared as a whole when owners
 * are computed, and then an empty list differs from none.
 */
const comparedWhole: ReadonlySet<string> = new Set([
  '/Endpoints',
  '/LimitRange',
  '/Node',
  '/PersistentVolumeClaim',
  '/PodTemplate',
  '/Service',
  'admissionregistration.k8s.io/MutatingAdmissionPolicy',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'batch/CronJob',
  'discovery.k8s.io/EndpointSlice',
  'flowcontrol.apiserver.k8s.io/FlowSchema',
  'networking.k8s.io/Ingress',
  'policy/PodDisruptionBudget',
  'rbac.authorization.k8s.io/ClusterRole',
  'rbac.authorization.k8s.io/Role',
  'resource.k8s.io/ResourceClaim',
  'resource.k8s.io/ResourceClaimTemplate',
  'resource.k8s.io/ResourceSlice',
]);

/** Kinds that have amounts, or times, inside of lists that are compared as a whole. */
const withAmounts: ReadonlySet<string> = new Set([
  '/LimitRange',
  '/Node',
  '/Pod',
  '/PodTemplate',
  '/ReplicationController',
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'autoscaling/HorizontalPodAutoscaler',
  'batch/CronJob',
  'batch/Job',
  'resource.k8s.io/ResourceClaim',
  'resource.k8s.io/ResourceClaimTemplate',
  'resource.k8s.io/ResourceSlice',
]);

/**
 * Whether decoded objects of a kind hold amounts and times in lists as they were sent, until owners are computed.
 * Upstream: structured-merge-diff value/listreflect.go EqualsUsing, which compares Go values by reflect.DeepEqual.
 */
export function holdsAmounts(group: string, kind: string, version: PlayedVersion): Held | undefined {
  if (!withAmounts.has(`${group}/${kind}`)) return undefined;
  return holdsFor({ from: 'v1.38' }, version) ? 'amounts' : 'texts';
}

/** Whether decoded objects of a kind keep empty lists and maps until they are written. Most kinds drop them at once. */
export function keepsEmpties(group: string, kind: string): boolean {
  return (
    exactField(group, kind) !== undefined || toldApart.has(`${group}/${kind}`) || comparedWhole.has(`${group}/${kind}`)
  );
}

/**
 * The fields whose change the strategy of a kind compares exactly, so that setting an empty list where none is stored
 * counts as a change each time. By group and kind.
 * Upstream: k8s.io/kubernetes pkg/registry, the strategies that compare by reflect.DeepEqual.
 */
const exactFields: ReadonlyMap<string, string> = new Map([
  ['admissionregistration.k8s.io/MutatingWebhookConfiguration', 'webhooks'],
  ['admissionregistration.k8s.io/ValidatingWebhookConfiguration', 'webhooks'],
  ['networking.k8s.io/NetworkPolicy', 'spec'],
]);

/** The field whose changes count exactly for the generation of a kind; undefined for most kinds. */
export function exactField(group: string, kind: string): string | undefined {
  return exactFields.get(`${group}/${kind}`);
}

/** Makes a strategy that counts a new generation also where a change only sets empty lists. */
export function countingExactly(strategy: Strategy, field: string): Strategy {
  return {
    ...strategy,
    prepareForUpdate(object, old, subresource, asked) {
      const next = strategy.prepareForUpdate(object, old, subresource, asked);
      const before = generationOf(old);
      if (subresource !== '' || generationOf(next) !== before || text(next, field) === text(old, field)) return next;
      const metadata = next.get('metadata');
      const counted = new Map<string, Value>(isMap(metadata) ? metadata : []).set('generation', before + 1n);
      return new Map(next).set('metadata', counted);
    },
  };
}

function text(object: ValueMap, field: string): string {
  return formatJson(object.get(field) ?? null, { sortKeys: true });
}
