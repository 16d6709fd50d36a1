import { mapAt, type ValueMap } from '@managed-fields/merge-engine';
import { approvalOf, isTrue, withCondition } from './conditions.ts';
import { definitionOf } from './definition.ts';
import { cleanupFinalizer } from './finalizers.ts';
import { bundleComplaints } from './rules/conversion.ts';

/** A controller of the server: changes a definition, or returns the same one where it has nothing to do. */
export type Controller = (crd: ValueMap, now: string) => ValueMap;

/**
 * Establishes a definition whose names are accepted.
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
 * Sets the condition that says whether a definition in a group of Kubernetes itself is approved.
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

/** Marks a definition as terminating. Upstream: pkg/registry/customresourcedefinition/etcd.go Delete. */
export const beginDeletion: Controller = (crd, now) => {
  const message = 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon';
  return withCondition(crd, { type: terminating, status: 'True', reason: 'InstanceDeletionPending', message }, now);
};

/** Records that the instances are being deleted. Upstream: pkg/controller/finalizer/crd_finalizer.go sync. */
export const deletingInstances: Controller = (crd, now) => {
  const message = 'CustomResource deletion is in progress';
  return withCondition(crd, { type: terminating, status: 'True', reason: 'InstanceDeletionInProgress', message }, now);
};

/** Records that no instance is left. */
export const instancesGone: Controller = (crd, now) => {
  const [reason, message] = isTrue(crd, 'Established')
    ? ['InstanceDeletionCompleted', 'removed all instances']
    : ['NeverEstablished', 'resource was never established'];
  return withCondition(crd, { type: terminating, status: 'False', reason, message }, now);
};

/** Whether a definition is being deleted and waits for its instances. */
export function isEmptying(crd: ValueMap): boolean {
  const metadata = mapAt(crd, 'metadata');
  const finalizers = metadata?.get('finalizers');
  const waits = Array.isArray(finalizers) && finalizers.includes(cleanupFinalizer);
  return waits && (metadata?.get('deletionTimestamp') ?? null) !== null;
}
