import type { AdmissionChain } from '@managed-fields/api-server';
import { certificateApproval, certificateSigning, clusterTrustBundleAttest } from './plugins/certificate-signers.ts';
import { certificateSubjectRestriction } from './plugins/certificate-subject.ts';
import { persistentVolumeClaimResize } from './plugins/claim-resize.ts';
import { defaultIngressClass, defaultStorageClass } from './plugins/default-classes.ts';
import { defaultTolerationSeconds } from './plugins/default-tolerations.ts';
import { limitRanger } from './plugins/limit-ranger.ts';
import { mutatingAdmissionPolicy } from './plugins/mutating-admission-policy.ts';
import { mutatingAdmissionWebhook } from './plugins/mutating-webhook.ts';
import { namespaceLifecycle } from './plugins/namespace-lifecycle.ts';
import { nodeDeclaredFeatures } from './plugins/node-declared-features.ts';
import { podResize } from './plugins/pod-resize.ts';
import { podSecurity } from './plugins/pod-security.ts';
import { podTopologyLabels } from './plugins/pod-topology-labels.ts';
import { priority } from './plugins/priority.ts';
import { resourceQuota } from './plugins/resource-quota.ts';
import { runtimeClass } from './plugins/runtime-class.ts';
import { serviceAccount } from './plugins/service-account.ts';
import { storageObjectInUseProtection } from './plugins/storage-in-use.ts';
import { taintNodesByCondition } from './plugins/taint-nodes.ts';
import { validatingAdmissionPolicy } from './plugins/validating-admission-policy.ts';
import { validatingAdmissionWebhook } from './plugins/validating-webhook.ts';

/**
 * The plugins that are on by default, in upstream's order, but for those whose kinds or features are off by default:
 * PodGroupProtection, PodGroupWorkloadExists and JobValidation.
 * Upstream: k8s.io/kubernetes pkg/kubeapiserver/options/plugins.go AllOrderedPlugins, DefaultOffAdmissionPlugins.
 */
export const admissionChain: AdmissionChain = {
  plugins: [
    namespaceLifecycle,
    limitRanger,
    serviceAccount,
    taintNodesByCondition,
    podSecurity,
    priority,
    defaultTolerationSeconds,
    defaultStorageClass,
    storageObjectInUseProtection,
    persistentVolumeClaimResize,
    runtimeClass,
    certificateApproval,
    certificateSigning,
    clusterTrustBundleAttest,
    certificateSubjectRestriction,
    defaultIngressClass,
    podTopologyLabels,
    nodeDeclaredFeatures,
    podResize,
    mutatingAdmissionPolicy,
    mutatingAdmissionWebhook,
    validatingAdmissionPolicy,
    validatingAdmissionWebhook,
    resourceQuota,
  ],
};
