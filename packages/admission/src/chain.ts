import type { AdmissionChain } from '@managed-fields/api-server';
import { namespaceLifecycle } from './plugins/namespace-lifecycle.ts';
import { resourceQuota } from './plugins/resource-quota.ts';
import { serviceAccount } from './plugins/service-account.ts';

/**
 * The plugins that are on by default, in upstream's order.
 * Upstream: k8s.io/kubernetes pkg/kubeapiserver/options/plugins.go AllOrderedPlugins, DefaultOffAdmissionPlugins.
 */
export const admissionChain: AdmissionChain = {
  plugins: [namespaceLifecycle, serviceAccount, resourceQuota],
};
