import type { AdmissionChain } from '@managed-fields/api-server';
import { mutatingAdmissionPolicy } from './plugins/mutating-admission-policy.ts';
import { namespaceLifecycle } from './plugins/namespace-lifecycle.ts';
import { validatingAdmissionPolicy } from './plugins/validating-admission-policy.ts';

/**
 * The plugins that are on by default, in upstream's order.
 * Upstream: k8s.io/kubernetes pkg/kubeapiserver/options/plugins.go AllOrderedPlugins, DefaultOffAdmissionPlugins.
 */
export const admissionChain: AdmissionChain = {
  plugins: [namespaceLifecycle, mutatingAdmissionPolicy, validatingAdmissionPolicy],
};
