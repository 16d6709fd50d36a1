import { mapAt, type ValueMap } from '@managed-fields/merge-engine';
import { approvalOf } from './approval.ts';
import { isTrue, withCondition } from './conditions.ts';
import { definitionOf } from './definition.ts';
import { cleanupFinalizer } from './finalizer.ts';
import { bundleComplaints } from './rules/conversion.ts';

/** What a controller of the server makes of a definition; the definition itself where it has nothing to do. */
export type Controller = (crd: ValueMap, now: string) => ValueMap;

/**
 * Puts a definition in force whose names are accepted.
 * Upstream: k8s.io/apiextensions-apiserver pkg/controller/establish/establishing_controller.go sync.
 */
export const establish: Controller = (crd, now) => {
  if (!isTrue(crd, 'NamesAccepted') || isTrue(crd, 'Established')) return crd;
  const type = 'Established';
  const { clientConfig } = definitionOf(crd).conversion;
  if (bundleComplaints(clientConfig).length > 0) {
    const message = 'The conversion webhook CABundle is invalid';
    return withCondition(crd, { type, status: 'False', reason: 'InvalidCABundle', message }, now);
  }
  const message = 'the initial names have been accepted';
  return withCondition(crd, { type, status: 'True', reason: 'InitialNamesAccepted', message }, now);
};

const approvalReasons = {
  approved: ['True', 'ApprovedAnnotation'],
  bypassed: ['False', 'UnapprovedAnnotation'],
  missing: ['False', 'MissingAnnotation'],
  invalid: ['False', 'InvalidAnnotation'],
} as const;

/**
 * Says of a definition in a group of Kubernetes itself whether it was agreed on.
 * Upstream: pkg/controller/apiapproval/apiapproval_controller.go sync.
 */
export const judgeApproval: Controller = (crd, now) => {
  const approval = approvalOf(definitionOf(crd));
  if (approval === undefined) return crd;
  const [status, reason] = approvalReasons[approval.state];
  const type = 'KubernetesAPIApprovalPolicyConformant';
  return withCondition(crd, { type, status, reason, message: approval.message }, now);
};

const terminating = 'Terminating';

/** Upstream: pkg/registry/customresourcedefinition/etcd.go Delete. */
export const beginDeletion: Controller = (crd, now) => {
  const message = 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon';
  return withCondition(crd, { type: terminating, status: 'True', reason: 'InstanceDeletionPending', message }, now);
};

/** Upstream: pkg/controller/finalizer/crd_finalizer.go sync. */
export const deletingInstances: Controller = (crd, now) => {
  const message = 'CustomResource deletion is in progress';
  return withCondition(crd, { type: terminating, status: 'True', reason: 'InstanceDeletionInProgress', message }, now);
};

/** The same, once nothing keeps the definition any more. */
export const instancesGone: Controller = (crd, now) => {
  const [reason, message] = isTrue(crd, 'Established')
    ? ['InstanceDeletionCompleted', 'removed all instances']
    : ['NeverEstablished', 'resource was never established'];
  return withCondition(crd, { type: terminating, status: 'False', reason, message }, now);
};

/** Whether a definition is asked to go and waits for its instances. */
export function isEmptying(crd: ValueMap): boolean {
  const metadata = mapAt(crd, 'metadata');
  const finalizers = metadata?.get('finalizers');
  const waits = Array.isArray(finalizers) && finalizers.includes(cleanupFinalizer);
  return waits && (metadata?.get('deletionTimestamp') ?? null) !== null;
}
