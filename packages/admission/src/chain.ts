import type { AdmissionChain } from '@managed-fields/api-server';
import { limitRanger } from './plugins/limit-ranger.ts';
import { namespaceLifecycle } from './plugins/namespace-lifecycle.ts';
import { podSecurity } from './plugins/pod-security.ts';

/**
 * The plugins that are on by default, in upstream's order.
 * Upstream: k8s.io/kubernetes pkg/kubeapiserver/options/plugins.go AllOrderedPlugins, DefaultOffAdmissionPlugins.
 */
export const admissionChain: AdmissionChain = {
  plugins: [namespaceLifecycle, limitRanger, podSecurity],
};
