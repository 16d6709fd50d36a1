import { exactField } from './exact-generation.ts';

/**
 * Kinds whose validation tells an empty list or map from none, in what it refuses or in what it shows.
 * Upstream: k8s.io/kubernetes pkg/apis/…/validation.
 */
const toldApart: ReadonlySet<string> = new Set([
  '/PersistentVolume',
  '/Pod',
  '/ReplicationController',
  '/ResourceQuota',
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'autoscaling/HorizontalPodAutoscaler',
  'batch/Job',
  'storage.k8s.io/StorageClass',
]);

/** Kinds whose atomic lists hold structs with lists or maps of their own: as owners compare them, empty is not none. */
const comparedWhole: ReadonlySet<string> = new Set([
  '/LimitRange',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'networking.k8s.io/Ingress',
  'rbac.authorization.k8s.io/ClusterRole',
  'rbac.authorization.k8s.io/Role',
]);

/** Whether decoded objects of a kind keep empty lists and maps until they are written; most have none from the start. */
export function keepsEmpties(group: string, kind: string): boolean {
  return (
    exactField(group, kind) !== undefined || toldApart.has(`${group}/${kind}`) || comparedWhole.has(`${group}/${kind}`)
  );
}
